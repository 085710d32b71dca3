#pragma once

#include <vector>

#include "core/base/run_control.h"
#include "core/io/session.h"

namespace noiseloom {

/// The stated figures that differ from the design's, such as "rmse: 3.2 is stated, 3.1 follows"; and, if the session
/// holds the strategy, what verifyStrategyFile() does not confirm. Empty if nothing contradicts, or when stopped.
std::vector<Text> contradictionsOf(const SessionDesign& packed, const Design& design, const RunControl& control = {});

}  // namespace noiseloom
