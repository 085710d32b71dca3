#include "app/cli/program.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>

#include "app/cli/command_line.h"
#include "app/cli/interrupt.h"
#include "core/base/memory.h"
#include "core/io/kept_noise_costs.h"

namespace noiseloom::cli {
namespace {

// All output has left the program when it returns.
int run(int argc, char** argv) {
  // A file-size limit or a closed pipe then fails the write, which is reported and leaves no partial file.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  const Interrupt interrupt;
  const KeptNoiseCosts kept;
  const Outcome outcome = runCommandLine(argc, argv, interrupt.token());
  if (!outcome.note.empty()) std::fprintf(stderr, "noiseloom-cli: %s\n", outcome.note.c_str());
  // A full disk or a closed pipe shows only when the text really leaves the buffer.
  const bool written = std::fwrite(outcome.output.data(), 1, outcome.output.size(), stdout) == outcome.output.size();
  if (!written || std::fflush(stdout) != 0) {
    // A reader that has read enough, as head(1) does, takes nothing from what was done.
    if (errno == EPIPE) return outcome.exitCode;
    std::fprintf(stderr, "noiseloom-cli: cannot write to standard output: %s\n", std::strerror(errno));
    return kExitUsage;
  }
  return outcome.exitCode;
}

}  // namespace

int runProgram(int argc, char** argv) noexcept {
  keepFreedMemory();
  try {
    return run(argc, argv);
  } catch (const std::exception&) {
    // Commands catch their own errors, so that here the program itself, or its thread, had no room.
    std::fputs("noiseloom-cli: out of memory before anything was done\n", stderr);
    return kExitUsage;
  }
}

}  // namespace noiseloom::cli
