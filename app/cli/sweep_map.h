#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "app/cli/command.h"
#include "app/cli/error_unit_option.h"
#include "app/cli/scenario_options.h"
#include "core/search/sweep.h"

namespace noiseloom::cli {

/// The two inputs of `--over A,B`; nothing where that is one axis. Throws InvalidArgument "over" for a name that is no
/// input of a map.
std::optional<std::pair<Field, Field>> mapAxesOf(const std::string& over);

/// `sweep --over A,B`: a map over two inputs (core/explore/scenario_map.h). values: "auto", or the values of A, a slash
/// and those of B, with commas between them.
Outcome sweepMap(const ScenarioOptions& options, const std::pair<Field, Field>& axes, const std::string& values,
                 const ErrorUnitOption& unit, const std::optional<std::string>& csv, bool json,
                 const std::stop_token& stop);

}  // namespace noiseloom::cli
