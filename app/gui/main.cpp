#include "core/base/memory.h"
#include "ui/main/run.h"

int main(int argc, char** argv) {
  noiseloom::keepFreedMemory();
  return noiseloom::run(argc, argv);
}
