#pragma once

#include <functional>
#include <limits>

#include "core/optimize/lbfgs.h"

namespace noiseloom {

struct LineOptions {
  double start = 0;  ///< while the function is not finite there, lowered by 1 at a time, at most 20 times
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  double step = 1;          ///< the first one in either direction
  double tolerance = 1e-7;  ///< of x: the minimum is in an interval that ends no further than that to its sides
  Index maxEvaluations = 200;
  Phrase variable;        ///< name of x, for messages of endings.h
  void validate() const;  ///< throws InvalidArgument
};

struct LineMinimum {
  double x = 0;  ///< LineOptions::start if the function is finite nowhere
  OptimizerSummary summary;
  bool found() const { return summary.initialObjective > 0; }
};

/// A local minimum of a positive function of one variable, without derivatives: downhill in growing steps until both
/// sides are higher, or a bound is reached, then Brent's method. Infinite and NaN values count as high. Deterministic;
/// when stopped, returns the best point so far.
LineMinimum minimizeAlongLine(const std::function<double(double)>& f, const LineOptions& options,
                              const RunControl& control = {});

}  // namespace noiseloom
