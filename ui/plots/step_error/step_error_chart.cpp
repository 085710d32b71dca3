#include "ui/plots/step_error/step_error_chart.h"

#include <algorithm>
#include <cmath>

#include "ui/document/design_text.h"
#include "ui/document/error_readings.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/references.h"

namespace noiseloom {
namespace {

StepErrors scaled(const ErrorProfile& profile, double scale) {
  StepErrors out;
  if (!profile.valid || !std::isfinite(scale) || scale <= 0) return out;
  out.steps = profile.steps;
  out.errors.reserve(profile.variances.size());
  for (const double variance : profile.variances) out.errors.push_back(scale * std::sqrt(variance));
  out.shown = out.errors;
  return out;
}

std::vector<QPointF> pointsOf(const StepErrors& errors) {
  std::vector<QPointF> points;
  points.reserve(errors.steps.size());
  for (std::size_t i = 0; i < errors.steps.size(); ++i) {
    if (std::isfinite(errors.shown[i])) points.emplace_back(static_cast<double>(errors.steps[i]), errors.shown[i]);
  }
  return points;
}

constexpr double kSameCurve = 1e-4;  // relative: what no plot tells apart

bool nearlyEqual(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

// True if each step is compared with DP-SGD at the same step, so that the largest such error is not the largest error.
bool againstSteps(ErrorUnit unit) {
  return unit == ErrorUnit::FullBatch || unit == ErrorUnit::DpSgdEpsilon;
}

// True if a pinned design's curve is the baseline's: two names at one line would be one too many.
bool isPinned(const StepErrorData& data) {
  return std::ranges::any_of(data.pins, [&data](const StepErrorData::Pin& pin) {
    return pin.standing != Standing::OtherClaim && pin.errors.steps == data.baseline.steps &&
           std::ranges::equal(pin.errors.errors, data.baseline.errors,
                              [](double one, double other) { return std::abs(one - other) <= kSameCurve * other; });
  });
}

// Adds level lines for the design's summary figures; coinciding ones share a line.
void addLevels(const StepErrorData& data, ChartModel& model) {
  const DesignFigures& figures = data.figures;
  const double last = static_cast<double>(data.design->strategy.iterations() - 1);
  if (last <= 0) return;
  const auto add = [&](const char* key, const QString& name, double value, SeriesLook look, SeriesRole role) {
    if (!std::isfinite(value) || value <= 0) return;
    model.series.push_back(levelSeries(QString::fromLatin1(key), name, look, role, {0, last}, value));
  };
  add("mean", tr("rmse %1").arg(resultText(figures.error.mean)), figures.error.mean, SeriesLook::Dashes,
      SeriesRole::Accent);
  if (againstSteps(data.unit)) return;
  if (nearlyEqual(figures.error.max, figures.error.last)) {
    add("largest", tr("largest = last %1").arg(resultText(figures.error.max)), figures.error.max, SeriesLook::Dots,
        SeriesRole::Optimum);
    return;
  }
  add("largest", tr("largest %1").arg(resultText(figures.error.max)), figures.error.max, SeriesLook::Dots,
      SeriesRole::Optimum);
  // A point and no level: two levels next to each other would hatch one another.
  ChartSeries end{QStringLiteral("last"), tr("last %1").arg(resultText(figures.error.last)), SeriesLook::Ring,
                  SeriesRole::Text};
  end.points = {{last, figures.error.last}};
  end.pointed = false;
  if (std::isfinite(figures.error.last) && figures.error.last > 0) model.series.push_back(std::move(end));
}

}  // namespace

std::optional<double> errorAt(const StepErrors& errors, Index step) {
  const auto at = std::lower_bound(errors.steps.begin(), errors.steps.end(), step);
  if (at == errors.steps.end() || *at != step) return std::nullopt;
  return errors.shown[at - errors.steps.begin()];
}

void readIn(StepErrors& errors, const ErrorScale& scale, const ErrorProfile& identity, double identityMean) {
  const bool known = identity.valid && identity.steps == errors.steps && identityMean > 0;
  for (std::size_t i = 0; i < errors.steps.size(); ++i) {
    const double share = known ? std::sqrt(identity.variances[i] / identityMean) : 0;
    errors.shown[i] = scale.atStep(errors.errors[i], share);
  }
}

StepErrors stepErrorsOf(const Design& design, const ErrorProfile& profile) {
  return scaled(profile, design.noiseMultiplier.value * design.sensitivity.value);
}

StepErrors baselineErrorsOf(const Design& design, const ErrorProfile& identity, double identityMean) {
  if (!(design.dpSgdRmse > 0) || !(identityMean > 0)) return {};
  return scaled(identity, design.dpSgdRmse / std::sqrt(identityMean));
}

ChartModel stepErrorModel(const StepErrorData& data) {
  ChartModel model{.name = QStringLiteral("error_of_each_step"), .title = tr("Error of each step")};
  model.x.title = tr("step i");
  model.x.whole = true;
  const QString unit = errorUnitLabel(data.unit);
  model.y.title = tr("error (%1)").arg(unit);
  model.y.shorter = {unit};
  if (data.unit == ErrorUnit::Summed) model.y.shorter = {tr("error (× clip)"), tr("× clip")};
  model.y.fromZero = true;
  model.formula = tr("error of step i = σ sens ‖row i of A C⁻¹‖");
  if (data.unit != ErrorUnit::Summed)
    model.formula = tr("%1; shown: %2").arg(model.formula, errorUnitMeaning(data.unit));
  model.citation = cited("scaling-bandmf", tr("section 2 and appendix D"));
  model.emptyText = !data.design  ? tr("Nothing has been solved yet.")
                    : data.failed ? tr("The errors of this design are not finite.")
                                  : tr("Evaluating the error of each step…");
  if (!data.design) return model;
  const Design& design = *data.design;
  const auto add = [&model](ChartSeries series, const StepErrors& errors, SeriesLook ofOne) {
    series.points = pointsOf(errors);
    // A line of one point would draw nothing.
    if (series.points.size() == 1) series.look = ofOne;
    model.series.push_back(std::move(series));
  };
  if (!data.own.steps.empty()) {
    ChartSeries own{QStringLiteral("design"), tr("this design")};
    const bool against = data.baseline.steps == data.own.steps;
    for (std::size_t i = 0; i < data.own.steps.size(); ++i) {
      if (!std::isfinite(data.own.shown[i])) continue;
      const QString ratio = against ? resultText(data.own.errors[i] / data.baseline.errors[i], 3) : QString();
      own.notes.push_back(against ? tr("%1 of DP-SGD’s error").arg(ratio) : QString());
    }
    add(std::move(own), data.own, SeriesLook::Points);
    addLevels(data, model);
    // A DP-SGD design is its own baseline.
    if (!data.baseline.steps.empty() && !design.strategy.isIdentity() && !isPinned(data))
      add({QStringLiteral("dp-sgd"), tr("DP-SGD"), SeriesLook::Dashes, SeriesRole::Baseline}, data.baseline,
          SeriesLook::Ring);
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
        tr("Error of each step of %1, from %2 at step 0 to %3 at step %4 (%6). %5.")
            .arg(mechanismText(design), resultText(data.own.shown.front()), resultText(data.own.shown.back()))
            .arg(countText(data.own.steps.back()))
            .arg(stepErrorHint(data), unit);
  }
  return model;
}

QString stepErrorText(const StepErrorData& data, const QString& name, Index step, double error) {
  const auto baseline = errorAt(data.baseline, step);
  const QString unit = errorUnitLabel(data.unit);
  if (!baseline || *baseline == error || data.unit == ErrorUnit::DpSgdEpsilon)
    return tr("%1, step %2:  error %3 (%4)").arg(name, countText(step), resultText(error), unit);
  return tr("%1, step %2:  error %3 (%6), %4 of DP-SGD’s %5")
      .arg(name, countText(step), resultText(error), resultText(error / *baseline, 3), resultText(*baseline), unit);
}

QString stepErrorHint(const StepErrorData& data) {
  if (!data.design) return {};
  const DesignFigures& figures = data.figures;
  const QString unit = errorUnitLabel(data.unit);
  const auto& errors = data.own.errors;
  const auto most = std::max_element(errors.begin(), errors.end());
  // Stated only if the step was evaluated.
  if (most != errors.end() && nearlyEqual(*most, data.design->error.max)) {
    return tr("rmse %1, largest %2 at step %3, last %4 (%5)")
        .arg(resultText(figures.error.mean), resultText(figures.error.max))
        .arg(countText(data.own.steps[most - errors.begin()]))
        .arg(resultText(figures.error.last), unit);
  }
  return tr("rmse %1, largest %2, last %3 (%4)")
      .arg(resultText(figures.error.mean), resultText(figures.error.max), resultText(figures.error.last), unit);
}

}  // namespace noiseloom
