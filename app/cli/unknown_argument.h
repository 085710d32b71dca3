#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace noiseloom::cli {

/// A message about arguments that parsing left over: the first one that is no option, no command or one too many, with
/// the name that it comes near to, as a person may have mistyped it. `left` holds them in any order, at least one.
std::string unknownArgument(const CLI::App& program, const std::vector<std::string>& left);

}  // namespace noiseloom::cli
