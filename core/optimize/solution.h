#pragma once

#include <vector>

#include "core/optimize/lbfgs.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// What an optimiser, or a mechanism, hands over.
struct Solution {
  Strategy strategy;
  OptimizerSummary summary = {};          ///< NotRun for closed forms
  std::vector<double> coefficients = {};  ///< of C, or of C^-1 where that is banded, to start a neighbouring solve from
  double lowerBound = 0;  ///< certificate: no strategy of the kind has a smaller objective; 0 where there is none
  bool whole = true;      ///< nothing was left out that a full solve does
};

}  // namespace noiseloom
