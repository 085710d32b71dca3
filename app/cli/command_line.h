#pragma once

#include <stop_token>

#include "app/cli/command.h"

namespace noiseloom::cli {

/// Parses the arguments and runs the command they name. Never throws: every failure becomes an exit code and a note
/// that names the option, its value and what is allowed.
Outcome runCommandLine(int argc, const char* const* argv, const std::stop_token& stop) noexcept;

}  // namespace noiseloom::cli
