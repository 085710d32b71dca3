#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/answer/answer.h"

namespace noiseloom {

/// Asks "design", "phases", "recommend", "account", "sweep" or "verify" for a program, whose names of options are in
/// snake_case. Throws what core does for values that cannot be used, with the option's name as the argument of an
/// InvalidArgument; an option that the question does not have makes it Ending::Refused.
Answer ask(const std::string& question, const std::vector<std::pair<std::string, Given>>& options,
           const RunControl& control);

/// The same of a question that the caller has made; `called`: its name.
Answer ask(Question& question, const std::string& called, const std::vector<std::pair<std::string, Given>>& options,
           const RunControl& control);

}  // namespace noiseloom
