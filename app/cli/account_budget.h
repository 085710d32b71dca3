#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/command.h"

namespace noiseloom::cli {

/// `account --compose FILE --compose FILE --delta D`: what the runs of several strategy files promise together.
Outcome accountBudget(const std::vector<std::string>& files, double delta, bool json, const std::stop_token& stop);

}  // namespace noiseloom::cli
