#include <csignal>

#include "core/base/memory.h"
#include "ui/main/run.h"

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit then fails the write, which is reported
  noiseloom::keepFreedMemory();
  return noiseloom::run(argc, argv);
}
