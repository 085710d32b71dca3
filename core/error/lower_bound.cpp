#include "core/error/lower_bound.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/check.h"

namespace noiseloom {
namespace {

constexpr Index kExactTerms = 4096;
constexpr Index kMostDense = 512;
constexpr Index kCombTerms = Index{1} << 24;

// sum_{j=1}^n 1/(2j-1) = (psi(n + 1/2) + gamma)/2 + ln 2; asymptotic series, full double precision from n = 1000.
double oddHarmonic(double n) {
  const double inverse = 1 / (n * n);
  return 0.5 * (std::log(n) + std::numbers::egamma) + std::numbers::ln2 + inverse / 48 - 7 * inverse * inverse / 1920;
}

}  // namespace

double prefixNuclearNorm(Index iterations) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  const double n = static_cast<double>(iterations);
  const double step = std::numbers::pi / (4 * n + 2);
  if (iterations <= kExactTerms) {
    double sum = 0;
    for (Index j = 1; j <= iterations; ++j) sum += 0.5 / std::sin(static_cast<double>(2 * j - 1) * step);
    return sum;
  }
  // 1/sin t = 1/t + f(t): the first part sums in closed form; the smooth rest is a midpoint rule of width 2 step, whose
  // Euler-Maclaurin series gives the sum from the integral.
  const double end = 2 * n * step;
  const double sine = std::sin(end);
  const double integral = std::log(std::tan(end / 2)) - std::log(end) + std::numbers::ln2;
  const double slopeEnd = -std::cos(end) / (sine * sine) + 1 / (end * end);
  const double width = 2 * step;
  const double smooth = (integral - width * width / 24 * (slopeEnd - 1.0 / 6)) / width;
  return 0.5 * (oddHarmonic(n) / step + smooth);
}

double nuclearNorm(const Workload& workload, Index iterations) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  if (workload.name() == "prefix") return prefixNuclearNorm(iterations);
  if (iterations > kMostDense) return 0;
  // The singular values of A are one over those of its banded inverse, which are accurate to the last digits.
  Eigen::MatrixXd inverse = Eigen::MatrixXd::Zero(iterations, iterations);
  std::vector<double> row(static_cast<std::size_t>(workload.inverseBands()));
  for (Index i = 0; i < iterations; ++i) {
    workload.inverseRow(i, row);
    for (Index lag = 0; lag <= std::min(i, workload.inverseBands() - 1); ++lag)
      inverse(i, i - lag) = row[static_cast<std::size_t>(lag)];
  }
  return Eigen::BDCSVD<Eigen::MatrixXd>(inverse).singularValues().cwiseInverse().sum();
}

double meanErrorLowerBound(const Workload& workload, Index iterations, const Participation& participation) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  const bool single = participation.schema == Participation::Schema::Single;
  const Index separation = single ? iterations : std::min(participation.separation, iterations);
  const Index combSize = (iterations + separation - 1) / separation;
  const Index hits = single ? 1 : std::min(participation.participations, combSize);
  const double n = static_cast<double>(iterations);

  double share = static_cast<double>(hits) / static_cast<double>(combSize);
  if (participation.schema == Participation::Schema::FixedEpochOrder && hits < combSize)
    share = 1.0 / static_cast<double>(combSize);
  const double nuclear = nuclearNorm(workload, iterations) * std::sqrt(share / (static_cast<double>(separation) * n));

  // With one hit of n steps the comb bound is ||A e_0||, far below; it is also skipped where O(n) would be slow.
  double comb = 0;
  if (iterations <= kCombTerms) {
    std::vector<double> pattern(static_cast<std::size_t>(iterations), 0.0);
    for (Index hit = 0; hit < hits; ++hit) pattern[static_cast<std::size_t>(hit * separation)] = 1;
    workload.multiply(pattern, pattern);
    double squares = 0;
    for (const double value : pattern) squares += value * value;
    comb = std::sqrt(squares / n);
  }
  return std::max(nuclear, comb);
}

}  // namespace noiseloom
