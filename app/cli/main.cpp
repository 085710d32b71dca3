#include "app/cli/program.h"
#include "core/base/memory.h"

int main(int argc, char** argv) {
  noiseloom::endProcess(noiseloom::cli::runProgram(argc, argv));
}
