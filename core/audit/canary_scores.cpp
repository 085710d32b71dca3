#include "core/audit/canary_scores.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "core/scenario/batching.h"

namespace noiseloom {
namespace {

std::span<const double> rowOf(const WhitenedRun& whitened, Index steps, std::size_t canary) {
  return std::span(whitened.rows).subspan(canary * static_cast<std::size_t>(steps), static_cast<std::size_t>(steps));
}

// C p, the first `steps` rows.
std::vector<double> contributionOf(const Strategy& strategy, std::span<const Index> taken, Index steps) {
  std::vector<double> pattern(static_cast<std::size_t>(strategy.iterations()));
  for (const Index step : taken) pattern[static_cast<std::size_t>(step)] = 1;
  std::vector<double> made(static_cast<std::size_t>(strategy.rows()));
  strategy.multiply(pattern, made);
  made.resize(static_cast<std::size_t>(steps));
  return made;
}

double product(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// The log of the likelihood ratio of a contribution with this product with the rows, and this square, to none.
struct LossOf {
  double clipNorm;
  double stddev;
  double operator()(double product, double square) const {
    return clipNorm * (product - clipNorm * square / 2) / (stddev * stddev);
  }
};

// One of the bins, whichever it is, in every epoch.
std::vector<double> scoresOfBins(const CanaryRun& run, const WhitenedRun& whitened, const Strategy& strategy,
                                 Index bins, const LossOf& loss, const RunControl& control) {
  std::vector<double> scores(run.examples.size(), -HUGE_VAL);
  for (Index bin = 0; bin < bins && !control.stopRequested(); ++bin) {
    std::vector<Index> steps;
    for (Index step = bin; step < run.steps; step += bins) steps.push_back(step);
    const std::vector<double> made = contributionOf(strategy, steps, run.steps);
    const double square = product(made, made);
    for (std::size_t j = 0; j < scores.size(); ++j) {
      const double one =
          loss(product(made, rowOf(whitened, run.steps, j)), square) - std::log(static_cast<double>(bins));
      const auto [less, more] = std::minmax(scores[j], one);
      scores[j] = more + std::log1p(std::exp(less - more));
    }
  }
  return scores;
}

std::vector<double> scoresOfSteps(const CanaryRun& run, const WhitenedRun& whitened, const Strategy& strategy,
                                  const CanarySteps& sampled, const LossOf& loss, const RunControl& control) {
  std::vector<double> scores(run.examples.size());
  for (Index step = 0; step < run.steps && !control.stopRequested(); ++step) {
    std::vector<double> column = strategy.column(step);
    column.resize(std::min(column.size(), static_cast<std::size_t>(run.steps - step)));
    const double square = product(column, column);
    for (std::size_t j = 0; j < scores.size(); ++j) {
      if ((step - run.examples[j]) % sampled.parts != 0) continue;
      const auto row = rowOf(whitened, run.steps, j).subspan(static_cast<std::size_t>(step), column.size());
      const double taken = std::log(sampled.probability) + loss(product(column, row), square);
      const double rest = std::log1p(-std::min(sampled.probability, 1 - 1e-16));
      const auto [less, more] = std::minmax(taken, rest);
      scores[j] += more + std::log1p(std::exp(less - more));
    }
  }
  return scores;
}

}  // namespace

WhitenedRun whitened(const CanaryRun& run, const Strategy& strategy, const RunControl& control) {
  WhitenedRun made;
  const std::size_t count = run.examples.size();
  std::vector<double> sums(static_cast<std::size_t>(strategy.iterations()));
  std::vector<double> row(static_cast<std::size_t>(strategy.rows()));
  made.rows.reserve(run.sums.size());
  for (std::size_t j = 0; j < count && !control.stopRequested(); ++j) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(run.steps); ++i) sums[i] = run.sums[i * count + j];
    strategy.multiply(sums, row);
    made.rows.insert(made.rows.end(), row.begin(), row.begin() + run.steps);
    const std::vector<double> contribution = contributionOf(strategy, run.taken[j], run.steps);
    made.products.push_back(product(contribution, row));
    made.squares.push_back(product(contribution, contribution));
    control.report(static_cast<double>(j) / static_cast<double>(count), std::string("whitening the sums"));
  }
  return made;
}

std::optional<CanarySteps> canarySteps(const Scenario& scenario, Index bands) {
  const Batching& batching = *scenario.batching;
  if (!batching.amplified()) return {};
  // Groups that are drawn are secret, and who rests, too.
  const bool inParts = batching.noiseBy == NoiseBy::Composition || batching.noiseBy == NoiseBy::Scheme;
  CanarySteps made;
  made.parts = inParts ? bands : 1;
  made.probability = std::min(1.0, scenario.samplingRate(made.parts));
  made.coins = batching.noiseBy == NoiseBy::Composition && !scenario.largestBatch;
  return made;
}

std::vector<double> canaryScores(const CanaryRun& run, const WhitenedRun& whitened, const StrategyFile& design,
                                 const RunControl& control) {
  const LossOf loss{run.clipNorm, design.figures.stddev};
  const Index bands = design.strategy.bands();
  if (const auto sampled = canarySteps(design.scenario, bands)) {
    if (const auto bins = samplingOf(design.scenario, bands).bins)
      return scoresOfBins(run, whitened, design.strategy, *bins, loss, control);
    return scoresOfSteps(run, whitened, design.strategy, *sampled, loss, control);
  }
  std::vector<double> scores;
  for (std::size_t j = 0; j < run.examples.size(); ++j)
    scores.push_back(loss(whitened.products[j], whitened.squares[j]));
  return scores;
}

}  // namespace noiseloom
