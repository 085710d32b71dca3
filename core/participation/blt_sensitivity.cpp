#include "core/participation/blt_sensitivity.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "core/base/check.h"
#include "core/linalg/cascade_energy.h"

namespace noiseloom {
namespace {

// A value and its derivatives in two gaps.
struct Jet {
  double value = 0;
  double first = 0;
  double second = 0;
};
Jet operator+(const Jet& a, const Jet& b) {
  return {a.value + b.value, a.first + b.first, a.second + b.second};
}
Jet operator*(const Jet& a, const Jet& b) {
  return {a.value * b.value, a.first * b.value + a.value * b.first, a.second * b.value + a.value * b.second};
}
Jet operator*(double a, const Jet& b) {
  return {a * b.value, a * b.first, a * b.second};
}

struct Slope {
  double value = 0;
  double byGap = 0;
  Jet first() const { return {value, byGap, 0}; }
  Jet second() const { return {value, 0, byGap}; }
};

// (1 - gap)^exponent.
Slope power(double gap, Index exponent) {
  if (exponent == 0) return {1, 0};
  const double order = static_cast<double>(exponent), log = std::log1p(-gap);
  return {std::exp(order * log), exponent == 1 ? -1 : -order * std::exp((order - 1) * log)};
}

// sum_{t < count} (1 - gap)^t.
Slope geometricSum(double gap, Index count) {
  const double n = static_cast<double>(count);
  if (count <= 1) return {n, 0};
  if (n * gap >= 0.3) {
    const double log = std::log1p(-gap), value = -std::expm1(n * log) / gap;
    return {value, (n * std::exp((n - 1) * log) - value) / gap};
  }
  // sum_j C(n, j + 1) (-gap)^j; term is the summand without one factor of the gap.
  Slope sum{n, 0};
  double term = -n * (n - 1) / 2;
  for (double j = 1; j < n && std::abs(term * gap) > 1e-18 * n; ++j) {
    sum.value += term * gap;
    sum.byGap += j * term;
    term *= -gap * (n - j - 1) / (j + 2);
  }
  return sum;
}

// For two decays phi = (1 - gap)^s with H_j = sum_{i < j} phi^i: the sums over j = 1 .. count of H_j H'_j, H_j and
// H'_j, and H_count, H'_count.
struct EpochSums {
  Index count = 0;
  Jet products, firstSum, secondSum, first, second;
};

// The sums over the first a.count + b.count epochs: H_(a+j) = H_a + phi^a H_j.
EpochSums join(const EpochSums& a, const EpochSums& b, double firstGap, double secondGap, Index separation) {
  const Jet phi = power(firstGap, a.count * separation).first();
  const Jet other = power(secondGap, a.count * separation).second();
  const double count = static_cast<double>(b.count);
  EpochSums sums;
  sums.count = a.count + b.count;
  sums.first = a.first + phi * b.first;
  sums.second = a.second + other * b.second;
  sums.firstSum = a.firstSum + count * a.first + phi * b.firstSum;
  sums.secondSum = a.secondSum + count * a.second + other * b.secondSum;
  sums.products = a.products + count * (a.first * a.second) + a.first * other * b.secondSum +
                  a.second * phi * b.firstSum + phi * other * b.products;
  return sums;
}

EpochSums epochSums(double firstGap, double secondGap, Index separation, Index count) {
  const Jet one{1, 0, 0};
  EpochSums block{1, one, one, one, one, one};
  EpochSums sums;
  const auto bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(count)));
  for (int bit = 0; bit < bits; ++bit) {
    if (count >> bit & 1) sums = join(block, sums, firstGap, secondGap, separation);
    if (bit + 1 < bits) block = join(block, block, firstGap, secondGap, separation);
  }
  return sums;
}

double magnitudes(std::span<const double> omega) {
  double sum = 0;
  for (const double scale : omega) sum += std::abs(scale);
  return sum;
}

}  // namespace

CombPattern combPattern(const Participation& participation, Index iterations) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("participations", participation.participations, 1, kNoLimit);
  checkInteger("separation", participation.separation, 1, kNoLimit);
  if (participation.schema == Participation::Schema::Single) return {1, iterations, iterations};
  CombPattern pattern;
  pattern.separation = std::min(participation.separation, iterations);
  pattern.hits = std::min(participation.participations, (iterations - 1) / pattern.separation + 1);
  pattern.last = iterations - (pattern.hits - 1) * pattern.separation;
  return pattern;
}

double bltCombEnergy(double lead, std::span<const double> gaps, std::span<const double> omega,
                     const CombPattern& pattern, std::span<double> gapGradient, std::span<double> omegaGradient) {
  const std::size_t m = gaps.size();
  checkSize("omega", std::ssize(omega), static_cast<Index>(m));
  const bool differentiate = !gapGradient.empty();
  std::fill(gapGradient.begin(), gapGradient.end(), 0.0);
  std::fill(omegaGradient.begin(), omegaGradient.end(), 0.0);
  const Index s = pattern.separation;
  // Row r of epoch e holds lead [r = 0] + sum_l omega_l H_l theta_l^(r-1) with H = H_(e+1), or, for r = 0, H_e theta^s.
  double energy = static_cast<double>(pattern.hits) * lead * lead;
  for (std::size_t l = 0; l < m; ++l) {
    for (std::size_t j = 0; j <= l; ++j) {
      const EpochSums before = epochSums(gaps[l], gaps[j], s, pattern.hits - 1);
      const Jet own = power(gaps[l], s - 1).first(), other = power(gaps[j], s - 1).second();
      const double product = gaps[l] + gaps[j] - gaps[l] * gaps[j];
      const auto rows = [&](Index count) {
        const Slope sum = geometricSum(product, count);
        return Jet{sum.value, sum.byGap * (1 - gaps[j]), sum.byGap * (1 - gaps[l])};
      };
      const Jet first = Jet{1, 0, 0} + power(gaps[l], s).first() * before.first;
      const Jet second = Jet{1, 0, 0} + power(gaps[j], s).second() * before.second;
      Jet sum = before.products * (own * other + rows(s - 1)) + first * second * rows(pattern.last - 1);
      if (j < l) sum = 2 * sum;
      energy += omega[l] * omega[j] * sum.value;
      if (differentiate) {
        gapGradient[l] += omega[l] * omega[j] * sum.first;
        gapGradient[j] += omega[l] * omega[j] * sum.second;
        omegaGradient[l] += omega[j] * sum.value;
        omegaGradient[j] += omega[l] * sum.value;
      }
      if (j < l) continue;
      const Jet cross = 2 * lead * (own * before.firstSum);
      energy += omega[l] * cross.value;
      if (differentiate) {
        gapGradient[l] += omega[l] * cross.first;
        omegaGradient[l] += cross.value;
      }
    }
  }
  return energy;
}

Sensitivity bltSensitivity(const BltStrategy& strategy, const Participation& participation, const RunControl&) {
  const CombPattern pattern = combPattern(participation, strategy.iterations());
  const double single = std::sqrt(strategy.columnNormSquared(0));
  if (pattern.hits == 1) return {single, BoundKind::Exact};
  std::vector<double> omega = strategy.parameters().omega;
  const double sum = magnitudes(omega);
  const bool positive = std::all_of(omega.begin(), omega.end(), [](double scale) { return scale >= 0; });
  for (double& scale : omega) scale = std::abs(scale);
  const double comb = std::sqrt(bltCombEnergy(std::max(1.0, sum), strategy.gaps(), omega, pattern));
  if (positive && sum <= 1) return {comb, BoundKind::Exact};
  return {std::min(comb, static_cast<double>(pattern.hits) * single), BoundKind::UpperBound};
}

}  // namespace noiseloom
