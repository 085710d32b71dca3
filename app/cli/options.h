#pragma once

#include "core/answer/option.h"

namespace CLI {
class App;
}

namespace noiseloom::cli {

/// Declares an option of a question on a command, which must not outlive the option's place.
void declareOption(CLI::App& command, const Option& option);
/// A function that declares each option on that command.
AddOption optionsOf(CLI::App& command);

}  // namespace noiseloom::cli
