#include "ui/plots/step_error/step_error_chart.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/document/claim_difference.h"
#include "ui/document/design_text.h"
#include "ui/style/number_text.h"
#include "ui/style/references.h"

namespace noiseloom {
namespace {

/// The context of the texts, for translators.
struct StepErrorChart {
  Q_DECLARE_TR_FUNCTIONS(StepErrorChart)
};

StepErrors scaled(const ErrorProfile& profile, double scale) {
  StepErrors out;
  if (!profile.valid || !std::isfinite(scale) || scale <= 0) return out;
  out.steps = profile.steps;
  out.errors.reserve(profile.variances.size());
  for (const double variance : profile.variances) out.errors.push_back(scale * std::sqrt(variance));
  return out;
}

std::vector<QPointF> pointsOf(const StepErrors& errors) {
  std::vector<QPointF> points;
  points.reserve(errors.steps.size());
  for (std::size_t i = 0; i < errors.steps.size(); ++i)
    points.emplace_back(static_cast<double>(errors.steps[i]), errors.errors[i]);
  return points;
}

bool nearlyEqual(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

// The level lines of the design's summary figures; those that coincide share one.
void addLevels(const StepErrorData& data, ChartModel& model) {
  const Design& design = *data.design;
  const double last = static_cast<double>(design.strategy.iterations() - 1);
  if (last <= 0) return;
  const auto add = [&](const char* key, const QString& name, double value, SeriesLook look, SeriesRole role) {
    if (!std::isfinite(value) || value <= 0) return;
    model.series.push_back(levelSeries(QString::fromLatin1(key), name, look, role, {0, last}, value));
  };
  add("mean", StepErrorChart::tr("rmse %1").arg(resultText(design.rmse)), design.rmse, SeriesLook::Dashes,
      SeriesRole::Accent);
  if (nearlyEqual(design.maxError, design.lastError)) {
    add("largest", StepErrorChart::tr("largest = last %1").arg(resultText(design.maxError)), design.maxError,
        SeriesLook::Dots, SeriesRole::Optimum);
    return;
  }
  add("largest", StepErrorChart::tr("largest %1").arg(resultText(design.maxError)), design.maxError, SeriesLook::Dots,
      SeriesRole::Optimum);
  add("last", StepErrorChart::tr("last %1").arg(resultText(design.lastError)), design.lastError, SeriesLook::Dots,
      SeriesRole::Text);
}

}  // namespace

std::optional<double> errorAt(const StepErrors& errors, Index step) {
  const auto at = std::lower_bound(errors.steps.begin(), errors.steps.end(), step);
  if (at == errors.steps.end() || *at != step) return std::nullopt;
  return errors.errors[static_cast<std::size_t>(at - errors.steps.begin())];
}

StepErrors stepErrorsOf(const Design& design, const ErrorProfile& profile) {
  return scaled(profile, design.noiseMultiplier.value * design.sensitivity.value);
}

StepErrors baselineErrorsOf(const Design& design, const ErrorProfile& identity, double identityMean) {
  if (!(design.dpSgdRmse > 0) || !(identityMean > 0)) return {};
  return scaled(identity, design.dpSgdRmse / std::sqrt(identityMean));
}

ChartModel stepErrorModel(const StepErrorData& data) {
  ChartModel model;
  model.name = QStringLiteral("error_of_each_step");
  model.title = StepErrorChart::tr("Error of each step");
  model.x.title = StepErrorChart::tr("step i");
  model.x.whole = true;
  model.y.title = StepErrorChart::tr("error (× clip norm)");
  model.y.shorter = {StepErrorChart::tr("error (× clip)"), StepErrorChart::tr("× clip")};
  model.y.fromZero = true;
  model.formula = StepErrorChart::tr("error of step i = σ sens ‖row i of A C⁻¹‖");
  model.citation = cited("scaling-bandmf", StepErrorChart::tr("section 2 and appendix D"));
  model.emptyText = !data.design  ? StepErrorChart::tr("Nothing has been solved yet.")
                    : data.failed ? StepErrorChart::tr("The errors of this design are not finite.")
                                  : StepErrorChart::tr("Evaluating the error of each step…");
  if (!data.design) return model;
  const Design& design = *data.design;
  const auto add = [&model](ChartSeries series, const StepErrors& errors, SeriesLook ofOne) {
    series.points = pointsOf(errors);
    // A line of one point has nothing to draw.
    if (series.points.size() == 1) series.look = ofOne;
    model.series.push_back(std::move(series));
  };
  if (!data.own.steps.empty()) {
    ChartSeries own{QStringLiteral("design"), StepErrorChart::tr("this design")};
    for (std::size_t i = 0; i < data.own.steps.size(); ++i) {
      const auto baseline = errorAt(data.baseline, data.own.steps[i]);
      own.notes.push_back(
          baseline ? StepErrorChart::tr("%1 of DP-SGD’s error").arg(resultText(data.own.errors[i] / *baseline, 3))
                   : QString());
    }
    add(std::move(own), data.own, SeriesLook::Points);
    addLevels(data, model);
    // A design of DP-SGD is its own baseline.
    if (!data.baseline.steps.empty() && !design.strategy.as<IdentityStrategy>())
      add({QStringLiteral("dp-sgd"), StepErrorChart::tr("DP-SGD"), SeriesLook::Dashes, SeriesRole::Baseline},
          data.baseline, SeriesLook::Ring);
    for (ChartSeries& series : model.series) series.stale = data.stale;
  }
  for (const StepErrorData::Pin& pin : data.pins) {
    ChartSeries series =
        pinSeries(QStringLiteral("pin-%1").arg(pin.id), nameAmongPlots(pin.name, pin.standing), pin.color);
    series.faint = pin.standing == Standing::OtherClaim;
    add(std::move(series), pin.errors, SeriesLook::Pin);
  }
  if (!data.own.steps.empty()) {
    model.summary =
        StepErrorChart::tr("Error of each step of %1, from %2 at step 0 to %3 at step %4 (times clip norm). %5.")
            .arg(mechanismText(design), resultText(data.own.errors.front()), resultText(data.own.errors.back()))
            .arg(data.own.steps.back())
            .arg(stepErrorHint(data));
  }
  return model;
}

QString stepErrorText(const StepErrorData& data, const QString& name, Index step, double error) {
  const auto baseline = errorAt(data.baseline, step);
  if (!baseline || *baseline == error)
    return StepErrorChart::tr("%1, step %2:  error %3 (× clip norm)")
        .arg(name, QString::number(step), resultText(error));
  return StepErrorChart::tr("%1, step %2:  error %3 (× clip norm), %4 of DP-SGD’s %5")
      .arg(name, QString::number(step), resultText(error), resultText(error / *baseline, 3), resultText(*baseline));
}

QString stepErrorHint(const StepErrorData& data) {
  if (!data.design) return {};
  const Design& design = *data.design;
  const auto& errors = data.own.errors;
  const auto most = std::max_element(errors.begin(), errors.end());
  // Only said where the step is among those evaluated.
  if (most != errors.end() && nearlyEqual(*most, design.maxError)) {
    return StepErrorChart::tr("rmse %1, largest %2 at step %3, last %4 (× clip norm)")
        .arg(resultText(design.rmse), resultText(design.maxError))
        .arg(data.own.steps[static_cast<std::size_t>(most - errors.begin())])
        .arg(resultText(design.lastError));
  }
  return StepErrorChart::tr("rmse %1, largest %2, last %3 (× clip norm)")
      .arg(resultText(design.rmse), resultText(design.maxError), resultText(design.lastError));
}

}  // namespace noiseloom
