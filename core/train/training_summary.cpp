#include "core/train/training_summary.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"

namespace noiseloom {

std::optional<double> valueOf(const Evaluation& evaluation, TrainingMeasure measure) {
  if (measure == TrainingMeasure::Loss) return evaluation.loss;
  return measure == TrainingMeasure::TestLoss ? evaluation.testLoss : evaluation.accuracy;
}

SeedStatistics statisticsOf(std::span<const double> values) {
  SeedStatistics found;
  found.seeds = std::ssize(values);
  if (values.empty()) return found;
  const auto count = static_cast<double>(values.size());
  for (const double value : values) found.mean += value / count;
  double square = 0;
  for (const double value : values) square += (value - found.mean) * (value - found.mean);
  if (values.size() > 1) found.stddev = std::sqrt(square / (count - 1));
  found.standardError = found.stddev / std::sqrt(count);
  const auto [least, most] = std::ranges::minmax(values);
  found.least = least;
  found.most = most;
  return found;
}

std::vector<std::optional<double>> finalValues(std::span<const TrainingHistory> runs, TrainingMeasure measure) {
  std::vector<std::optional<double>> values;
  for (const TrainingHistory& run : runs) {
    values.push_back(run.divergedAt || run.evaluations.empty() ? std::nullopt
                                                               : valueOf(run.evaluations.back(), measure));
  }
  return values;
}

SeedStatistics finalStatistics(std::span<const TrainingHistory> runs, TrainingMeasure measure) {
  std::vector<double> there;
  for (const auto& value : finalValues(runs, measure)) {
    if (value) there.push_back(*value);
  }
  return statisticsOf(there);
}

Index divergedRuns(std::span<const TrainingHistory> runs) {
  return std::ranges::count_if(runs, [](const TrainingHistory& run) { return run.divergedAt.has_value(); });
}

std::vector<CurvePoint> curveOf(std::span<const TrainingHistory> runs) {
  std::vector<Index> steps;
  for (const TrainingHistory& run : runs) {
    for (const Evaluation& evaluation : run.evaluations) steps.push_back(evaluation.step);
  }
  std::ranges::sort(steps);
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  std::vector<CurvePoint> curve;
  for (const Index step : steps) {
    CurvePoint point{step, {}, {}, {}};
    const auto over = [&](TrainingMeasure measure) {
      std::vector<double> values;
      for (const TrainingHistory& run : runs) {
        const auto at = std::ranges::lower_bound(run.evaluations, step, {}, &Evaluation::step);
        if (at == run.evaluations.end() || at->step != step) continue;
        if (const auto value = valueOf(*at, measure)) values.push_back(*value);
      }
      return statisticsOf(values);
    };
    point.loss = over(TrainingMeasure::Loss);
    point.testLoss = over(TrainingMeasure::TestLoss);
    point.accuracy = over(TrainingMeasure::Accuracy);
    curve.push_back(point);
  }
  return curve;
}

TrainingDifference differenceOf(std::span<const TrainingHistory> first, std::span<const TrainingHistory> second,
                                TrainingMeasure measure) {
  checkSize("second", std::ssize(second), std::ssize(first));
  const auto left = finalValues(first, measure);
  const auto right = finalValues(second, measure);
  std::vector<double> values;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (left[i] && right[i]) values.push_back(*left[i] - *right[i]);
  }
  TrainingDifference found{statisticsOf(values)};
  const SeedStatistics& difference = found.difference;
  if (difference.seeds < TrainingDifference::kLeastSeeds || difference.mean == 0) return found;
  found.seen = std::abs(difference.mean) >= 2 * difference.standardError;
  const double root = 2 * difference.stddev / std::abs(difference.mean);
  constexpr double kMostSaid = 1e6;
  const double needed = std::max<double>(std::ceil(root * root), TrainingDifference::kLeastSeeds);
  if (needed <= kMostSaid) found.seedsNeeded = static_cast<Index>(needed);
  return found;
}

double leastThatMatters(TrainingMeasure measure, double value) {
  return measure == TrainingMeasure::Accuracy ? 0.01 : 0.05 * std::abs(value);
}

Text TrainingDifference::text() const {
  if (difference.seeds < kLeastSeeds)
    return {Core::tr("too few seeds to tell: %1 or more say something of their own spread"), kLeastSeeds};
  if (seen)
    return {Core::tr("a difference is seen: %1 standard errors from none"),
            rounded(std::abs(difference.mean) / std::max(difference.standardError, 1e-300), 2)};
  if (!seedsNeeded) return {Core::tr("no difference seen")};
  return {Core::tr("no difference seen; as it looks now, %1 more seeds would tell"),
          std::max<Index>(1, *seedsNeeded - difference.seeds)};
}

}  // namespace noiseloom
