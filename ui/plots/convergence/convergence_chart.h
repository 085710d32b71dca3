#pragma once

#include <QString>
#include <vector>

#include "core/base/trace_point.h"
#include "core/design/design.h"
#include "ui/plots/line/chart_model.h"

namespace noiseloom {

/// What the horizontal axis of the chart counts.
enum class TraceAxis { Evaluations, Seconds };

/// All that the chart of an optimiser's convergence shows.
struct ConvergenceData {
  bool live = false;   ///< the points are of a solve that still runs
  bool stale = false;  ///< they belong to an earlier scenario
  QString mechanism;   ///< of the design
  std::vector<TracePoint> trace;
  OptimizerSummary summary;  ///< of the design; its own trace is not read. NotRun: a closed form, or no design
  bool solved = false;       ///< there is a design
};

/// Objective above the best one found, relative to it, and relative gradient with its tolerance, both on one
/// logarithmic axis. Points where either is 0 are left out of its series, as they are on any logarithmic axis.
ChartModel convergenceModel(const ConvergenceData& data, TraceAxis axis);
/// "converged after 23 evaluations, relative gradient 3e-9, 4 ms"; while it runs "solving: ..."; words for a closed
/// form.
QString convergenceText(const ConvergenceData& data);

}  // namespace noiseloom
