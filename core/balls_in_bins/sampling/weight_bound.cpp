#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/balls_in_bins/log_mean_exp.h"
#include "core/balls_in_bins/sampling/bin_sampler.h"
#include "core/base/multiversion.h"
#include "core/linalg/bisection.h"

namespace noiseloom {
namespace {

constexpr double kLeastPower = 1e-290;  // keeps powers away from slow subnormals; raises the bound, if anything

// powers_i *= base_i, and their sum.
NOISELOOM_MULTIVERSION
double nextPowers(double* powers, const double* base, Index count) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (Index i = 0; i < count; ++i) {
    const double next = powers[i] * base[i];
    powers[i] = next > kLeastPower ? next : kLeastPower;
    sum += powers[i];
  }
  return sum;
}

// log (1/b) sum_i e^{k G_ij/s^2} of one row j, k = 1, 2, .. one after the other.
class RowMoments {
 public:
  RowMoments(const BinMixture& mixture, double stddev)
      : m_mixture(&mixture), m_precision(1 / (stddev * stddev)), m_base(mixture.bins), m_powers(m_base.size()) {}

  void begin(Index row) {
    const double* gram = m_mixture->row(row);
    for (std::size_t i = 0; i < m_base.size(); ++i) m_base[i] = (gram[i] - m_mixture->greatestEntry) * m_precision;
    expInPlace(m_base.data(), m_mixture->bins);
    std::fill(m_powers.begin(), m_powers.end(), 1.0);
    m_scale = 0;
  }
  double next() {
    const double sum = nextPowers(m_powers.data(), m_base.data(), m_mixture->bins);
    m_scale += m_mixture->greatestEntry * m_precision;
    return std::log(sum / static_cast<double>(m_mixture->bins)) + m_scale;
  }

 private:
  const BinMixture* m_mixture;
  double m_precision;
  double m_scale = 0;
  std::vector<double> m_base;
  std::vector<double> m_powers;
};

double addBound(const BinMixture& mixture, double tilt, double stddev, double epsilon) {
  const double exponent = tilt * mixture.meanHalfNorm + 0.5 * tilt * tilt * mixture.meanNormSquared;
  return logGreatestPayoff(Direction::Add, tilt, epsilon) + exponent / (stddev * stddev);
}

}  // namespace

double logWeightBound(const BinMixture& mixture, Tilt tilt, double stddev, double epsilon, const RunControl& control) {
  const double t = tilt.t;
  if (tilt.kind == Tilt::Kind::Mean) return addBound(mixture, t, stddev, epsilon);
  double bound = logGreatestPayoff(Direction::Remove, t, epsilon);
  if (tilt.kind == Tilt::Kind::Single) return bound + 0.5 * t * (t - 1) * mixture.greatestEntry / (stddev * stddev);
  if (t < 2) return bound;
  // log A_1, log A_2, ..: a row at a time, which stays near.
  std::vector<double> most(static_cast<std::size_t>(t) - 1, -std::numeric_limits<double>::infinity());
  RowMoments moments(mixture, stddev);
  for (Index row = 0; row < mixture.bins && !control.stopRequested(); ++row) {
    moments.begin(row);
    for (double& each : most) each = std::max(each, moments.next());
  }
  return std::accumulate(most.begin(), most.end(), bound);
}

BoundedTilt boundedTilt(const BinMixture& mixture, Direction direction, double stddev, double epsilon) {
  if (direction == Direction::Remove) {
    RowMoments moments(mixture, stddev);
    moments.begin(mixture.widestRow);
    BoundedTilt best{{Tilt::Kind::Tuple, 1}, 0};
    double logMoments = 0;
    for (Index size = 2; size <= kMostTuple; ++size) {
      const auto t = static_cast<double>(size);
      logMoments += moments.next();
      const double bound = logGreatestPayoff(Direction::Remove, t, epsilon) + logMoments;
      if (!(bound < best.logBound)) break;  // it is convex in t
      best = {{Tilt::Kind::Tuple, t}, bound};
    }
    return best;
  }
  // The derivative in t, increasing: -epsilon + log(t/(t + 1)) + (g_bar/2 + t ||m_bar||^2)/s^2.
  const double precision = 1 / (stddev * stddev);
  const auto falls = [&](double logT) {
    const double t = std::exp(logT);
    return -epsilon - std::log1p(1 / t) + (mixture.meanHalfNorm + t * mixture.meanNormSquared) * precision < 0;
  };
  const double t = std::exp(halved({-60, 60}, 50, falls).holds);
  return {{Tilt::Kind::Mean, t}, addBound(mixture, t, stddev, epsilon)};
}

std::vector<Tilt> tiltCandidates(const BinMixture& mixture, Direction direction, double stddev, double epsilon) {
  const Tilt first = boundedTilt(mixture, direction, stddev, epsilon).tilt;
  std::vector<Tilt> candidates{first};
  for (int i = 0; i < 6; ++i) {
    const double t = candidates.back().t;
    const double next = direction == Direction::Add ? 1.12 * t : t + std::max(1.0, std::floor(0.1 * t));
    if (direction == Direction::Remove && next > static_cast<double>(kMostTuple)) break;
    candidates.push_back({first.kind, next});
  }
  if (direction == Direction::Add) return candidates;
  // Where one bin's y alone makes the loss epsilon, t G_ii is the y that it takes; and where the bound is least.
  const double relative = stddev * stddev / mixture.greatestEntry;
  const double alone = 0.5 + relative * (epsilon + std::log(static_cast<double>(mixture.bins)));
  const double bounded = std::max(1.0, 0.5 + relative * epsilon);
  for (const double t : {alone, 0.5 * (alone + bounded), bounded}) {
    if (t > 1) candidates.push_back({Tilt::Kind::Single, t});
  }
  return candidates;
}

BoundedTilt BinWeights::boundedTilt(Direction direction, double stddev, double epsilon) const {
  return noiseloom::boundedTilt(*m_mixture, direction, stddev, epsilon);
}

double BinWeights::logWeightBound(const Tilt& tilt, double stddev, double epsilon, const RunControl& control) const {
  return noiseloom::logWeightBound(*m_mixture, tilt, stddev, epsilon, control);
}

std::vector<Tilt> BinWeights::tiltCandidates(Direction direction, double stddev, double epsilon) const {
  return noiseloom::tiltCandidates(*m_mixture, direction, stddev, epsilon);
}

std::shared_ptr<const WeightSampler> BinWeights::sampler(const Tilt& tilt, double stddev,
                                                         const RunControl& control) const {
  std::shared_ptr<const std::vector<double>> affinity;
  if (tilt.kind == Tilt::Kind::Tuple && tilt.t >= 2 && !m_mixture->diagonal) {
    // One serves the tilts that are tried at one stddev.
    const std::scoped_lock lock(m_mutex);
    if (!m_affinity || m_affinityStddev != stddev) {
      m_affinity = binAffinity(*m_mixture, stddev, control);
      m_affinityStddev = stddev;
    }
    affinity = m_affinity;
    if (control.stopRequested()) m_affinity = nullptr;
  }
  return std::make_shared<BinSampler>(*m_mixture, tilt, stddev, std::move(affinity));
}

}  // namespace noiseloom
