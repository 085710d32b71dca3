#include "ui/plots/convergence/convergence_chart.h"

#include <algorithm>
#include <cmath>

#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/quantity_text.h"
#include "ui/style/references.h"

namespace noiseloom {
namespace {

double positionOf(const TracePoint& point, TraceAxis axis) {
  return axis == TraceAxis::Evaluations ? static_cast<double>(point.evaluations) : point.seconds;
}

bool isIterated(const ConvergenceData& data) {
  return data.live || data.summary.termination != Termination::NotRun || !data.trace.empty();
}

QString endText(Termination termination) {
  switch (termination) {
    case Termination::Converged: return tr("converged");
    case Termination::IterationLimit: return tr("ended at the limit of iterations");
    case Termination::Stopped: return tr("stopped on request");
    case Termination::LineSearchFailed: return tr("ended: no lower point was found");
    case Termination::InvalidInput: return tr("refused its input");
    case Termination::NotRun: break;
  }
  return tr("not run");
}

QString evaluationsText(Index evaluations) {
  return evaluations == 1 ? tr("1 evaluation") : tr("%1 evaluations").arg(evaluations);
}

QString closedFormText(const ConvergenceData& data) {
  if (!data.solved) return tr("Nothing has been solved yet.");
  return tr("%1 is a closed form: nothing was iterated.").arg(data.mechanism);
}

}  // namespace

ChartModel convergenceModel(const ConvergenceData& data, TraceAxis axis) {
  ChartModel model{.name = QStringLiteral("convergence"), .title = tr("Convergence of the optimiser")};
  model.x.title = axis == TraceAxis::Evaluations ? tr("evaluations of the objective and its gradient")
                                                 : tr("time since the start of the solve (s)");
  model.x.whole = axis == TraceAxis::Evaluations;
  model.y.title = tr("relative (no unit)");
  model.x.shorter = {axis == TraceAxis::Evaluations ? tr("evaluations") : tr("time (s)")};
  model.y.shorter = {tr("relative")};
  model.y.log = true;
  model.formula = tr("gap = (f − f best) / f best,  relative gradient = ‖∇f‖ ‖x‖ / |f|");
  model.citation = cited("numerical-optimization", tr("chapter 7 (L-BFGS)"));
  model.emptyText = !isIterated(data) ? closedFormText(data)
                    : data.live       ? tr("Waiting for the optimiser’s first steps…")
                                      : tr("The solve ended before there was anything to draw.");
  model.summary = convergenceText(data);
  if (data.trace.empty()) return model;

  double best = data.trace.front().objective;
  for (const TracePoint& point : data.trace) best = std::min(best, point.objective);
  ChartSeries gap{QStringLiteral("gap"), data.live ? tr("above the best so far") : tr("above the best"),
                  SeriesLook::LineWithPoints};
  gap.stale = data.stale;
  ChartSeries gradient{QStringLiteral("gradient"), tr("relative gradient"), SeriesLook::Line, SeriesRole::Palette, 1};
  gradient.stale = data.stale;
  const double scale = std::abs(best);
  for (const TracePoint& point : data.trace) {
    const double x = positionOf(point, axis);
    const QString note = tr("objective %1").arg(resultText(point.objective, 10));
    if (const double above = (point.objective - best) / scale; above > 0 && std::isfinite(above)) {
      gap.points.emplace_back(x, above);
      gap.notes.push_back(note);
    }
    if (point.relativeGradient > 0 && std::isfinite(point.relativeGradient)) {
      gradient.points.emplace_back(x, point.relativeGradient);
      gradient.notes.push_back(note);
    }
  }
  const bool graded = !gradient.points.empty();
  model.series.push_back(std::move(gap));
  if (!graded) return model;
  model.series.push_back(std::move(gradient));
  if (data.live || !(data.summary.gradientTolerance > 0)) return model;
  model.series.push_back(levelSeries(
      QStringLiteral("tolerance"), tr("tolerance %1").arg(resultText(data.summary.gradientTolerance, 1)),
      SeriesLook::Dashes, SeriesRole::Text, {positionOf(data.trace.front(), axis), positionOf(data.trace.back(), axis)},
      data.summary.gradientTolerance));
  model.series.back().stale = data.stale;
  return model;
}

QString convergenceText(const ConvergenceData& data) {
  if (!isIterated(data)) return closedFormText(data);
  if (data.live) {
    if (data.trace.empty()) return tr("Solving…");
    const TracePoint& last = data.trace.back();
    if (!(last.relativeGradient > 0))
      return tr("solving: %1, %2").arg(evaluationsText(last.evaluations), secondsText(last.seconds));
    return tr("solving: %1, relative gradient %2, %3")
        .arg(evaluationsText(last.evaluations), resultText(last.relativeGradient, 2), secondsText(last.seconds));
  }
  const OptimizerSummary& summary = data.summary;
  if (!(summary.relativeGradient > 0)) {
    return tr("%1 after %2, %3")
        .arg(endText(summary.termination), evaluationsText(summary.evaluations), secondsText(summary.seconds));
  }
  return tr("%1 after %2, relative gradient %3, %4")
      .arg(endText(summary.termination), evaluationsText(summary.evaluations), resultText(summary.relativeGradient, 2),
           secondsText(summary.seconds));
}

}  // namespace noiseloom
