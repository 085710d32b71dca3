#include "core/monte_carlo/convex_tail.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/linalg/normal_quantile.h"
#include "core/linalg/parallel.h"

namespace noiseloom {
namespace {

constexpr std::uint32_t kTrialPurpose = 3072;  // and on
constexpr std::uint32_t kTailPurpose = 4096;   // and on
constexpr Index kTrialDraws = 4096;
constexpr Index kFewestDraws = Index{1} << 12;
constexpr double kMostTailWork = 0x1p32;  // about a second and a half, before draws are doubled
constexpr Index kTailBlocksAtOnce = 16;   // a task
// Shares of draws below the two points, among which the trial decides.
constexpr double kLows[] = {0.005, 0.01, 0.02, 0.05, 0.1};
constexpr double kHighs[] = {0.3, 0.5, 0.7, 0.85, 0.95};
// Of log delta, by how much the trial's bound has to be below the target; where that is less than kClearFor, twice the
// draws make up for what the trial may have missed, which costs less than the bets that follow a failure.
constexpr double kSureFor = 0.5;
constexpr double kClearFor = 2;

constexpr double kLeastExact = -30;

double logTail(double x) {  // log Phi(x); below kLeastExact an upper bound
  return x > kLeastExact ? std::log(0.5 * std::erfc(-x / std::numbers::sqrt2))
                         : -0.5 * x * x - std::log(-x) - 0.5 * std::log(2 * std::numbers::pi);
}

double divergence(double seen, double p) {
  const double yes = seen > 0 ? seen * std::log(seen / p) : 0;
  return yes + (seen < 1 ? (1 - seen) * std::log((1 - seen) / (1 - p)) : 0);
}

// The probability, on that side of the seen share, that is refuted with a probability of e^-logOdds: Chernoff's bound.
double limit(double seen, Index draws, double logOdds, bool upper) {
  double inside = seen, outside = upper ? 1 : 0;
  for (int step = 0; step < 60; ++step) {
    const double middle = 0.5 * (inside + outside);
    (static_cast<double>(draws) * divergence(seen, middle) < logOdds ? inside : outside) = middle;
  }
  return outside;
}

// log of the bound of delta; +infinity where the line does not fall.
double logBound(double low, double high, double shareLow, double shareHigh, Index draws, double epsilon,
                double logOdds) {
  const double odds = logOdds + std::numbers::ln2;  // two statements
  const double atLow = normalQuantile(limit(shareLow, draws, odds, true));
  const double atHigh = normalQuantile(limit(shareHigh, draws, odds, false));
  const double slope = (atHigh - atLow) / (high - low);
  if (!(slope > 0) || !(low >= -epsilon)) return std::numeric_limits<double>::infinity();
  return logTailDelta(atLow - (low + epsilon) * slope, slope);
}

// Losses of plain outputs; empty when stopped.
std::vector<double> plainLosses(const DirectionContext& context, double stddev, std::uint32_t purpose, Index draws) {
  const auto sampler = context.model->sampler({Tilt::Kind::Mean, 0}, stddev, *context.control);
  if (context.control->stopRequested()) return {};
  const Index blocks = (draws + kLanes - 1) / kLanes;
  std::vector<double> losses(static_cast<std::size_t>(blocks * kLanes));
  const bool complete = parallelFor((blocks + kTailBlocksAtOnce - 1) / kTailBlocksAtOnce, *context.control,
                                    [&](Index task) {
                                      DrawScratch scratch(sampler->size());
                                      WeightBlock block(sampler->size(), Direction::Add);
                                      double factor[kLanes];
                                      for (Index i = task * kTailBlocksAtOnce;
                                           i < std::min(blocks, (task + 1) * kTailBlocksAtOnce); ++i) {
                                        if (context.control->stopRequested()) return;
                                        sampler->draw(context.stream, purpose, i, scratch, block);
                                        sampler->losses(block, stddev, losses.data() + i * kLanes, factor);
                                      }
                                    },
                                    blocks * sampler->work());
  if (!complete || context.control->stopRequested()) losses.clear();
  return losses;
}

double shareBelow(const std::vector<double>& losses, double x) {
  return static_cast<double>(std::ranges::count_if(losses, [x](double loss) { return loss <= x; })) /
         static_cast<double>(losses.size());
}

}  // namespace

double logTailDelta(double x, double slope) {
  // By parts: Phi(x) - e^(1/(2 slope^2) - x/slope) Phi(x - 1/slope).
  const double first = logTail(x);
  if (x - 1 / slope < kLeastExact) return first;  // what is taken off is not known well enough
  const double second = 0.5 / (slope * slope) - x / slope + logTail(x - 1 / slope);
  return first + std::log(-std::expm1(std::min(-1e-12, second - first)));
}

std::optional<TailPlan> planTail(const DirectionContext& context, const NoisePoint& point, double logTarget,
                                 double logOdds, std::uint32_t attempt) {
  std::vector<double> losses = plainLosses(context, point.stddev, kTrialPurpose + attempt, kTrialDraws);
  if (losses.empty()) return std::nullopt;
  std::ranges::sort(losses);
  const auto at = [&](double share) { return losses[static_cast<std::size_t>(share * kTrialDraws)]; };
  const auto sampler = context.model->sampler({Tilt::Kind::Mean, 0}, point.stddev, *context.control);
  const auto most = static_cast<Index>(kMostTailWork / static_cast<double>(sampler->work())) * kLanes;
  for (Index draws = kFewestDraws; draws <= std::max(most, kFewestDraws); draws *= 2) {
    TailPlan plan;
    double least = logTarget - kSureFor;
    for (const double low : kLows) {
      for (const double high : kHighs) {
        const double bound = logBound(at(low), at(high), low, high, draws, point.epsilon, logOdds);
        if (!(bound <= least)) continue;
        least = bound;
        plan = {at(low), at(high), bound <= logTarget - kClearFor ? draws : 2 * draws};
      }
    }
    if (plan.draws > 0) return plan;
  }
  return TailPlan{};
}

DirectionCertificate certifyTail(const DirectionContext& context, const NoisePoint& point, const TailPlan& plan,
                                 double logTarget, double logOdds, std::uint32_t attempt) {
  const std::vector<double> losses = plainLosses(context, point.stddev, kTailPurpose + attempt, plan.draws);
  DirectionCertificate result;
  result.stopped = losses.empty();
  if (result.stopped) return result;
  const double low = shareBelow(losses, plan.low), high = shareBelow(losses, plan.high);
  const auto bound = [&](Index draws, double odds) {
    return logBound(plan.low, plan.high, low, high, draws, point.epsilon, odds);
  };
  result.samples = std::ssize(losses);
  result.logUpper = bound(result.samples, logOdds);
  result.logEstimate = bound(result.samples, 0);
  result.accepted = result.logUpper <= logTarget;
  return result;
}

}  // namespace noiseloom
