#include "ui/plots/convergence/convergence_chart.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/style/number_text.h"
#include "ui/style/quantity_text.h"
#include "ui/style/references.h"

namespace noiseloom {
namespace {

struct ConvergenceChart {
  Q_DECLARE_TR_FUNCTIONS(ConvergenceChart)
};

double positionOf(const TracePoint& point, TraceAxis axis) {
  return axis == TraceAxis::Evaluations ? static_cast<double>(point.evaluations) : point.seconds;
}

bool isIterated(const ConvergenceData& data) {
  return data.live || data.summary.termination != Termination::NotRun || !data.trace.empty();
}

QString endText(Termination termination) {
  switch (termination) {
    case Termination::Converged: return ConvergenceChart::tr("converged");
    case Termination::IterationLimit: return ConvergenceChart::tr("ended at the limit of iterations");
    case Termination::Stopped: return ConvergenceChart::tr("stopped on request");
    case Termination::LineSearchFailed: return ConvergenceChart::tr("ended: no lower point was found");
    case Termination::InvalidInput: return ConvergenceChart::tr("refused its input");
    case Termination::NotRun: break;
  }
  return ConvergenceChart::tr("not run");
}

QString evaluationsText(Index evaluations) {
  return evaluations == 1 ? ConvergenceChart::tr("1 evaluation")
                          : ConvergenceChart::tr("%1 evaluations").arg(evaluations);
}

QString closedFormText(const ConvergenceData& data) {
  if (!data.solved) return ConvergenceChart::tr("Nothing has been solved yet.");
  return ConvergenceChart::tr("%1 is a closed form: nothing was iterated.").arg(data.mechanism);
}

}  // namespace

ChartModel convergenceModel(const ConvergenceData& data, TraceAxis axis) {
  ChartModel model{.name = QStringLiteral("convergence"),
                   .title = ConvergenceChart::tr("Convergence of the optimiser")};
  model.x.title = axis == TraceAxis::Evaluations ? ConvergenceChart::tr("evaluations of the objective and its gradient")
                                                 : ConvergenceChart::tr("time since the start of the solve (s)");
  model.x.whole = axis == TraceAxis::Evaluations;
  model.y.title = ConvergenceChart::tr("relative (no unit)");
  model.x.shorter = {axis == TraceAxis::Evaluations ? ConvergenceChart::tr("evaluations")
                                                    : ConvergenceChart::tr("time (s)")};
  model.y.shorter = {ConvergenceChart::tr("relative")};
  model.y.log = true;
  model.formula = ConvergenceChart::tr("gap = (f − f best) / f best,  relative gradient = ‖∇f‖ ‖x‖ / |f|");
  model.citation = cited("numerical-optimization", ConvergenceChart::tr("chapter 7 (L-BFGS)"));
  model.emptyText = !isIterated(data) ? closedFormText(data)
                    : data.live       ? ConvergenceChart::tr("Waiting for the optimiser’s first steps…")
                                      : ConvergenceChart::tr("The solve ended before there was anything to draw.");
  model.summary = convergenceText(data);
  if (data.trace.empty()) return model;

  double best = data.trace.front().objective;
  for (const TracePoint& point : data.trace) best = std::min(best, point.objective);
  ChartSeries gap{QStringLiteral("gap"),
                  data.live ? ConvergenceChart::tr("above the best so far") : ConvergenceChart::tr("above the best"),
                  SeriesLook::LineWithPoints};
  gap.stale = data.stale;
  ChartSeries gradient{QStringLiteral("gradient"), ConvergenceChart::tr("relative gradient"), SeriesLook::Line,
                       SeriesRole::Palette, 1};
  gradient.stale = data.stale;
  const double scale = std::abs(best);
  for (const TracePoint& point : data.trace) {
    const double x = positionOf(point, axis);
    const QString note = ConvergenceChart::tr("objective %1").arg(resultText(point.objective, 10));
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
      QStringLiteral("tolerance"),
      ConvergenceChart::tr("tolerance %1").arg(resultText(data.summary.gradientTolerance, 1)), SeriesLook::Dashes,
      SeriesRole::Text, {positionOf(data.trace.front(), axis), positionOf(data.trace.back(), axis)},
      data.summary.gradientTolerance));
  model.series.back().stale = data.stale;
  return model;
}

QString convergenceText(const ConvergenceData& data) {
  if (!isIterated(data)) return closedFormText(data);
  if (data.live) {
    if (data.trace.empty()) return ConvergenceChart::tr("Solving…");
    const TracePoint& last = data.trace.back();
    if (!(last.relativeGradient > 0)) {
      return ConvergenceChart::tr("solving: %1, %2").arg(evaluationsText(last.evaluations), secondsText(last.seconds));
    }
    return ConvergenceChart::tr("solving: %1, relative gradient %2, %3")
        .arg(evaluationsText(last.evaluations), resultText(last.relativeGradient, 2), secondsText(last.seconds));
  }
  const OptimizerSummary& summary = data.summary;
  if (!(summary.relativeGradient > 0)) {
    return ConvergenceChart::tr("%1 after %2, %3")
        .arg(endText(summary.termination), evaluationsText(summary.evaluations), secondsText(summary.seconds));
  }
  return ConvergenceChart::tr("%1 after %2, relative gradient %3, %4")
      .arg(endText(summary.termination), evaluationsText(summary.evaluations), resultText(summary.relativeGradient, 2),
           secondsText(summary.seconds));
}

}  // namespace noiseloom
