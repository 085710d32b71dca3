#include <csignal>

#include "core/base/memory.h"
#include "core/io/kept_noise_costs.h"
#include "ui/main/run.h"

namespace {

int run(int argc, char** argv) {
  const noiseloom::KeptNoiseCosts kept;
  return noiseloom::run(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit then fails the write, which is reported
  noiseloom::keepFreedMemory();
  noiseloom::endProcess(run(argc, argv));
}
