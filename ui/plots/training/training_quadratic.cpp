#include "ui/plots/training/training_quadratic.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "core/error/loss_curve.h"
#include "core/workload/spectrum.h"
#include "ui/style/core_text.h"

namespace noiseloom {
namespace {

AskedCurvatures ofSpectrum(const Spectrum& spectrum, double learningRate) {
  AskedCurvatures asked;
  asked.ofScenario = true;
  std::vector<double> shares;
  for (const Curvature& each : spectrum.curvatures()) {
    if (each.step == 0) continue;  // it has no effect on the loss
    asked.curvatures.push_back({each.step / learningRate, 1});
    shares.push_back(each.weight / each.step);
  }
  if (shares.empty()) {
    asked.problem = tr("The scenario’s only curvature is 0, where nothing is learned: type others.");
    return asked;
  }
  const double least = std::ranges::min(shares);
  double all = 0;
  for (const double share : shares) all += share / least;
  const double factor = std::min(1.0, static_cast<double>(kMostTrainedDirections) / all) / least;
  for (std::size_t k = 0; k < shares.size(); ++k)
    asked.curvatures[k].directions = std::max<Index>(1, std::lround(factor * shares[k]));
  return asked;
}

AskedCurvatures read(const QString& text) {
  AskedCurvatures asked;
  static const QRegularExpression between(QStringLiteral("[,;\\s]+"));
  Index all = 0;
  for (const QString& part : text.split(between, Qt::SkipEmptyParts)) {
    const QStringList pair = part.split(QLatin1Char(':'));
    bool number = false, whole = true;
    TrainingCurvature each{pair.front().toDouble(&number), 1};
    if (pair.size() > 1) each.directions = pair[1].toLongLong(&whole);
    const bool usable = number && each.curvature > 0 && each.curvature <= 1e6;
    if (pair.size() > 2 || !usable || !whole || each.directions < 1 || each.directions > kMostTrainedDirections) {
      asked.problem =
          tr("“%1” is no curvature: type numbers above 0, such as 0.01, or 0.1:5 for five directions of 0.1").arg(part);
      return asked;
    }
    all += each.directions;
    asked.curvatures.push_back(each);
  }
  if (std::ssize(asked.curvatures) > kMostCurvatures || all > kMostTrainedDirections) {
    asked.problem = tr("These are too many: up to %1 curvatures and %2 directions are trained")
                        .arg(kMostCurvatures)
                        .arg(kMostTrainedDirections);
  }
  return asked;
}

}  // namespace

AskedCurvatures askedCurvatures(const QString& text, const Scenario& scenario, double learningRate) {
  if (!text.trimmed().isEmpty()) return read(text);
  const Spectrum& spectrum = scenario.workload.spectrum();
  return spectrum.empty() ? read(QString::fromLatin1(kUsualCurvatures)) : ofSpectrum(spectrum, learningRate);
}

QuadraticTask::Shape quadraticShape(const std::vector<TrainingCurvature>& curvatures, Index examples) {
  QuadraticTask::Shape shape{.curvatures = {}, .examples = examples};
  double square = 0;
  for (const TrainingCurvature& each : curvatures) {
    shape.curvatures.insert(shape.curvatures.end(), static_cast<std::size_t>(each.directions), each.curvature);
    square += static_cast<double>(each.directions) * each.curvature * each.curvature;
  }
  shape.start = std::min(kFirstGradient / std::sqrt(square), 1e6);
  return shape;
}

QString whyNoClosedForm(const TrainingPlan& plan, const std::vector<TrainingCurvature>& curvatures) {
  const Workload& workload = plan.design->scenario.workload;
  const bool identity = workload.alpha() == 0;
  if (!identity &&
      (workload.beta() > 0 || workload.averaging() > 0 || workload.window() > 1 || !workload.eta().empty()))
    return tr("no closed form with momentum, weight averaging or a schedule");
  const double alpha = identity ? 1 : workload.alpha();
  for (const TrainingCurvature& each : curvatures) {
    if (plan.learningRate * each.curvature > alpha)
      return alpha == 1 ? tr("no closed form where learning rate times curvature is above 1")
                        : tr("no closed form where learning rate times curvature is above the weight-decay factor");
  }
  return {};
}

std::vector<QPointF> expectedLosses(const TrainingPlan& plan, const std::vector<TrainingCurvature>& curvatures,
                                    double expectedBatch, Index every, const RunControl& control) {
  const Workload& workload = plan.design->scenario.workload;
  const double alpha = workload.alpha() == 0 ? 1 : workload.alpha();
  QuadraticDescent descent;
  descent.learningRate = plan.learningRate;
  descent.noise = plan.noiseStddev() / expectedBatch;
  const double start = quadraticShape(curvatures, 1).start;
  for (const TrainingCurvature& each : curvatures) {
    // Weight decay moves the weights like additional curvature, but adds nothing to the loss.
    const double decayed = alpha == 1 ? each.curvature : (1 - alpha) / plan.learningRate + each.curvature;
    const double most = 1 / plan.learningRate;  // up to rounding
    descent.directions.push_back({std::min(decayed, most), start,
                                  static_cast<double>(each.directions) * each.curvature / std::min(decayed, most)});
  }
  const Strategy& strategy = plan.design->strategy;
  constexpr Index kLeastPoints = 128;
  const LossCurve curve = expectedLossCurve(strategy, descent, std::max(kLeastPoints, strategy.iterations()), control);
  std::vector<QPointF> points;
  if (!curve.valid) return points;
  for (std::size_t i = 0; i < curve.steps.size(); ++i) {
    const Index step = curve.steps[i];
    if (step % every == 0 || step == strategy.iterations()) points.emplace_back(static_cast<double>(step), curve.at(i));
  }
  return points;
}

}  // namespace noiseloom
