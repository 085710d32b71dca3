#include "ui/plots/noise_laboratory/noise_lab_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error/error_profile.h"
#include "core/noise/noise_statistics.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/references.h"

namespace noiseloom {
namespace {

constexpr Index kMostLags = 128;
constexpr int kFrequencies = 200;
constexpr Index kEnvelopePoints = 256;
// Contains nineteen of twenty draws of a normal variable.
constexpr double kEnvelope = 1.96;
constexpr Index kMostDraws = 20;
constexpr Index kMostDrawnSteps = 1'000'000;  // over all draws
constexpr Index kMostMixed = 4;               // terms that fit into a line of text

double rootMeanSquare(const std::vector<double>& values) {
  const double square = std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
  return std::sqrt(square / static_cast<double>(std::max<std::size_t>(1, values.size())));
}

/// The first `count` values, multiplied by `scale`, at 0, 1, 2, ...
std::vector<QPointF> pointsOf(const std::vector<double>& values, Index count, double scale = 1) {
  std::vector<QPointF> points;
  points.reserve(count);
  for (Index i = 0; i < count; ++i) points.emplace_back(static_cast<double>(i), scale * values[i]);
  return points;
}

/// Adds DP-SGD's noise at the same privacy, if known.
void addIndependent(const NoiseData& data, ChartModel& model, SeriesLook look, std::vector<QPointF> points) {
  if (!data.hasIndependent || data.isIndependent()) return;
  model.series.push_back({QStringLiteral("independent"), tr("independent, same privacy"), look, SeriesRole::Baseline, 0,
                          std::move(points)});
}

ChartSeries exactSeries(const NoiseData& data, SeriesLook look, std::vector<QPointF> points) {
  return {QStringLiteral("exact"),
          data.isIndependent() ? tr("independent, exact") : tr("correlated, exact"),
          look,
          SeriesRole::Accent,
          0,
          std::move(points)};
}

/// "the first 100 000 of 1 000 000", appended to the name of an axis.
QString cutText(const NoiseData& data, const QString& name) {
  if (!data.isCut()) return name;
  return tr("%1 (the first %2 of %3)").arg(name, countText(data.steps), countText(data.design->strategy.iterations()));
}

/// The region that contains nineteen of twenty draws at each step.
ChartSeries envelopeSeries(const NoiseData& data) {
  ChartSeries series{QStringLiteral("envelope"), tr("19 of 20 draws"), SeriesLook::Area, SeriesRole::Accent};
  series.pointed = false;
  series.help = tr("at each step; 1.96 times its error, which the rmse is the root mean square of");
  for (std::size_t i = 0; i < data.envelope.size(); ++i) {
    series.points.emplace_back(static_cast<double>(data.envelopeSteps[i]), kEnvelope * data.envelope[i]);
    series.floors.push_back(-kEnvelope * data.envelope[i]);
  }
  return series;
}

ChartSeries estimateSeries(std::vector<QPointF> points) {
  return {QStringLiteral("estimate"), tr("this draw"), SeriesLook::Points, SeriesRole::Muted, 0, std::move(points)};
}

ChartModel pathModel(const NoiseData& data, bool sum, std::optional<Index> until) {
  const NoiseSample& sample = data.sample;
  const Index all = std::ssize(sample.noise);
  const Index end = until ? std::min(*until + 1, all) : all;
  ChartModel model;
  model.x.title = cutText(data, tr("iteration i"));
  model.x.shorter = {tr("iteration i")};
  model.x.mayLog = false;
  model.x.whole = true;
  model.x.range = std::pair(0.0, std::max(1.0, static_cast<double>(all - 1)));
  model.y.title = sum ? tr("noise in the iterate (× clip norm)") : tr("noise (× clip norm)");
  model.y.shorter = {tr("noise (× clip)"), tr("× clip")};
  model.y.mayLog = false;
  if (sum && !data.envelope.empty()) model.series.push_back(envelopeSeries(data));
  addIndependent(data, model, SeriesLook::Dots, pointsOf(sum ? sample.independentSum : sample.independent, end));
  const QString name = data.isIndependent() ? tr("independent: DP-SGD") : tr("correlated");
  model.series.push_back({QStringLiteral("correlated"), name, SeriesLook::Line, SeriesRole::Accent, 0,
                          pointsOf(sum ? sample.noiseSum : sample.noise, end)});
  model.formula = sum ? QStringLiteral("stddev · (A C⁻¹ z)[i]") : QStringLiteral("stddev · (C⁻¹ z)[i]");
  model.citation = cited("scaling-bandmf", tr("section 2"));
  if (until) model.markX = static_cast<double>(*until);
  return model;
}

ChartModel spectrumModel(const NoiseData& data) {
  ChartModel model;
  model.x.title = tr("frequency (cycles an iteration)");
  model.x.shorter = {tr("cycles an iteration")};
  model.x.log = true;
  model.y.title = tr("power density (× clip norm²)");
  model.y.shorter = {tr("power (× clip²)"), tr("× clip²")};
  model.y.log = true;
  model.emptyText = tr("A spectrum takes at least 16 iterations.");
  if (!data.frequencies.empty()) {
    const double level = data.independentStddev * data.independentStddev;
    addIndependent(data, model, SeriesLook::Dashes,
                   {{data.frequencies.front(), level}, {data.frequencies.back(), level}});
  }
  const auto add = [&model](ChartSeries series) {
    for (const QPointF& point : series.points)
      series.notes += tr("a period of %1 iterations").arg(resultText(1 / point.x(), 3));
    model.series.push_back(std::move(series));
  };
  std::vector<QPointF> points;
  for (std::size_t k = 1; k < data.estimatedPower.size(); ++k) {
    const auto last = static_cast<double>(data.estimatedPower.size() - 1);
    points.emplace_back(0.5 * static_cast<double>(k) / last, data.estimatedPower[k]);
  }
  if (!points.empty()) add(estimateSeries(std::exchange(points, {})));
  for (std::size_t i = 0; i < data.power.size(); ++i)
    points.emplace_back(data.frequencies[i], data.stddev * data.stddev * data.power[i]);
  if (points.empty()) return model;
  add(exactSeries(data, SeriesLook::Line, std::move(points)));
  model.formula = QStringLiteral("stddev² / |c(exp(2πi f))|²");
  return model;
}

ChartModel covarianceModel(const NoiseData& data) {
  ChartModel model;
  model.x.title = tr("lag before iteration %1 (iterations)").arg(data.at.step);
  model.x.shorter = {tr("lag (iterations)")};
  model.x.whole = true;
  model.x.mayLog = false;
  model.y.title = tr("covariance (× clip norm²)");
  model.y.shorter = {tr("× clip²")};
  model.y.mayLog = false;
  model.y.fromZero = true;
  const std::vector<double>& exact = data.at.covariance;
  const std::vector<double>& estimate = data.estimatedCovariance;
  model.series = {
      exactSeries(data, SeriesLook::LineWithPoints, pointsOf(exact, std::ssize(exact), data.stddev * data.stddev)),
      estimateSeries(pointsOf(estimate, std::ssize(estimate)))};
  addIndependent(data, model, SeriesLook::Diamond, {{0.0, data.independentStddev * data.independentStddev}});
  model.formula = QStringLiteral("stddev² · (C⁻¹ C⁻ᵀ)[i, i − lag]");
  return model;
}

}  // namespace

NoiseData noiseData(std::shared_ptr<const Design> design, Index draw, const RunControl& control) {
  NoiseData data;
  const Scenario& scenario = design->scenario;
  const Index n = design->strategy.iterations();
  data.draw = draw;
  data.steps = std::min(n, kMostNoiseSteps);
  data.stddev = design->stddev / scenario.clipNorm;
  data.hasIndependent = design->dpSgdRmse > 0;
  data.independentStddev =
      data.hasIndependent ? independentStddev(scenario.workload, n, design->dpSgdRmse) : data.stddev;
  if (!(std::isfinite(data.stddev) && data.stddev > 0)) return {};
  data.sample = sampleNoise({design->strategy, scenario.workload, data.stddev, data.independentStddev, data.steps,
                             static_cast<std::uint32_t>(draw)},
                            control.part(0, 0.9));
  if (control.stopRequested()) return {};
  const ErrorProfile profile = errorProfile(design->strategy, scenario.workload, kEnvelopePoints, control);
  double area = 0;
  for (std::size_t i = 0; profile.valid && i < profile.steps.size() && profile.steps[i] < data.steps; ++i) {
    if (i > 0) {
      area += 0.5 * (profile.variances[i - 1] + profile.variances[i]) *
              static_cast<double>(profile.steps[i] - profile.steps[i - 1]);
    }
    data.envelopeSteps.push_back(profile.steps[i]);
    data.envelope.push_back(data.stddev * std::sqrt(profile.variances[i]));
  }
  const Index last = data.envelopeSteps.empty() ? 0 : data.envelopeSteps.back();
  data.expected = data.steps == n ? design->error.mean
                  : last > 0      ? data.stddev * std::sqrt(area / static_cast<double>(last))
                                  : 0;

  const double lowest = 1 / static_cast<double>(std::max<Index>(data.steps, 4));
  for (int i = 0; i <= kFrequencies; ++i) {
    const double share = static_cast<double>(i) / kFrequencies;
    const double frequency = std::min(0.5, lowest * std::pow(0.5 / lowest, share));
    data.frequencies.push_back(frequency);
    if (const auto power = noisePower(design->strategy, frequency)) data.power.push_back(*power);
  }
  if (data.steps >= 16) {
    // Segments of an eighth of the draw average fifteen periodograms.
    Index segment = 16;
    while (2 * segment <= data.steps / 8 && segment < 512) segment *= 2;
    data.estimatedPower = estimatedPower(data.sample.noise, std::min(segment, data.steps));
  }
  data.design = std::move(design);
  data.at = noiseStep(data.design->strategy, data.steps - 1, control);
  if (control.stopRequested()) return {};
  const Index lags = std::min<Index>(std::ssize(data.at.covariance), data.steps);
  data.estimatedCovariance = estimatedCovariance(data.sample.noise, lags);
  return data;
}

std::pair<Index, double> manyDraws(const NoiseData& data, const RunControl& control) {
  if (data.isEmpty()) return {0, 0};
  const Index draws = std::clamp<Index>(kMostDrawnSteps / data.steps, 1, kMostDraws);
  double square = 0;
  for (Index draw = 1; draw <= draws; ++draw) {
    const NoiseSample sample = sampleNoise({data.design->strategy, data.design->scenario.workload, data.stddev,
                                            data.independentStddev, data.steps, static_cast<std::uint32_t>(draw)},
                                           control);
    if (control.stopRequested()) return {0, 0};
    const double rms = rootMeanSquare(sample.noiseSum);
    square += rms * rms / static_cast<double>(draws);
  }
  return {draws, std::sqrt(square)};
}

NoiseStep noiseStep(const Strategy& strategy, Index step, const RunControl& control) {
  const Index lags = std::clamp<Index>(3 * std::min<Index>(strategy.bands(), kMostLags), 24, kMostLags);
  return {step, noiseCovariance(strategy, step, lags, control), noisingRow(strategy, step, kMostMixed, control)};
}

QString noiseName(NoiseView view) {
  switch (view) {
    case NoiseView::Sum: return QStringLiteral("noise_running_sum");
    case NoiseView::Path: return QStringLiteral("noise_path");
    case NoiseView::Spectrum: return QStringLiteral("noise_spectrum");
    case NoiseView::Covariance: return QStringLiteral("noise_covariance");
  }
  return {};
}

QString noiseTitle(NoiseView view) {
  switch (view) {
    case NoiseView::Sum: return tr("Noise in the running sums");
    case NoiseView::Path: return tr("Noise of each step");
    case NoiseView::Spectrum: return tr("Spectrum of the noise");
    case NoiseView::Covariance: return tr("Covariance of the noise with that of earlier steps");
  }
  return {};
}

ChartModel noiseModel(const NoiseData& data, NoiseView view, std::optional<Index> until) {
  ChartModel model;
  if (data.isEmpty()) {
    model.emptyText = tr("The noise is drawn as soon as a design is solved.");
    return model;
  }
  switch (view) {
    case NoiseView::Sum: model = pathModel(data, true, until); break;
    case NoiseView::Path: model = pathModel(data, false, until); break;
    case NoiseView::Spectrum: model = spectrumModel(data); break;
    case NoiseView::Covariance: model = covarianceModel(data); break;
  }
  model.name = noiseName(view);
  model.title = noiseTitle(view);
  for (ChartSeries& series : model.series) series.stale = data.stale;
  return model;
}

QString noiseStepText(const NoiseData& data, Index step) {
  if (data.isEmpty() || step < 0 || step >= std::ssize(data.sample.noise)) return {};
  const std::size_t at = step;
  const QString noise = resultText(data.sample.noise[at], 3);
  const QString sum = resultText(data.sample.noiseSum[at], 3);
  QString text = tr("i = %1:  noise %2,  running sum %3").arg(step).arg(noise, sum);
  if (data.hasIndependent) {
    text = tr("i = %1:  noise %2,  running sum %3 (independent %4)")
               .arg(step)
               .arg(noise, sum, resultText(data.sample.independentSum[at], 3));
  }
  // The rows of the tree's z are nodes, not steps, so its mix has no such reading.
  if (data.at.step != step || data.at.mix.empty() || !data.design->strategy.rowsAreSteps()) return text;
  QString mix;
  for (std::size_t lag = 0; lag < data.at.mix.size() && data.at.mix[lag] != 0; ++lag) {
    const QString weight = resultText(std::abs(data.at.mix[lag]), 3);
    const QString sign = data.at.mix[lag] < 0 ? QStringLiteral(" − ")
                         : mix.isEmpty()      ? QString()
                                              : QStringLiteral(" + ");
    mix += QStringLiteral("%1%2 z[%3]").arg(sign, weight).arg(step - static_cast<Index>(lag));
  }
  const bool more = std::ssize(data.at.mix) == kMostMixed && step >= kMostMixed;
  return tr("%1;  C⁻¹z = %2").arg(text, more ? mix + QStringLiteral(" …") : mix.trimmed());
}

QString noiseHint(const NoiseData& data) {
  if (data.isEmpty()) return tr("Draws the noise of a training run, step by step");
  const QString own = resultText(rootMeanSquare(data.sample.noiseSum), 3);
  // Compares one draw with its expectation over the drawn steps.
  const QString expected = data.isCut() ? tr("%1 expected there").arg(resultText(data.expected, 3))
                                        : tr("rmse %1").arg(resultText(data.expected));
  QString text = tr("Draw %1: rms of sums %2").arg(countText(data.draw), own);
  if (data.draws > 1)
    text = tr("%1, of %2 draws %3").arg(text, QString::number(data.draws), resultText(data.drawnRms, 3));
  if (data.expected > 0) text = tr("%1, %2").arg(text, expected);
  if (data.hasIndependent && !data.isIndependent())
    text = tr("%1; independent %2").arg(text, resultText(rootMeanSquare(data.sample.independentSum), 3));
  return tr("%1 (× clip)").arg(text);
}

}  // namespace noiseloom
