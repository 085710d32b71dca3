#include "core/monte_carlo/convex_tail.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

#include "core/base/infinity.h"
#include "core/linalg/normal_quantile.h"
#include "core/linalg/normal_tail.h"
#include "core/linalg/parallel.h"
#include "core/monte_carlo/betting.h"

namespace noiseloom {
namespace {

constexpr std::uint32_t kTrialPurpose = 3072;  // and on
constexpr std::uint32_t kTailPurpose = 4096;   // and on
// A trial draws as many as that work allows.
constexpr Index kMostTrialDraws = 1024, kFewestTrialDraws = 128;
constexpr double kTrialWork = 0x1p30;
constexpr Index kFewestDraws = 128;
// About a second and a half, before draws are doubled; from so many steps on up to four times that.
constexpr double kMostTailWork = 0x1p32;
constexpr double kFewSteps = 0x1p12;
constexpr int kLooks = 8;               // of a certificate at its bounds
constexpr Index kTailBlocksAtOnce = 1;  // a task
// Places at which the trial looks at each line, and those among which it decides: of the lower and the higher point.
constexpr int kGrid = 13;
constexpr double kFirstPlace = -4.2, kPlaceStep = 0.6;
constexpr int kLows[] = {2, 3, 4, 5, 6}, kHighs[] = {7, 8, 9, 10};
// Evaluations of the loss that a crossing takes.
constexpr Index kCrossingLosses = 3;
// By how much the logarithm of the trial's bound has to be below that of the target delta. Where that is less than
// kClearFor, twice the draws make up for what the trial may have missed: they cost less than the bets that follow a
// failure.
constexpr double kSureFor = 0.1;
constexpr double kClearFor = 1;

constexpr double kLeastExact = -30;

double logTail(double x) {  // log Phi(x); below kLeastExact an upper bound
  return x > kLeastExact ? std::log(upperTail(-x)) : -0.5 * x * x - std::log(-x) - 0.5 * std::log(2 * std::numbers::pi);
}

// Calls with each block of lines first .. beyond - 1, on several threads; false when stopped.
bool drawBlocks(const DirectionContext& context, const LossLines& lines, std::uint32_t purpose, Index first,
                Index beyond, Index losses, const std::function<void(Index, const WeightBlock&)>& use) {
  const Index blocks = beyond - first;
  const auto drawn = [&](Index begin, Index end, DrawScratch& scratch, WeightBlock& block) {
    for (Index i = begin; i < end && !context.control->stopRequested(); ++i) {
      lines.draw(context.stream, purpose, first + i, scratch, block);
      use(first + i, block);
    }
  };
  const bool complete =
      parallelFor((blocks + kTailBlocksAtOnce - 1) / kTailBlocksAtOnce, *context.control,
                  [&](Index task) {
                    const Index begin = task * kTailBlocksAtOnce;
                    context.memory->lend(lines.size(), Direction::Add, [&](auto& scratch, auto& block) {
                      drawn(begin, std::min(blocks, begin + kTailBlocksAtOnce), scratch, block);
                    });
                  },
                  blocks * (lines.work() + losses * lines.lossWork()));
  return complete && !context.control->stopRequested();
}

// Probabilities of lines to have a loss of at most, or of more than, a point's.
struct Shares {
  std::vector<double> values;
  double mean() const {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  }
};

// Predicts the bound of the mean that a bet on so many draws will find: Bernstein's inequality, and where the draws
// hardly vary what the greatest stake costs.
double likelyBound(const Shares& shares, Index draws, double logOdds) {
  const double mean = shares.mean();
  double squares = 0;
  for (const double value : shares.values) squares += (value - mean) * (value - mean);
  const double variance = squares / static_cast<double>(shares.values.size());
  const double half = 0.5 * logOdds / static_cast<double>(draws);
  const double cost = half * (1 - mean);
  return std::min(1.0, mean + cost + std::sqrt(cost * cost + 4 * half * variance));
}

// log of the bound of delta by one of the mean shares of at most the lower loss, and of more than the higher one;
// +infinity where the line does not fall.
double logBound(double low, double high, double shareBelow, double shareAbove, double epsilon) {
  if (!(shareBelow < 1 && shareAbove < 1 && low >= -epsilon)) return kInfinity;
  const double atLow = normalQuantile(shareBelow);
  const double slope = (-normalQuantile(shareAbove) - atLow) / (high - low);
  if (!(slope > 0)) return kInfinity;
  return logTailDelta(atLow - (low + epsilon) * slope, slope);
}

// A place of the trial's grid, by all its lines.
struct Candidate {
  TailPlan::Point point;
  Shares shares;
  std::vector<double> places;
};

// Shares of the lower loss by a cut, each line's places within two bounds.
struct CutShares {
  Shares notTypical, beyond, cut;
  void add(const TailPlan::Cut& at, double leastPlace, double mostPlace) {
    notTypical.values.push_back(leastPlace < at.typical ? 1 : 0);
    beyond.values.push_back(mostPlace >= at.beyond ? 1 : 0);
    cut.values.push_back(std::min(1.0, upperTail(-mostPlace) / upperTail(-at.beyond)));
  }
};

// A bound of the mean of the shares, by bounds of those of CutShares.
double cutBound(const TailPlan::Cut& at, double notTypical, double beyond, double cut) {
  const double most = upperTail(-at.beyond);
  double excess = beyond * (1 - most);
  const double end = beyond < 1 && notTypical < 1 ? normalQuantile(beyond) : 0;
  const double slope = (-normalQuantile(notTypical) - end) / (at.beyond - at.typical);
  if (beyond < 1 && notTypical < 1 && slope > 0) {
    // The integral of P[place >= x] over the normal density beyond, by its values at the left ends of small steps.
    constexpr int kSteps = 200;
    constexpr double kStep = 0.05;
    double sum = 0, share = most;
    for (int i = 0; i <= kSteps; ++i) {
      const double next = i < kSteps ? upperTail(-(at.beyond + (i + 1) * kStep / slope)) : 1;
      sum += upperTail(i * kStep - end) * (next - share);
      share = next;
    }
    excess = std::min(excess, sum);
  }
  return std::min(1.0, most * cut + excess);
}

// losses: those of a line side by side.
Candidate candidateAt(const std::vector<double>& losses, int at, bool low) {
  Candidate result;
  Crossing& crossing = result.point.crossing;
  const auto draws = std::ssize(losses) / kGrid;
  for (Index i = 0; i < draws; ++i) crossing.loss += losses[i * kGrid + at] / static_cast<double>(draws);
  for (Index i = 0; i < draws; ++i) {
    const double* own = losses.data() + i * kGrid;
    int right = 1;
    while (right + 1 < kGrid && own[right] < crossing.loss) ++right;
    const double slope = std::max((own[right] - own[right - 1]) / kPlaceStep, std::numeric_limits<double>::min());
    const double place =
        std::clamp(kFirstPlace + right * kPlaceStep + (crossing.loss - own[right]) / slope, -40.0, 40.0);
    crossing.place += place / static_cast<double>(draws);
    crossing.slope += slope / static_cast<double>(draws);
    result.places.push_back(place);
    result.shares.values.push_back(upperTail(low ? -place : place));
  }
  return result;
}

// The stake of a bet that is likely to end at that bound.
double stakeFor(const Shares& shares, double bound) {
  constexpr double kMostStake = 32;
  return planBet(shares.values, bound, std::min(kMostStake, 1 / (1 - bound))).stake;
}

constexpr double kStatements = 4;  // at most: both points' shares, and two places of a cut

constexpr double kLeastSpread = 1e-3;

// A cut at twice the places' standard deviation, if it is likely to leave less than `bound`, which it then lowers.
std::optional<TailPlan::Cut> likelyCut(const Candidate& low, Index draws, double odds, double& bound) {
  const auto& places = low.places;
  double squares = 0;
  for (const double place : places) squares += (place - low.point.crossing.place) * (place - low.point.crossing.place);
  // Places are known to rounding, and where the loss is not linear to a little more.
  const double spread = std::max(kLeastSpread, std::sqrt(squares / static_cast<double>(places.size())));
  TailPlan::Cut cut;
  cut.typical = low.point.crossing.place - 0.5 * spread;
  cut.beyond = low.point.crossing.place + 2 * spread;
  CutShares shares;
  for (const double place : places) shares.add(cut, place, place);
  const double notTypical = likelyBound(shares.notTypical, draws, odds);
  const double beyond = likelyBound(shares.beyond, draws, odds);
  const double own = likelyBound(shares.cut, draws, odds);
  const double found = cutBound(cut, notTypical, beyond, own);
  if (!(found < bound)) return std::nullopt;
  bound = found;
  cut.typicalStake = stakeFor(shares.notTypical, notTypical);
  cut.beyondStake = stakeFor(shares.beyond, beyond);
  cut.cutStake = stakeFor(shares.cut, own);
  return cut;
}

}  // namespace

double logTailDelta(double x, double slope) {
  // By parts: Phi(x) - e^(1/(2 slope^2) - x/slope) Phi(x - 1/slope).
  const double first = logTail(x);
  if (x - 1 / slope < kLeastExact) return first;  // what is taken off is not known well enough
  const double second = 0.5 / (slope * slope) - x / slope + logTail(x - 1 / slope);
  return first + std::log(-std::expm1(std::min(-1e-12, second - first)));
}

std::optional<TailPlan> planTail(const DirectionContext& context, const LossLines& lines, double epsilon,
                                 double logTarget, double logOdds, std::uint32_t attempt) {
  const auto affordable = static_cast<Index>(kTrialWork / static_cast<double>(lines.work() + kGrid * lines.lossWork()));
  const Index trial = std::clamp(affordable * kLanes, kFewestTrialDraws, kMostTrialDraws);
  std::vector<double> losses(static_cast<std::size_t>(trial * kGrid));
  const bool complete = drawBlocks(context, lines, kTrialPurpose + attempt, 0, trial / kLanes, kGrid,
                                   [&](Index i, const WeightBlock& block) {
                                     double places[kLanes], own[kLanes];
                                     for (int at = 0; at < kGrid && !context.control->stopRequested(); ++at) {
                                       std::fill_n(places, kLanes, kFirstPlace + at * kPlaceStep);
                                       lines.losses(block, places, own);
                                       for (Index l = 0; l < kLanes; ++l)
                                         losses[(i * kLanes + l) * kGrid + at] = own[l];
                                     }
                                   });
  if (!complete) return std::nullopt;
  std::vector<Candidate> lows, highs;
  for (const int at : kLows) lows.push_back(candidateAt(losses, at, true));
  for (const int at : kHighs) highs.push_back(candidateAt(losses, at, false));
  const double odds = logOdds + std::log(kStatements);
  const Index work = lines.work() + 2 * kCrossingLosses * lines.lossWork();
  const double times = std::clamp(static_cast<double>(lines.size()) / kFewSteps, 1.0, 4.0);
  const auto most = static_cast<Index>(times * kMostTailWork / static_cast<double>(work)) * kLanes;
  TailPlan plan;
  plan.logLikely = kInfinity;
  for (Index draws = kFewestDraws; draws <= std::max(most, kFewestDraws) && plan.draws == 0; draws *= 2) {
    for (const Candidate& low : lows) {
      double below = likelyBound(low.shares, draws, odds);
      const auto cut = likelyCut(low, draws, odds, below);
      for (const Candidate& high : highs) {
        const double above = likelyBound(high.shares, draws, odds);
        const double bound = logBound(low.point.crossing.loss, high.point.crossing.loss, below, above, epsilon);
        if (!(bound < plan.logLikely)) continue;
        plan = {low.point, high.point, cut, 0, bound};
        plan.low.stake = stakeFor(low.shares, below);
        plan.high.stake = stakeFor(high.shares, above);
      }
    }
    if (plan.logLikely <= logTarget - kSureFor)
      plan.draws = plan.logLikely <= logTarget - kClearFor ? draws : 2 * draws;
  }
  return plan;
}

DirectionCertificate certifyTail(const DirectionContext& context, const LossLines& lines, double epsilon,
                                 const TailPlan& plan, double logTarget, double logOdds, std::uint32_t attempt) {
  const Index blocks = (plan.draws + kLanes - 1) / kLanes;
  const Index step = std::max<Index>(2 * kTailBlocksAtOnce, (blocks + kLooks - 1) / kLooks);
  const double odds = logOdds + std::log(kStatements);
  const auto bound = [&](double shareBelow, double shareAbove) {
    return logBound(plan.low.crossing.loss, plan.high.crossing.loss, shareBelow, shareAbove, epsilon);
  };
  std::vector<double> leastLow, mostLow;  // places
  Shares below, above;
  const auto boundBelow = [&] {
    if (!plan.cut) return bettingUpperBound(below.values, plan.low.stake, odds);
    CutShares shares;
    for (std::size_t i = 0; i < leastLow.size(); ++i) shares.add(*plan.cut, leastLow[i], mostLow[i]);
    return cutBound(*plan.cut, bettingUpperBound(shares.notTypical.values, plan.cut->typicalStake, odds),
                    bettingUpperBound(shares.beyond.values, plan.cut->beyondStake, odds),
                    bettingUpperBound(shares.cut.values, plan.cut->cutStake, odds));
  };
  DirectionCertificate result;
  for (Index first = 0; first < blocks && !result.accepted; first += step) {
    const Index beyond = std::min(blocks, first + step);
    for (auto* lines : {&leastLow, &mostLow, &above.values}) lines->resize(static_cast<std::size_t>(beyond * kLanes));
    result.stopped =
        !drawBlocks(context, lines, kTailPurpose + attempt, first, beyond, 2 * kCrossingLosses,
                    [&](Index i, const WeightBlock& block) {
                      double least[kLanes], most[kLanes];
                      boundCrossings(lines, block, plan.low.crossing, &leastLow[i * kLanes], &mostLow[i * kLanes]);
                      if (context.control->stopRequested()) return;
                      boundCrossings(lines, block, plan.high.crossing, least, most);
                      for (Index l = 0; l < kLanes; ++l) above.values[i * kLanes + l] = upperTail(least[l]);
                    });
    if (result.stopped) return result;
    result.samples = beyond * kLanes;
    for (std::size_t i = below.values.size(); i < mostLow.size(); ++i) below.values.push_back(upperTail(-mostLow[i]));
    // Wealth may be looked at whenever one likes.
    result.logUpper = bound(boundBelow(), bettingUpperBound(above.values, plan.high.stake, odds));
    result.logEstimate = bound(below.mean(), above.mean());
    result.accepted = result.logUpper <= logTarget;
  }
  return result;
}

DirectionCertificate tryTail(const DirectionContext& context, const LossLines& lines, double epsilon, double logTarget,
                             double logOdds, std::uint32_t attempt) {
  const std::optional<TailPlan> plan = planTail(context, lines, epsilon, logTarget, logOdds, attempt);
  if (plan && plan->draws > 0) return certifyTail(context, lines, epsilon, *plan, logTarget, logOdds, attempt);
  DirectionCertificate result;
  result.stopped = !plan;
  return result;
}

}  // namespace noiseloom
