#pragma once

#include <vector>

#include "core/base/run_control.h"
#include "core/io/session.h"

namespace noiseloom {

/// Which of the stated figures are not those of the design, "rmse: 3.2 is stated, 3.1 follows", and where the session
/// holds the strategy also what verifyStrategyFile() does not confirm. Empty: all is as stated, or stopped.
std::vector<Text> contradictionsOf(const SessionDesign& packed, const Design& design, const RunControl& control = {});

}  // namespace noiseloom
