#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/base/termination.h"
#include "core/base/trace_point.h"

namespace noiseloom {

struct LbfgsOptions {
  double gradientTolerance = 1e-8;  ///< converged when the relative gradient is at most this
  /// Relative gradient at the last evaluated point; if empty, ||g|| ||x|| / |f|. For variables of uneven scale.
  std::function<double()> relativeGradient;
  /// The size of insignificant changes of the objective at the last evaluated point, >= 0, as of sampled ones. The
  /// solve has also converged if the last `resolvedAfter` evaluations, including those outside the domain, lowered the
  /// objective by no more. If empty, this test is off.
  std::function<double()> resolution;
  Index resolvedAfter = 8;  ///< >= 1
  Index maxIterations = 1000;
  Index maxEvaluations = 4000;
  Index history = 8;      ///< pairs kept; memory is 2 history + 6 vectors
  void validate() const;  ///< throws InvalidArgument
};

struct OptimizerSummary {
  Termination termination = Termination::NotRun;
  Text message;  ///< why it ended, from endings.h
  Index iterations = 0;
  Index evaluations = 0;
  double initialObjective = 0;
  double objective = 0;
  double relativeGradient = 0;
  double gradientTolerance = 0;  ///< the tolerance
  double seconds = 0;
  std::vector<TracePoint> trace;  ///< at most 1000 points, thinned evenly
};

/// Adds a point to a trace of at most 1000. Only iterations that are multiples of `stride` (initially 1) are kept; when
/// the trace is full, every second point is dropped and stride doubles.
void keepTracePoint(std::vector<TracePoint>& trace, Index& stride, const TracePoint& point);

/// Adds a solve that continued from the end of `summary` (which may be empty).
void append(OptimizerSummary& summary, OptimizerSummary next);
/// The control of such a solve: its trace counts on from `summary`, as in append().
RunControl continuing(const OptimizerSummary& summary, const RunControl& control);

/// Returns f(x) and writes its gradient; +infinity marks a point outside the domain (the line search steps back).
using Objective = std::function<double(std::span<const double> x, std::span<double> gradient)>;

/// Minimises a smooth function by L-BFGS with a bracketing strong-Wolfe line search, from x, which is replaced by the
/// best point seen. The very first step has length 1: scale x so that a unit step is sensible. Deterministic. Ends with
/// Termination::Stopped when the control asks. Throws InvalidArgument if f is not finite at x; exceptions of f are
/// passed on, with x the best point so far.
OptimizerSummary minimizeLbfgs(const Objective& objective, std::vector<double>& x, const LbfgsOptions& options,
                               const RunControl& control = {});

}  // namespace noiseloom
