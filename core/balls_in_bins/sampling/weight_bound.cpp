#include <algorithm>
#include <cmath>

#include "core/balls_in_bins/log_mean_exp.h"
#include "core/balls_in_bins/sampling/bin_sampler.h"
#include "core/base/multiversion.h"

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

// log A_1, log A_2, .. one after the other, each the maximum over some rows j of log (1/b) sum_i e^{k G_ij/s^2}.
class RowMoments {
 public:
  RowMoments(const BinMixture& mixture, double stddev, bool allRows, const RunControl& control = {})
      : m_bins(mixture.bins), m_rows(allRows ? m_bins : 1), m_greatest(mixture.greatestEntry / (stddev * stddev)) {
    const double* first = allRows ? mixture.gram.values.data() : mixture.row(mixture.widestRow);
    m_base.reserve(static_cast<std::size_t>(m_rows * m_bins));
    m_powers.reserve(m_base.capacity());
    for (Index row = 0; row < m_rows && !control.stopRequested(); ++row) {
      for (Index i = 0; i < m_bins; ++i) {
        m_base.push_back((first[row * m_bins + i] - mixture.greatestEntry) / (stddev * stddev));
      }
      expInPlace(m_base.data() + row * m_bins, m_bins);
      m_powers.insert(m_powers.end(), static_cast<std::size_t>(m_bins), 1.0);
    }
  }
  double next() {
    double most = 0;
    for (Index row = 0; row < m_rows; ++row) {
      most = std::max(most, nextPowers(m_powers.data() + row * m_bins, m_base.data() + row * m_bins, m_bins));
    }
    m_scale += m_greatest;
    return std::log(most / static_cast<double>(m_bins)) + m_scale;
  }

 private:
  Index m_bins;
  Index m_rows;
  double m_greatest;
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
  RowMoments moments(mixture, stddev, true, control);
  for (double k = 1; k < t && !control.stopRequested(); ++k) bound += moments.next();
  return bound;
}

BoundedTilt boundedTilt(const BinMixture& mixture, Direction direction, double stddev, double epsilon) {
  if (direction == Direction::Remove) {
    RowMoments moments(mixture, stddev, false);
    BoundedTilt best{{Tilt::Kind::Tuple, 1}, 0};
    double logMoments = 0;
    for (double t = 2; t <= static_cast<double>(kMostTuple); ++t) {
      logMoments += moments.next();
      const double bound = logGreatestPayoff(Direction::Remove, t, epsilon) + logMoments;
      if (!(bound < best.logBound)) break;  // it is convex in t
      best = {{Tilt::Kind::Tuple, t}, bound};
    }
    return best;
  }
  // The derivative in t, increasing: -epsilon + log(t/(t + 1)) + (g_bar/2 + t ||m_bar||^2)/s^2.
  const double precision = 1 / (stddev * stddev);
  double low = -60, high = 60;  // of log t
  for (int step = 0; step < 50; ++step) {
    const double middle = 0.5 * (low + high);
    const double t = std::exp(middle);
    const double slope =
        -epsilon - std::log1p(1 / t) + (mixture.meanHalfNorm + t * mixture.meanNormSquared) * precision;
    (slope < 0 ? low : high) = middle;
  }
  const double t = std::exp(low);
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
  return std::make_shared<BinSampler>(*m_mixture, tilt, stddev, control);
}

}  // namespace noiseloom
