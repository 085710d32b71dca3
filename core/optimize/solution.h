#pragma once

#include <vector>

#include "core/optimize/lbfgs.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// The result of an optimiser or a mechanism.
struct Solution {
  Strategy strategy;
  OptimizerSummary summary = {};          ///< NotRun for closed forms
  std::vector<double> coefficients = {};  ///< of C, or of C^-1 if that is banded, to start a neighbouring solve from
  double lowerBound = 0;  ///< certificate: no strategy of the kind has a smaller objective; 0 if there is none
  bool whole = true;      ///< false if a quick solve omitted a part of the full one
};

}  // namespace noiseloom
