#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/accounting/calibration/calibration.h"
#include "core/base/check.h"
#include "core/linalg/secant_search.h"
#include "core/monte_carlo/direction_search.h"
#include "core/monte_carlo/weight_curve.h"
#include "core/participation_mixture/equivalent_root.h"
#include "core/participation_mixture/fallback.h"
#include "core/participation_mixture/sampling/mixture_weights.h"

namespace noiseloom {
namespace {

constexpr std::uint32_t kPurpose = 2048;  // always the same numbers, so that neighbours err alike
constexpr std::uint32_t kFirstPurpose = 2049;
constexpr std::uint32_t kAddPurpose = 2050;
constexpr int kMostStages = 6;
constexpr Index kFewestDraws = 128;
constexpr Index kMostDraws = 8192;
constexpr double kAddVariance = 4;  // about that of its weights
constexpr double kMostAddingVariance = 8;
constexpr double kFarBelow = 1;           // log of delta: four standard errors of so few draws, or more
constexpr double kRelativeError = 0.04;   // of delta: a quarter of a percent of the noise, or less
constexpr double kMostWork = 0x1.6p23;    // about four milliseconds
constexpr double kTiltHolds = 0.03;       // in log stddev: the best number of patterns may change all at once
constexpr double kMostVariance = 0.08;    // of the mean of the weights, relative
constexpr double kMostMoreWork = 0x1p26;  // of draws that are too few by little
constexpr double kMoreMargin = 1.5;
constexpr double kThoroughError = 0.12;
constexpr double kMostThoroughWork = 0x1p26;
constexpr Index kMostThoroughSteps = 4096;
constexpr double kReach = 3;                               // in WeightCurve::kStep
constexpr double kMostMove = kReach * WeightCurve::kStep;  // of log stddev
constexpr double kNear = 1.2;                              // where the parabola is as good as the curve

// Typical bounds of the weights, over delta.
double logBoundOverDelta(const Tilt& tilt) {
  if (tilt.kind == Tilt::Kind::Joint) return tilt.power > 1.1 ? 5 : tilt.t < 3 ? 3.2 : 2;
  return tilt.kind == Tilt::Kind::Blocks && tilt.t > 8 ? 2.7 : 4.5;
}

struct Question {
  const MixtureWeights& weights;
  double epsilon, logDelta;
  double most;  // log of a stddev that is enough
  std::uint64_t stream;
  const RunControl& control;
};

struct Start {
  double x;
  Tilt tilt;
  double slope;  // of the bound's logarithm; negative
};

// Where the bound of removing is e^above times delta; logBoundOverDelta() for none. That is a guess of some tenths,
// so that neither the root nor the tilt need be closer.
Start boundedStart(const Question& asked, double x, std::optional<double> above) {
  SecantOptions search{.slope = -16,
                       .leastX = asked.most - 14,
                       .mostX = asked.most,
                       .mostStep = 0.5,
                       .tolerance = above ? 0.05 : 0.5,
                       .mostEvaluations = 12};
  const double settled = above ? 0.1 : 0.3;
  Start start{x, {}, search.slope};
  for (int round = 0; round < 4; ++round) {
    start.tilt = asked.weights.boundedTilt(Direction::Remove, std::exp(start.x), asked.epsilon).tilt;
    const double target = asked.logDelta + above.value_or(logBoundOverDelta(start.tilt));
    search.start = start.x;
    const SecantResult found = searchDecreasing(
        [&](double at) -> std::optional<double> {
          return asked.weights.logWeightBound(start.tilt, std::exp(at), asked.epsilon, {}) - target;
        },
        search);
    if (std::isnan(found.x)) break;
    const double moved = found.x - start.x;
    start.x = found.x;
    start.slope = found.slope;
    if (std::abs(moved) < settled) break;
  }
  return start;
}

// The work of a draw, in the units of WeightSampler::work(). Each draw is used twice, for three losses.
double workOf(const WeightSampler& sampler) {
  return 0.5 * static_cast<double>(sampler.work()) / static_cast<double>(kLanes) +
         2.5 * 5 * static_cast<double>(sampler.size());
}

// As many draws as the relative error takes, or as there is time for.
Index drawsFor(const WeightSampler& sampler, double relativeVariance) {
  const double needed = relativeVariance / (kRelativeError * kRelativeError);
  return std::clamp<Index>(static_cast<Index>(std::min(needed, kMostWork / workOf(sampler))), kFewestDraws, kMostDraws);
}

// As many as leave kMostVariance with some margin; 0 where these take too long.
Index moreDraws(const WeightSampler& sampler, double relativeVariance) {
  const double needed = kMoreMargin * relativeVariance / kMostVariance;
  return needed * workOf(sampler) <= kMostMoreWork ? static_cast<Index>(needed) : 0;
}

WeightEstimate firstEstimate(const Question& asked, const WeightSampler& sampler, std::uint32_t purpose) {
  return estimateAtProposal(sampler, asked.stream, purpose, kFewestDraws, asked.epsilon, asked.control);
}

// A tilt, and what a few draws by it say.
struct Trial {
  Tilt tilt;
  WeightEstimate estimate;
};

// The tilt whose weights vary least for what its draws cost.
Trial steadiest(const Question& asked, double stddev, const Tilt& nearby) {
  const std::vector<Tilt> tilts = asked.weights.steadyTilts(stddev, asked.epsilon, nearby);
  std::vector<WeightEstimate> estimates;
  std::vector<double> work;
  for (const Tilt& tilt : tilts) {
    const auto sampler = asked.weights.sampler(tilt, stddev, asked.control);
    estimates.push_back(firstEstimate(asked, *sampler, kFirstPurpose));
    work.push_back(workOf(*sampler));
  }
  dropImplausible(estimates, kFewestDraws);
  std::size_t best = 0;
  for (std::size_t i = 1; i < tilts.size(); ++i) {
    if (estimates[i].relativeVariance * work[i] < estimates[best].relativeVariance * work[best]) best = i;
  }
  return {tilts[best], estimates[best]};
}

// The log of the stddev of random groups of the same rate and separation, which are alike; at most `most`.
double logNoiseOfGroups(const ParticipationMixture& mixture, double epsilon, double delta, double most) {
  const auto* spaced = std::get_if<SpacedSampling>(&mixture.law());
  if (!spaced) return most;
  const double q = std::min(1.0, static_cast<double>(spaced->separation) * lawOf(mixture)->slowed(1).perStep);
  const Index compositions = mixture.mostParticipations();
  // Where nobody is likely enough to be sampled at all, the accountant of compositions refuses.
  const double sampled = -std::expm1(static_cast<double>(compositions) * std::log1p(-q));
  if (q != 1 && (delta < kLeastSubsampledDelta || delta >= 0.5 * sampled)) return most;
  return std::min(most, std::log(PoissonSteps(q, compositions).approximateNoiseMultiplier(epsilon, delta) *
                                 mixture.greatestColumnNorm()));
}

struct DrawnRoot {
  double x;
  bool reached;  // some draws reached epsilon
  bool known;    // draws were enough
};

// Where draws say that removing takes delta. A few draws until the root is near the proposal's stddev, then more of
// them.
DrawnRoot drawnRoot(const Question& asked, const Start& bounded) {
  double x = bounded.x;
  bool settled = false, known = false;
  Index more = 0;  // draws, where the first settled ones were too few
  Trial trial{bounded.tilt, kNoEstimate};
  double tilted = asked.most + 1;                                            // where the tilt was chosen
  double low = -std::numeric_limits<double>::infinity(), high = asked.most;  // what draws there said of the root
  for (int stage = 0; stage < kMostStages; ++stage) {
    const bool again = std::abs(x - tilted) > kTiltHolds;
    if (again) {
      trial = steadiest(asked, std::exp(x), trial.tilt);
      tilted = x;
    }
    const auto sampler = asked.weights.sampler(trial.tilt, std::exp(x), asked.control);
    std::optional<double> root;
    Index count = 0;
    if (settled) {
      const Index draws = std::max(more, drawsFor(*sampler, trial.estimate.relativeVariance));
      const WeightCurve curve(*sampler, asked.stream, kPurpose, draws, asked.epsilon, asked.control);
      trial.estimate = curve.middle();
      root = curve.root(asked.logDelta, kReach);
      count = curve.count();
    } else {
      if (!again) trial.estimate = firstEstimate(asked, *sampler, kFirstPurpose);
      const double above = trial.estimate.logDelta - asked.logDelta;
      if (std::isfinite(above)) root = std::clamp(above / -bounded.slope, -kMostMove, kMostMove);
    }
    if (asked.control.stopRequested()) break;
    // Where not one draw reaches epsilon, delta is far below the target.
    const double moved = root.value_or(-kMostMove);
    const bool near = root && std::abs(moved) < kNear * WeightCurve::kStep;
    (moved > 0 ? low : high) = x;
    const double next = std::min(asked.most, x + moved);
    if (near) {
      x = next;
      known = settled && trial.estimate.relativeVariance <= kMostVariance * static_cast<double>(count);
      if (settled && (known || more > 0)) break;
      if (settled) {
        more = moreDraws(*sampler, trial.estimate.relativeVariance);
        if (more == 0) break;
      }
    } else {
      x = next > low && next < high ? next : 0.5 * (low + high);
    }
    settled = near || (settled && root);
  }
  return {x, std::isfinite(low), known};
}

// At least `x`, where draws say that adding takes no more than delta either.
double withAdding(const Question& asked, double x) {
  for (int stage = 0; stage < 2; ++stage) {
    const BoundedTilt adding = asked.weights.boundedTilt(Direction::Add, std::exp(x), asked.epsilon);
    const double bound = asked.weights.logDeltaBound(Direction::Add, std::exp(x), asked.epsilon);
    if (std::min(adding.logBound, bound) <= asked.logDelta) break;
    const auto sampler = asked.weights.sampler(adding.tilt, std::exp(x), asked.control);
    // In most cases a few draws show that it is far from deciding.
    const WeightEstimate first = firstEstimate(asked, *sampler, kAddPurpose);
    if (asked.control.stopRequested()) break;
    if (first.logDelta < asked.logDelta - kFarBelow && first.relativeVariance < kMostAddingVariance) break;
    const Index draws = drawsFor(*sampler, kAddVariance);
    const WeightCurve curve(*sampler, asked.stream, kAddPurpose, draws, asked.epsilon, asked.control);
    const auto moved = curve.root(asked.logDelta, kReach);
    if (asked.control.stopRequested() || !moved || *moved <= 0) break;
    x = std::min(asked.most, x + *moved);
  }
  return x;
}

// groupsKnown: where draws show nothing, the estimate is at most the noise for groups that are known.
double drawnNoise(const ParticipationMixture& mixture, const DrawnMixture& drawn, double epsilon, double delta,
                  const Fallback& fallback, bool groupsKnown, const SampledOptions& options,
                  const RunControl& control) {
  if (drawn.stopped() || drawn.epsilon(epsilon) < 0) return fallback.value;
  const bool isDrawn = ParticipationMixture::isDrawn(drawn.weights().columns().steps, epsilon);
  const MixtureWeights& weights = drawn.weights();
  const double own = drawn.delta(delta);
  const Question asked{weights, drawn.epsilon(epsilon), std::log(own), std::log(fallback.value), options.stream,
                       control};
  const double start = logNoiseOfGroups(mixture, epsilon, delta, asked.most);
  // Where nothing is drawn, the certificate will be the bound, of removing in most cases.
  const Start bounded = boundedStart(asked, start, isDrawn ? std::nullopt : std::optional(0.0));
  double x = bounded.x;
  if (isDrawn) {
    const DrawnRoot root = drawnRoot(asked, bounded);
    x = root.x;
    if (control.stopRequested()) return fallback.value;
    if (!root.known) {
      // Weights that vary so much take more time, as a certificate begins; where steps are too many for that, and
      // where no draw reaches epsilon, the bound has the last word.
      const NoiseAxis axis(NoiseUnknown::Stddev, {fallback.value, asked.epsilon});
      double sampled = root.reached ? x : asked.most;
      if (weights.columns().steps <= kMostThoroughSteps) {
        const DirectionContext context{&weights, Direction::Remove, options.stream, kMostThoroughWork, &control};
        const DirectionRoot thorough = findRoot(context, axis, asked.logDelta, kThoroughError);
        if (thorough.stopped) return fallback.value;
        sampled = thorough.x;
      }
      x = std::min(sampled, whereBoundIs(weights, Direction::Remove, axis, asked.logDelta, control));
      if (groupsKnown) x = std::min(x, start);
      if (control.stopRequested()) return fallback.value;
    }
    if (drawn.joined() == 1) x = withAdding(asked, x);
  }
  return control.stopRequested() ? fallback.value : std::min(std::exp(x), fallback.value);
}

// By a composition where `composed` has one, else by draws: those of a certificate that is to begin with it, or
// nullptr.
double estimated(const ParticipationMixture& mixture, const DrawnMixture* drawn, double epsilon, double delta,
                 const SampledOptions& options, const RunControl& control,
                 decltype(equivalentNoise)& composed = equivalentNoise) {
  checkNonNegative("epsilon", epsilon);
  checkOpenInterval("delta", delta, 0, 1);
  checkOptions(options);
  const Fallback fallback = approximateFallbackNoise(mixture, epsilon, delta);
  if (fallback.exact || !mixture.isMixed()) return fallback.value;
  if (mixture.isDrawn(epsilon)) {
    const auto noise = composed(mixture, epsilon, delta, control);
    if (control.stopRequested()) return fallback.value;
    if (noise) return std::min(*noise, fallback.value);
  }
  if (drawn) return drawnNoise(mixture, *drawn, epsilon, delta, fallback, false, options, control);
  // Here joined steps meet too often.
  const auto own = mixture.joinable() ? DrawnMixture::ofOwn(mixture, control) : nullptr;
  if (own) return drawnNoise(mixture, *own, epsilon, delta, fallback, true, options, control);
  return drawnNoise(mixture, DrawnMixture(mixture, control), epsilon, delta, fallback, true, options, control);
}

}  // namespace

double approximateNoise(const ParticipationMixture& mixture, double epsilon, double delta,
                        const SampledOptions& options, const RunControl& control) {
  return estimated(mixture, nullptr, epsilon, delta, options, control);
}

double noiseAtOnce(const ParticipationMixture& mixture, double epsilon, double delta, const SampledOptions& options,
                   const RunControl& control) {
  return estimated(mixture, nullptr, epsilon, delta, options, control, composedNoise);
}

double certificateStart(const ParticipationMixture& mixture, const DrawnMixture& drawn, double epsilon, double delta,
                        const SampledOptions& options, const RunControl& control) {
  return estimated(mixture, &drawn, epsilon, delta, options, control);
}

}  // namespace noiseloom
