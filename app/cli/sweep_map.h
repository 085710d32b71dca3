#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/error_unit_option.h"
#include "app/cli/scenario_options.h"

namespace noiseloom::cli {

/// `sweep --over epsilon,epochs`: the best number of bands of the column-normalised Toeplitz optimum in each cell
/// (core/design/best_bands_map.h). values: "auto", or "EPSILONS/EPOCHS" with commas between the numbers of each.
Outcome sweepMap(const ScenarioOptions& options, const std::string& values, const ErrorUnitOption& unit,
                 const std::optional<std::string>& csv, bool json, const std::stop_token& stop);

}  // namespace noiseloom::cli
