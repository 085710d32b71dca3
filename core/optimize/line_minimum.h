#pragma once

#include <functional>
#include <limits>

#include "core/optimize/lbfgs.h"

namespace noiseloom {

struct LineOptions {
  double start = 0;  ///< moved down by 1 at a time, 20 times at most, while the function is not finite there
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  double step = 1;          ///< the first one to either side
  double tolerance = 1e-7;  ///< of x: the interval that holds the minimum is as short in the end
  Index maxEvaluations = 200;
  Phrase variable;        ///< what x is, for a person: of endings.h
  void validate() const;  ///< throws InvalidArgument
};

struct LineMinimum {
  double x = 0;  ///< LineOptions::start where the function is finite nowhere
  OptimizerSummary summary;
  bool found() const { return summary.initialObjective > 0; }
};

/// A local minimum of a positive function of one variable, without derivatives: downhill in growing steps until it is
/// higher on both sides, or a bound is reached, then golden section. Infinite and NaN values count as high.
/// Deterministic; when stopped the best point so far.
LineMinimum minimizeAlongLine(const std::function<double(double)>& f, const LineOptions& options,
                              const RunControl& control = {});

}  // namespace noiseloom
