#pragma once

#include <QString>
#include <vector>

#include "core/base/trace_point.h"
#include "core/design/design.h"
#include "ui/plots/line/chart_model.h"

namespace noiseloom {

/// The quantity on the horizontal axis.
enum class TraceAxis { Evaluations, Seconds };

/// All data of the chart of an optimiser's convergence.
struct ConvergenceData {
  bool live = false;   ///< the points belong to a running solve
  bool stale = false;  ///< the points belong to an earlier scenario
  QString mechanism;   ///< mechanism of the design
  std::vector<TracePoint> trace;
  OptimizerSummary summary;  ///< of the design, without using its trace. NotRun: a closed form, or no design
  bool solved = false;       ///< there is a design
};

/// The objective above the best one found, relative to it, and the relative gradient with its tolerance, on one
/// logarithmic axis. Zeros are left out, as on any logarithmic axis.
ChartModel convergenceModel(const ConvergenceData& data, TraceAxis axis);
/// "converged after 23 evaluations, relative gradient 3e-9, 4 ms"; "solving: ..." during a solve; a sentence for a
/// closed form.
QString convergenceText(const ConvergenceData& data);

}  // namespace noiseloom
