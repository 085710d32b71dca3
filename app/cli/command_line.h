#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/command.h"

namespace noiseloom::cli {

/// Parses the arguments and runs the command they name. Never throws: every failure becomes an exit code and a note
/// that names the option, its value and what is allowed.
Outcome runCommandLine(int argc, const char* const* argv, const std::stop_token& stop) noexcept;

/// The same for programs (app/python): the arguments without the program's name. What core throws is thrown, with the
/// option's name in snake_case as the argument of an InvalidArgument; arguments that do not parse become a usage note.
/// Shows no progress.
Outcome callCommand(const std::vector<std::string>& arguments, const std::stop_token& stop);

}  // namespace noiseloom::cli
