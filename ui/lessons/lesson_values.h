#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/design/design.h"
#include "core/search/designer.h"

namespace noiseloom {

// The results that the formulas of a lesson may name, as group.member. docs/lessons.md lists them.

/// A number of a scenario or of its design: "rmse", "bands", "stepsPerEpoch", ...; nullopt for a member
/// without a value.
std::optional<double> designValue(const Design& design, std::string_view member);
/// The members of a design, in alphabetical order.
const std::vector<std::string_view>& designMembers();

/// A number of the curve of RMSE against bands: "best" (bands), "bestRmse", "most", "rmseAtMost", "rmseAtOne".
std::optional<double> sweepValue(const std::vector<BandPoint>& sweep, std::string_view member);
const std::vector<std::string_view>& sweepMembers();

}  // namespace noiseloom
