#include "core/monte_carlo/direction_certificate.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <optional>

#include "core/base/infinity.h"
#include "core/linalg/bisection.h"
#include "core/linalg/parallel.h"
#include "core/linalg/secant_search.h"
#include "core/monte_carlo/betting.h"
#include "core/monte_carlo/convex_tail.h"

namespace noiseloom {
namespace {

constexpr std::uint32_t kPilotPurpose = 128;         // and on
constexpr std::uint32_t kCertificatePurpose = 1024;  // and on
constexpr double kBoundRounding = 1e-9;
constexpr Index kTrialSamples = 512;
constexpr Index kPilotSamples = 2048;
// Each of several tilts has its trial, which takes no more than that share of a pilot's time.
constexpr double kOfTrial = 0.25;
constexpr Index kFewestTrial = 128;
constexpr Index kMostAtOnce = 16;      // blocks of a task
constexpr double kTaskWork = 0x1p25;   // or as many as take some ten milliseconds
constexpr double kChancesOfBest = 2;   // a pilot's mean is rarely so many times delta
constexpr double kShareOfDraws = 0.6;  // of those there is time for, for what the next rung is to need
// Draws of one certificate take at most about three seconds of one processor, of more than kUsualSize steps twice that.
constexpr double kMostWork = 0x1p33;
constexpr double kUsualSize = 0x1p14;
constexpr Index kMostDraws = Index{1} << 23;
// From so much of the plan on, where the pace leads to no more than such a share of the odds, it is given up.
constexpr double kEarliest = 0.75;
constexpr double kHopeless = 0.7;
// Beyond the draws that there is time for it goes on by that much where this will do: to begin again takes longer.
constexpr double kOverrun = 1.3;

// A tilt with its pilot: weights over e^logUnit, the rigorous bound of a weight.
struct Pilot {
  std::shared_ptr<const WeightSampler> sampler;
  double logUnit;
  std::vector<double> weights;
  double mean() const {
    if (weights.empty()) return 0;
    return std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
  }
  WeightEstimate estimate() const {
    const double average = mean();
    if (!(average > 0)) return kNoEstimate;
    double squares = 0;
    for (const double weight : weights) squares += weight * weight;
    return {std::log(average) + logUnit, squares / static_cast<double>(weights.size()) / (average * average) - 1};
  }
};

// How fast wealth grows when the mean is the pilot's, and m is `ratio` times that.
double growthAtRatio(const Pilot& pilot, double ratio) {
  const double mean = pilot.mean();
  return mean > 0 ? planBet(pilot.weights, std::min(1.0, ratio * mean)).growth : 0;
}

Index blocksAtOnce(const WeightSampler& sampler) {
  return std::clamp(static_cast<Index>(kTaskWork / static_cast<double>(sampler.work())), Index{1}, kMostAtOnce);
}

// Weights over e^logUnit of blocks first .. first + count - 1; empty when stopped.
std::vector<double> drawWeights(const DirectionContext& context, const WeightSampler& sampler, double logUnit,
                                const NoisePoint& point, std::uint32_t purpose, Index first, Index count) {
  std::vector<double> weights(count * kLanes);
  const Index atOnce = blocksAtOnce(sampler);
  const auto fill = [&](Index begin, Index end, DrawScratch& scratch, WeightBlock& block) {
    double logs[kLanes];
    for (Index i = begin; i < end && !context.control->stopRequested(); ++i) {
      sampler.draw(context.stream, purpose, first + i, scratch, block);
      sampler.logWeights(block, point.stddev, point.epsilon, logs, *context.control);
      for (Index l = 0; l < kLanes; ++l) weights[i * kLanes + l] = std::min(1.0, std::exp(logs[l] - logUnit));
    }
  };
  const bool complete =
      parallelFor((count + atOnce - 1) / atOnce, *context.control,
                  [&](Index task) {
                    const Index begin = task * atOnce;
                    context.memory->lend(sampler.size(), context.direction, [&](auto& scratch, auto& block) {
                      fill(begin, std::min(count, begin + atOnce), scratch, block);
                    });
                  },
                  count * sampler.work());
  if (!complete || context.control->stopRequested()) weights.clear();
  return weights;
}

// As many blocks as have so much work.
Index blocksOfWork(const WeightSampler& sampler, double work) {
  const double times = std::clamp(static_cast<double>(sampler.size()) / kUsualSize, 1.0, 2.0);
  return std::max<Index>(1, static_cast<Index>(times * work / static_cast<double>(sampler.work())));
}

Index mostBlocks(const WeightSampler& sampler) {
  return std::min(kMostDraws / kLanes, blocksOfWork(sampler, kMostWork));
}

// What is to be shown: delta is at most e^logTarget, `ratio` times an estimate.
struct Statement {
  double logTarget;
  double ratio;
  double logOdds;
};

// Wealth grows by at most 1 + m a draw, m the target over the bound of the weights.
bool isHopeless(const WeightSampler& sampler, double logUnit, const Statement& statement) {
  const double draws = statement.logOdds / std::log1p(std::exp(statement.logTarget - logUnit));
  return draws > static_cast<double>(mostBlocks(sampler) * kLanes);
}

// log of the least ratio at which as many draws as there is time for are likely to do; 0 where no pilot tells.
double logRatioNeeded(const Pilot& pilot, double logOdds) {
  const double mean = pilot.mean();
  const double draws = kShareOfDraws * static_cast<double>(mostBlocks(*pilot.sampler) * kLanes);
  const auto suffices = [&](double logRatio) { return growthAtRatio(pilot, std::exp(logRatio)) * draws >= logOdds; };
  const double most = mean > 0 ? -std::log(mean) : 0;
  return suffices(most) ? halved({.holds = most, .fails = 0}, 20, suffices).holds : 0;
}

bool isFirstOfKind(const std::vector<Tilt>& candidates, std::size_t i) {
  return i == 0 || candidates[i].kind != candidates[i - 1].kind;
}

// The candidates by their numbers, those of one kind after each other; the kind whose first has the least bound first.
std::vector<std::size_t> byBound(const std::vector<Tilt>& candidates,
                                 const std::function<double(std::size_t)>& logUnit) {
  std::vector<std::size_t> order(candidates.size());
  std::vector<double> bounds;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    order[i] = i;
    bounds.push_back(isFirstOfKind(candidates, i) ? logUnit(i) : bounds.back());
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return bounds[i]; });
  return order;
}

// Tilts from that of the least bound up to those of the least variance: bounds grow while variances fall. The pilot has
// no weights where no number of draws that there is time for shows the statement.
std::optional<Pilot> bestPilot(const DirectionContext& context, const NoisePoint& point, const Statement& statement,
                               std::uint32_t attempt) {
  const std::vector<Tilt> candidates = context.model->tiltCandidates(context.direction, point.stddev, point.epsilon);
  std::vector<std::optional<double>> logUnits(candidates.size());
  const auto logUnit = [&](std::size_t i) {
    if (!logUnits[i]) {
      logUnits[i] =
          context.model->logWeightBound(candidates[i], point.stddev, point.epsilon, *context.control) + kBoundRounding;
    }
    return *logUnits[i];
  };
  std::vector<std::shared_ptr<const WeightSampler>> samplers(candidates.size());
  const auto tryTilt = [&](std::size_t i, std::uint32_t purpose, bool trial) -> std::optional<Pilot> {
    if (!samplers[i]) samplers[i] = context.model->sampler(candidates[i], point.stddev, *context.control);
    const auto& sampler = samplers[i];
    const double unit = logUnit(i);
    if (isHopeless(*sampler, unit, statement)) return Pilot{sampler, unit, {}};
    const Index affordable = blocksOfWork(*sampler, trial ? kOfTrial * context.mostWork : context.mostWork);
    const Index blocks = std::min((trial ? kTrialSamples : kPilotSamples) / kLanes,
                                  std::max(affordable, trial ? kFewestTrial / kLanes : Index{1}));
    std::vector<double> weights = drawWeights(context, *sampler, unit, point, purpose, 0, blocks);
    if (weights.empty()) return std::nullopt;
    return Pilot{sampler, unit, std::move(weights)};
  };
  const std::uint32_t last = kPilotPurpose + 32 * attempt + 31;
  if (candidates.size() == 1) return tryTilt(0, last, false);
  std::vector<WeightEstimate> estimates(candidates.size(), kNoEstimate);
  std::vector<double> growths(candidates.size(), 0);
  double most = 0;
  int worse = 0;
  for (const std::size_t i : byBound(candidates, logUnit)) {
    if (isFirstOfKind(candidates, i)) worse = 0;
    if (worse > 1) continue;  // what was going down goes on going down
    // No bet grows faster than by weights of 0.
    if (kChancesOfBest * std::log1p(std::exp(statement.logTarget - logUnit(i))) <= most) continue;
    const auto purpose = kPilotPurpose + 32 * attempt + static_cast<std::uint32_t>(i);
    const std::optional<Pilot> pilot = tryTilt(i, purpose, true);
    if (!pilot) return std::nullopt;
    estimates[i] = pilot->estimate();
    growths[i] = growthAtRatio(*pilot, statement.ratio);
    worse = growths[i] > most || most == 0 ? 0 : worse + 1;
    most = std::max(most, growths[i]);
  }
  dropImplausible(estimates, kTrialSamples);
  std::size_t best = 0;
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    const bool plausible = std::isfinite(estimates[i].logDelta);
    if (plausible && (growths[i] > growths[best] || !std::isfinite(estimates[best].logDelta))) best = i;
  }
  return tryTilt(best, last, false);
}

double logOf(double mean, double logUnit) {
  return mean > 0 ? std::log(mean) + logUnit : -kInfinity;
}

DirectionCertificate stoppedCertificate() {
  DirectionCertificate result;
  result.stopped = true;
  return result;
}

}  // namespace

DirectionCertificate certifyBelow(const DirectionContext& context, const NoisePoint& point, double logTarget,
                                  double logExpected, double logOdds, std::uint32_t attempt, const TailPlan* plan) {
  const Tilt bounded = context.model->boundedTilt(context.direction, point.stddev, point.epsilon).tilt;
  const double logBound =
      std::min(context.model->logWeightBound(bounded, point.stddev, point.epsilon, *context.control),
               context.model->logDeltaBound(context.direction, point.stddev, point.epsilon)) +
      kBoundRounding;
  if (context.control->stopRequested()) return stoppedCertificate();
  if (logBound <= logTarget) return {true, logBound, std::min(logBound, logExpected), 0, false};  // no draw is larger
  DirectionCertificate result;
  const auto lines = context.direction == Direction::Add ? context.model->lossLines(point.stddev) : nullptr;
  if (lines) {
    logOdds += std::numbers::ln2;  // one of two ways to err
    result = plan ? certifyTail(context, *lines, point.epsilon, *plan, logTarget, logOdds, attempt)
                  : tryTail(context, *lines, point.epsilon, logTarget, logOdds, attempt);
    if (result.accepted || result.stopped) return result;
  }
  const double ratio = std::exp(std::min(700.0, logTarget - logExpected));
  const std::optional<Pilot> pilot = bestPilot(context, point, {logTarget, ratio, logOdds}, attempt);
  if (!pilot) return stoppedCertificate();
  result.logUpper = pilot->logUnit;
  if (pilot->weights.empty()) {
    result.hopelessDraws = static_cast<double>(mostBlocks(*pilot->sampler) * kLanes);
    return result;
  }
  result.logEstimate = logOf(pilot->mean(), pilot->logUnit);
  const double m = std::exp(logTarget - pilot->logUnit);
  // The pilot gives the shape, the expectation the mean; the stake is that for three quarters of the distance.
  std::vector<double> shape = pilot->weights;
  const double mean = pilot->mean();
  for (double& weight : shape) weight = mean > 0 ? std::min(1.0, weight * (m / ratio) / mean) : 0;
  const double stake = planBet(shape, m / ratio + 0.75 * (m - m / ratio)).stake;
  const double growth = logWealth(shape, m, stake) / static_cast<double>(shape.size());
  const double planned = logOdds / growth / static_cast<double>(kLanes) + 2;
  const Index most = mostBlocks(*pilot->sampler);
  if (!(growth > 0 && planned < static_cast<double>(most))) {
    result.logRatioNeeded = logRatioNeeded(*pilot, logOdds);
    return result;
  }
  const Index last =
      std::min(static_cast<Index>(kOverrun * static_cast<double>(most)), static_cast<Index>(4 * planned));
  const Index step = std::max<Index>(2 * blocksAtOnce(*pilot->sampler), static_cast<Index>(planned) / 8);
  double wealth = 0, sum = 0;
  Index drawn = 0;
  for (Index first = 0; first < last && !result.accepted; first += step) {
    const Index count = std::min(step, last - first);
    const std::vector<double> weights =
        drawWeights(context, *pilot->sampler, pilot->logUnit, point, kCertificatePurpose + attempt, first, count);
    if (weights.empty()) return stoppedCertificate();
    wealth += logWealth(weights, m, stake);
    sum = std::accumulate(weights.begin(), weights.end(), sum);
    drawn += count * kLanes;
    result.samples += count * kLanes;
    result.accepted = wealth >= logOdds;
    const auto done = static_cast<double>(first + count);
    const double enough = first + count < most ? kHopeless : 1;
    if (done >= kEarliest * planned && wealth * static_cast<double>(last) < enough * logOdds * done) break;
  }
  result.logEstimate = logOf(sum / static_cast<double>(drawn), pilot->logUnit);
  if (result.accepted) result.logUpper = std::min(result.logUpper, logTarget);
  return result;
}

double whereDrawsMayDo(const DirectionContext& context, const NoiseAxis& axis, double from, double useful,
                       double logTarget, double growth) {
  // By how much the logarithm of the least bound of delta or of weights is too large.
  const double mostUnit = logTarget - std::log(std::expm1(growth));
  const auto excess = [&](double x) -> std::optional<double> {
    const NoisePoint point = axis.at(x);
    double least = context.model->logDeltaBound(context.direction, point.stddev, point.epsilon) - logTarget;
    const auto tilts = context.model->tiltCandidates(context.direction, point.stddev, point.epsilon);
    for (std::size_t i = 0; i < tilts.size(); ++i) {
      if (!isFirstOfKind(tilts, i)) continue;  // which has the least bound
      const double unit = context.model->logWeightBound(tilts[i], point.stddev, point.epsilon, *context.control);
      least = std::min(least, unit - mostUnit);
    }
    return context.control->stopRequested() ? std::nullopt : std::optional(least);
  };
  if (useful < axis.most() && !(excess(useful).value_or(1) <= 0)) return axis.most();
  const double step = 0.1 * axis.trust(from);
  const SecantResult found = searchDecreasing(excess, {.start = std::min(from + step, axis.most()),
                                                       .slope = -4 / step,
                                                       .leastX = from,
                                                       .mostX = axis.most(),
                                                       .mostStep = 10 * step,
                                                       .tolerance = 0.1,
                                                       .fromBelow = true,
                                                       .mostEvaluations = 12});
  return std::isnan(found.x) ? axis.most() : found.x;
}

DirectionCertificate certifyUpperBound(const DirectionContext& context, const NoisePoint& point, double tau,
                                       double logOdds, double logFloor) {
  const std::optional<Pilot> pilot = bestPilot(context, point, {kInfinity, tau, logOdds}, 0);
  if (!pilot) return stoppedCertificate();
  const double mean = pilot->mean();
  if (pilot->logUnit <= logFloor) {  // no weight is larger
    DirectionCertificate result{.logUpper = pilot->logUnit, .logEstimate = logOf(mean, pilot->logUnit)};
    return result;
  }
  const double floor = std::exp(logFloor - pilot->logUnit);
  const auto most = static_cast<double>(mostBlocks(*pilot->sampler));
  Bet bet;
  double planned = 0;
  for (const double step : kTauSteps) {
    if (step < 1 && !context.model->aimsNearer()) continue;
    const double m = std::max(std::pow(tau, step) * mean, floor);
    bet = m > 0 ? planBet(pilot->weights, std::min(1.0, m)) : Bet{};
    // Where the pilot saw no weight, many draws will hardly do better.
    planned = bet.growth > 0 ? 1.2 * logOdds / bet.growth / static_cast<double>(kLanes) + 4 : std::max(1.0, most / 8);
    if (bet.growth > 0 && planned * static_cast<double>(pilot->sampler->work()) <= kMostNearWork) break;
  }
  const auto blocks = static_cast<Index>(std::min(planned, most));
  const std::vector<double> weights =
      drawWeights(context, *pilot->sampler, pilot->logUnit, point, kCertificatePurpose, 0, blocks);
  if (weights.empty()) return stoppedCertificate();
  DirectionCertificate result;
  result.samples = std::ssize(weights);
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  result.logEstimate = logOf(sum / static_cast<double>(weights.size()), pilot->logUnit);
  result.logUpper = pilot->logUnit + std::log(bettingUpperBound(weights, bet.stake, logOdds));
  return result;
}

}  // namespace noiseloom
