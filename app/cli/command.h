#pragma once

#include <stop_token>
#include <string>

#include "app/cli/exit_code.h"

namespace noiseloom::cli {

/// What a command has to say. Standard output is written in one piece after the command has ended, so that a failure
/// leaves nothing half-printed there.
struct Outcome {
  int exitCode = kExitSuccess;
  std::string output;  ///< for standard output
  std::string note;    ///< for standard error: one sentence, or empty
};

}  // namespace noiseloom::cli
