#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/base/termination.h"
#include "core/base/trace_point.h"

namespace noiseloom {

struct LbfgsOptions {
  double gradientTolerance = 1e-8;  ///< converged when the relative gradient is at most this
  /// Relative gradient at the point evaluated last; empty: ||g|| ||x|| / |f|. For variables that are scaled unevenly.
  std::function<double()> relativeGradient;
  /// Changes of the objective that mean nothing, at the point evaluated last, >= 0, for objectives that are sampled:
  /// converged also when the last kResolvedAfter evaluations, those outside the domain among them, lowered it by no
  /// more. Empty: none.
  std::function<double()> resolution;
  static constexpr Index kResolvedAfter = 8;
  Index maxIterations = 1000;
  Index maxEvaluations = 4000;
  Index history = 8;      ///< pairs kept; memory is 2 history + 6 vectors
  void validate() const;  ///< throws InvalidArgument
};

struct OptimizerSummary {
  Termination termination = Termination::NotRun;
  Text message;  ///< why it ended: of endings.h
  Index iterations = 0;
  Index evaluations = 0;
  double initialObjective = 0;
  double objective = 0;
  double relativeGradient = 0;
  double gradientTolerance = 0;  ///< the relative gradient that was aimed at
  double seconds = 0;
  std::vector<TracePoint> trace;  ///< at most 1000 points, thinned evenly when there are more
};

/// Adds a point to a trace of at most 1000: iterations that are no multiple of `stride` (1 at the start) are left out,
/// and it doubles, with every second point dropped, when the trace is full.
void keepTracePoint(std::vector<TracePoint>& trace, Index& stride, const TracePoint& point);

/// Adds a solve that went on from where `summary` ended (which may be empty).
void append(OptimizerSummary& summary, OptimizerSummary next);
/// The control of such a solve: what it traces while it runs is counted on from `summary`, as append() counts it.
RunControl continuing(const OptimizerSummary& summary, const RunControl& control);

/// f(x) and its gradient into `gradient`; +infinity marks a point outside the domain (the line search steps back).
using Objective = std::function<double(std::span<const double> x, std::span<double> gradient)>;

/// Minimises a smooth function by L-BFGS with a bracketing strong-Wolfe line search, from x, which is replaced by the
/// best point seen. The very first step has length 1: scale x so that a unit step is a sensible one. Deterministic.
/// Stops with Termination::Stopped when the control asks; throws InvalidArgument when f is not finite at x, and what f
/// throws: x is the best point seen until then.
OptimizerSummary minimizeLbfgs(const Objective& objective, std::vector<double>& x, const LbfgsOptions& options,
                               const RunControl& control = {});

}  // namespace noiseloom
