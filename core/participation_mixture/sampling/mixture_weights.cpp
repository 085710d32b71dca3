#include "core/participation_mixture/sampling/mixture_weights.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/infinity.h"
#include "core/linalg/bisection.h"
#include "core/participation_mixture/pair_moment.h"
#include "core/participation_mixture/period_lattice.h"
#include "core/participation_mixture/sampling/mixture_lines.h"
#include "core/participation_mixture/sampling/mixture_sampler.h"
#include "core/participation_mixture/sampling/rounds.h"

namespace noiseloom {
namespace {

constexpr double kFewPatterns = 6;
constexpr Index kSteeringPeriod = 128;  // steps of one on which patterns are tried
// Steps that are joined, but for lines of adding: of more, a line's numbers would take too much memory.
constexpr Index kMostLinedSteps = Index{1} << 17;
constexpr double kCheapPairs = 48;  // more patterns take longer than their smaller variance saves
constexpr double kFarWorse = 3;     // of log of the bounds
constexpr double kClearlyLess = 0.5;
// Room for joint patterns, in JointPatterns::numbers(): to steer by, for quick estimates, and for certificates.
constexpr double kSteeringNumbers = 0x1p16;
constexpr double kQuickNumbers = 0x1p19;
constexpr double kMostJointNumbers = 0x1p22;
// The same of one block of so many.
constexpr double kMostFourNumbers = 0x1p21;
constexpr double kMostThreeNumbers = 0x1.8p25;
constexpr double kRates[] = {1, 0.97, 0.94, 0.9, 0.85, 0.8, 0.74, 0.68, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1};

}  // namespace

double MixtureWeights::removeBound(const Tilt& tilt, double stddev, double epsilon) const {
  const double t = tilt.t;
  if (tilt.kind == Tilt::Kind::Tuple) return kInfinity;
  double bound = logGreatestPayoff(Direction::Remove, t * tilt.power, epsilon);
  if (tilt.kind == Tilt::Kind::Joint) {
    bound += jointMoment(t, tilt.power, stddev);
  } else if (tilt.kind == Tilt::Kind::Single) {
    bound += m_law.logLabelMoment(m_columns, t, stddev);
  } else if (t > 1 && tilt.block == 2) {
    bound += t / 2 * m_law.logPairMoment(m_columns, (t - 1) / (stddev * stddev));
  } else if (t > 1) {
    bound += t / static_cast<double>(tilt.block) * blocksOf(tilt, stddev)->logMoment();
  }
  return std::isnan(bound) ? kInfinity : bound;
}

std::shared_ptr<const JointPatterns> MixtureWeights::blocksOf(const Tilt& tilt, double stddev) const {
  const double spread = stddev / std::sqrt(Rounds::strength(tilt.t, tilt.block));
  if (!m_last.patterns || m_last.block != tilt.block || m_last.spread != spread) {
    m_last = {};  // room for the new ones
    m_last = {tilt.block, spread,
              std::make_shared<const JointPatterns>(m_columns, m_law.rhythm(), tilt.block, 1, spread, true, m_control)};
  }
  return m_last.patterns;
}

double MixtureWeights::addBound(double rate, double t, double stddev, double epsilon) const {
  const ParticipationLaw::Slowed slowed = m_law.slowed(rate);
  const double precision = 1 / (stddev * stddev);
  double halfNorms = 0;
  for (const double half : m_columns.halfNorms) halfNorms += half;
  const double kappa = slowed.divergence + slowed.perStep * halfNorms * precision;
  const double normSquared = slowed.perStep * slowed.perStep * m_columns.totalNormSquared;
  const double bound = logGreatestPayoff(Direction::Add, t, epsilon) + t * kappa + t * t * normSquared * precision / 2;
  return std::isnan(bound) ? kInfinity : bound;
}

// For b-min-sep, where columns are alike but for the last ones: its moments take longest.
std::function<double(double)> MixtureWeights::steeringPairMoment() const {
  const Rhythm rhythm = m_law.rhythm();
  if (!rhythm.waits || rhythm.period <= kSteeringPeriod) return {};
  if (m_columns.steps - m_columns.products.different() < rhythm.period) return {};
  const PeriodLattice lattice(SpacedSampling{rhythm.period, rhythm.chance}, kSteeringPeriod);
  auto moment = std::make_shared<PairMoment>(lattice.law(), static_cast<double>(m_columns.steps) / lattice.stride());
  std::vector<double> products;
  for (Index d = 0; d < m_columns.bands; ++d) products.push_back(m_columns.product(0, d));
  return [lattice, moment, products](double strength) {
    std::vector<double> exponents = products;
    for (double& exponent : exponents) exponent *= strength;
    return (*moment)(lattice.exponents(exponents), {});
  };
}

BoundedTilt MixtureWeights::boundedPairs(double stddev, double epsilon) const {
  const auto at = [&](double t) {
    const Tilt tilt{Tilt::Kind::Blocks, t};
    if (!m_steering || t == 1) return BoundedTilt{tilt, removeBound(tilt, stddev, epsilon)};
    const double bound =
        logGreatestPayoff(Direction::Remove, t, epsilon) + t / 2 * m_steering((t - 1) / (stddev * stddev));
    return BoundedTilt{tilt, std::isnan(bound) ? kInfinity : bound};
  };
  // Convex in t, or nearly so.
  BoundedTilt best = at(1);
  double low = 1, high = kMostPairs;
  double t = 2;
  while (t <= kMostPairs) {
    const BoundedTilt next = at(t);
    if (next.logBound >= best.logBound) {
      high = t;
      break;
    }
    low = best.tilt.t;
    best = next;
    t = std::ceil(0.7 * t) * 2;
  }
  while (high - best.tilt.t > 2 || best.tilt.t - low > 2) {
    const bool above = high - best.tilt.t >= best.tilt.t - low;
    const double middle = 2 * std::round((above ? high + best.tilt.t : low + best.tilt.t) / 4);
    if (middle <= low || middle >= high || middle == best.tilt.t) break;
    const BoundedTilt next = at(middle);
    if (next.logBound < best.logBound) {
      (above ? low : high) = best.tilt.t;
      best = next;
    } else {
      (above ? high : low) = middle;
    }
  }
  if (m_steering) best.logBound = removeBound(best.tilt, stddev, epsilon);
  return best;
}

double MixtureWeights::jointMoment(double t, double power, double stddev) const {
  if (t == 1 && power == 1) return 0;
  return JointPatterns(m_columns, m_law.rhythm(), static_cast<Index>(t), power, stddev, false, m_control).logMoment();
}

// Over the t that there is room for, in which the bound is convex, and where more would be better over the power.
// nearby: patterns to begin at.
BoundedTilt MixtureWeights::boundedJoint(double stddev, double epsilon, double mostNumbers, double nearby) const {
  const Rhythm rhythm = m_law.rhythm();
  double room = 1;
  while (room < kMostPairs && JointPatterns::numbers(m_columns, rhythm, static_cast<Index>(room) + 1) <= mostNumbers)
    ++room;
  BoundedTilt best{{Tilt::Kind::Joint, 1}, 0};
  // Each t once: the last ones cost most.
  std::vector<bool> tried(static_cast<std::size_t>(room) + 1, false);
  const auto improves = [&](double t) {
    if (tried[static_cast<std::size_t>(t)]) return false;
    tried[static_cast<std::size_t>(t)] = true;
    const Tilt tilt{Tilt::Kind::Joint, t};
    const double bound = removeBound(tilt, stddev, epsilon);
    const bool better = bound < best.logBound;
    if (better) best = {tilt, bound};
    return better;
  };
  double step = 1;
  const auto ascend = [&](double from) {
    for (double next = from; next <= room && improves(next); next += step)
      step = next < kFewPatterns ? 1 : std::round((from > 2 ? 0.2 : 0.4) * next);
  };
  ascend(std::clamp(nearby, 2.0, std::max(2.0, room)));
  if (best.tilt.t == 1 && nearby > 2) ascend(2);
  while (step > 0.1 * best.tilt.t) {
    const double above = std::min(room, best.tilt.t + step);
    if ((above == best.tilt.t || !improves(above)) && best.tilt.t > step) improves(best.tilt.t - step);
    step = std::floor(step / 2);
  }
  const double t = best.tilt.t;
  if (t < room || t == 1) return best;
  double power = 1;
  const auto improvesBy = [&](double by) {
    const Tilt tilt{Tilt::Kind::Joint, t, 1, std::max(1.0, power + by)};
    const double bound = removeBound(tilt, stddev, epsilon);
    if (!(bound < best.logBound)) return false;
    best = {tilt, bound};
    power = tilt.power;
    return true;
  };
  for (step = 0.3 / t; step < 4 && improvesBy(step);) step *= 1.7;
  if (!improvesBy(0.4 * step) && power > 1) improvesBy(-0.25 * step);
  return best;
}

// The fewest patterns that are more than `above`: the larger the blocks, the more patterns pay.
BoundedTilt MixtureWeights::boundedBlocks(double stddev, double epsilon, Index block, double above) const {
  for (Index t = 2 * block; t <= Rounds::kMostCut; t += block) {
    if (static_cast<double>(t) <= above || !Rounds::of(t, block)) continue;
    const Tilt tilt{.kind = Tilt::Kind::Blocks, .t = static_cast<double>(t), .block = block};
    return {tilt, removeBound(tilt, stddev, epsilon)};
  }
  return {{}, kInfinity};
}

BoundedTilt MixtureWeights::boundedLabel(double stddev, double epsilon) const {
  BoundedTilt best{{Tilt::Kind::Single, 1}, kInfinity};
  for (Index times = 2; times <= static_cast<Index>(kMostPairs); ++times) {
    const Tilt tilt{Tilt::Kind::Single, static_cast<double>(times)};
    const double bound = removeBound(tilt, stddev, epsilon);
    if (!(bound < best.logBound)) break;
    best = {tilt, bound};
  }
  return best;
}

BoundedTilt MixtureWeights::boundedTilt(Direction direction, double stddev, double epsilon) const {
  if (direction == Direction::Remove) return boundedRemove(stddev, epsilon);
  BoundedTilt best{{Tilt::Kind::Mean, 1, 1}, kInfinity};
  if (epsilon >= -(m_adding ? m_adding->law.logEmpty() : m_law.logEmpty())) return {best.tilt, -kInfinity};
  if (m_adding) return best;
  const double precision = 1 / (stddev * stddev);
  double halfNorms = 0;
  for (const double half : m_columns.halfNorms) halfNorms += half;
  for (const double rate : kRates) {
    const ParticipationLaw::Slowed slowed = m_law.slowed(rate);
    const double kappa = slowed.divergence + slowed.perStep * halfNorms * precision;
    const double normSquared = slowed.perStep * slowed.perStep * m_columns.totalNormSquared;
    if (!std::isfinite(kappa)) continue;
    // The derivative in t, increasing: -epsilon + log(t/(t + 1)) + kappa + t |v|^2/s^2.
    const auto falls = [&](double logT) {
      const double t = std::exp(logT);
      return -epsilon - std::log1p(1 / t) + kappa + t * normSquared * precision < 0;
    };
    const double t = std::exp(halved({-60, 60}, 50, falls).holds);
    const double bound =
        logGreatestPayoff(Direction::Add, t, epsilon) + t * kappa + t * t * normSquared * precision / 2;
    if (bound < best.logBound) best = {{Tilt::Kind::Mean, t, rate}, bound};
  }
  return best;
}

double MixtureWeights::logWeightBound(const Tilt& tilt, double stddev, double epsilon, const RunControl&) const {
  if (tilt.kind == Tilt::Kind::Mean) {
    if (m_adding) return kInfinity;
    return epsilon >= -m_law.logEmpty() ? -kInfinity : addBound(tilt.rate, tilt.t, stddev, epsilon);
  }
  return removeBound(tilt, stddev, epsilon);
}

double MixtureWeights::logDeltaBound(Direction direction, double stddev, double epsilon) const {
  if (direction == Direction::Remove) return kInfinity;
  const Rhythm rhythm = m_adding ? m_adding->law.rhythm() : m_law.rhythm();
  const auto s = static_cast<double>(rhythm.period);
  double q = rhythm.chance;
  double share = 1;  // a s
  if (rhythm.waits) {
    const double least = s > 1 ? std::exp(s * std::log1p(-q) + (s - 1) * std::log1p(-1 / s)) / s : 1 - q;
    q = q / (q + least);
    share = s * rhythm.chance / (1 + (s - 1) * rhythm.chance) / q;
  }
  if (!(q < 1)) return kInfinity;
  // The mean over a normal number z by the trapezoidal rule, which converges as a Fourier series does; the largest
  // column stands for all, as the mean of a convex function of e^l grows with it.
  constexpr Index kNodes = 240;
  constexpr double kSpacing = 0.05;
  constexpr double kBeyond = 4e-33;     // probability of one side beyond 12, and more
  constexpr double kQuadrature = 1e-9;  // relative
  const double norm = std::sqrt(m_adding ? m_adding->greatestNormSquared : m_columns.greatestNormSquared) / stddev;
  std::vector<double> logs, chances;
  for (Index node = -kNodes; node <= kNodes; ++node) {
    const double z = kSpacing * static_cast<double>(node);
    const double exponent = norm * z - norm * norm / 2;
    logs.push_back(exponent < kMostExponent ? std::log1p(q * std::expm1(exponent)) : exponent + std::log(q));
    chances.push_back(kSpacing / std::sqrt(2 * std::numbers::pi) * std::exp(-z * z / 2));
  }
  // At most the period: then steps a period apart are independent.
  double meeting = m_adding ? m_adding->meeting : 1;
  for (std::size_t i = 0; !m_adding && i < m_columns.sums.size(); ++i) {
    if (m_columns.halfNorms[i] > 0) meeting = std::max(meeting, m_columns.sums[i] / (2 * m_columns.halfNorms[i]));
  }
  meeting = std::min(meeting * (1 + kQuadrature), s);
  const double factors = static_cast<double>(m_adding ? m_adding->begins.back() : m_columns.steps) / meeting;
  double best = kInfinity;
  double t = 0.2;
  for (int step = 0; step < 38; ++step) {
    t *= 1.25;
    const double power = t * share * meeting / s;
    double mean = kBeyond * (1 + std::pow(1 - q, -power));
    for (std::size_t i = 0; i < logs.size(); ++i) mean += chances[i] * std::exp(-power * logs[i]);
    const double bound = logGreatestPayoff(Direction::Add, t, epsilon) + factors * (std::log(mean) + kQuadrature);
    if (bound < best) best = bound;
  }
  return best;
}

bool MixtureWeights::drawsThree(Index steps, Index bands, const Rhythm& rhythm) {
  return JointPatterns::numbers(steps, bands, rhythm, 3) <= kMostThreeNumbers;
}

std::vector<Tilt> MixtureWeights::tiltCandidates(Direction direction, double stddev, double epsilon) const {
  std::vector<Tilt> candidates;
  const auto addFrom = [&](Tilt tilt, int count) {
    for (int i = 0; i < count && (tilt.kind == Tilt::Kind::Mean || tilt.t <= kMostPairs); ++i) {
      if (i > 0 && !std::isfinite(logWeightBound(tilt, stddev, epsilon, {}))) break;
      candidates.push_back(tilt);
      if (tilt.kind == Tilt::Kind::Mean) {
        tilt.t *= 1.12;
      } else if (tilt.kind == Tilt::Kind::Single) {
        tilt.t += std::max(1.0, std::round(0.1 * tilt.t));
      } else if (tilt.kind == Tilt::Kind::Joint) {
        tilt.power += 0.3 / tilt.t;
      } else if (tilt.block == 2) {
        tilt.t = tilt.t == 1 ? 2 : tilt.t + 2 * std::max(1.0, std::round(0.06 * tilt.t));
      }
    }
  };
  if (direction == Direction::Add) {
    addFrom(boundedTilt(direction, stddev, epsilon).tilt, 4);
    return candidates;
  }
  const BoundedTilt pairs = boundedPairs(stddev, epsilon);
  const BoundedTilt label = boundedLabel(stddev, epsilon);
  // Where there is no room for the best number of patterns at once, blocks of them vary least.
  const auto best = static_cast<Index>(pairs.tilt.t) + 1;
  if (JointPatterns::numbers(m_columns, m_law.rhythm(), best) > kMostJointNumbers) {
    for (const auto& [block, most] : {std::pair{Index{4}, kMostFourNumbers}, std::pair{Index{3}, kMostThreeNumbers}}) {
      if (JointPatterns::numbers(m_columns, m_law.rhythm(), block) > most) continue;
      const BoundedTilt blocks = boundedBlocks(stddev, epsilon, block, pairs.tilt.t);
      if (!(blocks.logBound <= std::min(pairs.logBound, label.logBound) - kClearlyLess)) continue;
      return {blocks.tilt};
    }
  }
  const BoundedTilt joint = boundedJoint(stddev, epsilon, kMostJointNumbers);
  const double least = std::min({pairs.logBound, label.logBound, joint.logBound});
  if (joint.logBound <= least + kFarWorse) addFrom(joint.tilt, 2);
  if (pairs.logBound <= least + kFarWorse) addFrom(pairs.tilt, 3);
  if (label.logBound <= least + kFarWorse) addFrom(label.tilt, 3);
  return candidates;
}

std::vector<Tilt> MixtureWeights::estimateCandidates(Direction direction, double stddev, double epsilon) const {
  std::vector<Tilt> candidates = tiltCandidates(direction, stddev, epsilon);
  if (direction == Direction::Add) return candidates;
  // Where the t of the least bound is small, more patterns vary less.
  const Tilt first = candidates.front();
  if (first.kind != Tilt::Kind::Blocks || first.block > 2 || first.t > kFewPatterns) return candidates;
  candidates.push_back({Tilt::Kind::Tuple, first.t + 1});
  if (first.t > 2) candidates.push_back({Tilt::Kind::Tuple, std::ceil(1.5 * first.t)});
  return candidates;
}

std::vector<Tilt> MixtureWeights::steadyTilts(double stddev, double epsilon, const Tilt& nearby) const {
  const double together = nearby.kind == Tilt::Kind::Joint ? nearby.t : 2;
  const BoundedTilt joint = boundedJoint(stddev, epsilon, kQuickNumbers, together);
  const BoundedTilt pairs = boundedPairs(stddev, epsilon);
  const BoundedTilt label = boundedLabel(stddev, epsilon);
  if (joint.tilt.power == 1 && joint.logBound <= std::min(pairs.logBound, label.logBound)) return {joint.tilt};
  std::vector<Tilt> tilts;
  if (joint.logBound < pairs.logBound + kFarWorse) tilts.push_back(joint.tilt);
  if (pairs.tilt.t <= 4) {
    tilts.push_back({Tilt::Kind::Tuple, pairs.tilt.t + 1});
  } else {
    tilts.push_back({Tilt::Kind::Blocks, std::min(pairs.tilt.t, kCheapPairs)});
  }
  if (label.logBound < std::min(joint.logBound, pairs.logBound) + kFarWorse) tilts.push_back(label.tilt);
  return tilts;
}

BoundedTilt MixtureWeights::boundedRemove(double stddev, double epsilon) const {
  BoundedTilt best = boundedPairs(stddev, epsilon);
  for (const BoundedTilt& other : {boundedLabel(stddev, epsilon), boundedJoint(stddev, epsilon, kSteeringNumbers)}) {
    if (other.logBound < best.logBound) best = other;
  }
  return best;
}

std::shared_ptr<const WeightSampler> MixtureWeights::sampler(const Tilt& tilt, double stddev,
                                                             const RunControl& control) const {
  std::shared_ptr<const JointPatterns> blocks;
  if (tilt.kind == Tilt::Kind::Blocks && tilt.block > 2) blocks = blocksOf(tilt, stddev);
  return std::make_shared<MixtureSampler>(m_columns, m_law, tilt, stddev, control, std::move(blocks));
}

std::unique_ptr<const LossLines> MixtureWeights::lossLines(double stddev) const {
  if (!m_adding) return std::make_unique<MixtureLines>(m_columns, m_law, stddev);
  if (m_adding->begins.back() > kMostLinedSteps) return nullptr;
  return std::make_unique<MixtureLines>(m_columns, m_adding->law, stddev, m_adding->begins);
}

}  // namespace noiseloom
