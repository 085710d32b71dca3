#include "core/error/lower_bound.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/check.h"
#include "core/error/component_sum.h"
#include "core/error/nuclear_norm.h"
#include "core/participation/separated_sum.h"

namespace noiseloom {
namespace {

constexpr Index kCombTerms = Index{1} << 24;
constexpr Index kMostLastRow = Index{1} << 22;
constexpr Index kMostHits = Index{1} << 17;

// ||A pi|| / sqrt(n) for the comb 0, s, 2s, ...
double combBound(const Workload& workload, Index iterations, Index hits, Index separation) {
  std::vector<double> pattern(iterations, 0.0);
  for (Index hit = 0; hit < hits; ++hit) pattern[hit * separation] = 1;
  workload.multiply(pattern, pattern);
  double squares = 0;
  for (const double value : pattern) squares += value * value;
  return std::sqrt(squares / static_cast<double>(iterations));
}

// sum_{j < count} rate^(first + j step), 0 <= rate <= 1.
double powerSum(double rate, double first, double step, double count) {
  if (rate == 0) return first == 0 ? 1 : 0;
  const double exponent = std::log(rate) * step;
  const double sum = exponent == 0 ? count : std::expm1(exponent * count) / std::expm1(exponent);
  return std::exp(std::log(rate) * first) * sum;
}

// Sum of the coefficients of a Toeplitz workload at the lags first, first + s, ..: those of a comb in its last row.
// With averaging, of the first kMostHits: no coefficient is negative, so that fewer have no larger sum.
double combOfLags(const Workload& workload, Index first, Index hits, Index separation) {
  if (workload.averaging() != 0) {
    double sum = 0;
    for (Index hit = 0; hit < std::min(hits, kMostHits); ++hit) sum += workload.coefficient(first + hit * separation);
    return sum;
  }
  const double alpha = workload.alpha();
  const double beta = workload.beta();
  const auto sum = [&](double rate, Index from) {
    return powerSum(rate, static_cast<double>(from), static_cast<double>(separation), static_cast<double>(hits));
  };
  return beta == 0 ? sum(alpha, first) : (sum(alpha, first + 1) - sum(beta, first + 1)) / (alpha - beta);
}

// The lag of the largest coefficient of a Toeplitz workload, whose coefficients rise, then fall.
Index largestLag(const Workload& workload, Index iterations) {
  if (workload.averaging() == 0) {
    if (workload.beta() == 0) return 0;
    // Where alpha^(l+1) log alpha = beta^(l+1) log beta.
    const double logs = std::log(std::log(workload.beta()) / std::log(workload.alpha()));
    const double peak = logs / std::log(workload.alpha() / workload.beta()) - 1;
    return static_cast<Index>(std::clamp(peak, 0.0, static_cast<double>(iterations - 1)));
  }
  Index low = 0, high = iterations - 1;
  while (low < high) {
    const Index middle = low + (high - low) / 2;
    if (workload.coefficient(middle + 1) > workload.coefficient(middle))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// The root of the weighted mean of the squares of each component's lower bound.
template <class Bound>
double rootOfComponents(const Workload& workload, const Bound& boundOf) {
  double squares = 0;
  for (const WorkloadComponent& component : checkedComponents(workload)) {
    const double bound = boundOf(component.workload);
    squares += component.weight * bound * bound;
  }
  return std::sqrt(squares);
}

}  // namespace

void checkBoundArguments(const Workload& workload, Index iterations, const Participation& participation) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  if (const Index fixed = workload.fixedIterations(); fixed > 0)
    checkInteger("iterations", iterations, fixed, fixed, Core::tr("the schedule"));
  checkInteger("participations", participation.participations, 1, kNoLimit);
  checkInteger("separation", participation.separation, 1, kNoLimit);
}

double meanErrorLowerBound(const Workload& workload, Index iterations, const Participation& participation,
                           const RunControl& control) {
  checkBoundArguments(workload, iterations, participation);
  const bool single = participation.schema == Participation::Schema::Single;
  const Index separation = single ? iterations : std::min(participation.separation, iterations);
  const Index combSize = (iterations - 1) / separation + 1;
  const Index hits = mostHits(participation, iterations);
  const double n = static_cast<double>(iterations);

  double share = static_cast<double>(hits) / static_cast<double>(combSize);
  if (participation.schema == Participation::Schema::FixedEpochOrder && hits < combSize) {
    // floor(m / k) disjoint windows of k neighbours fit in a comb, and one more covers the rest.
    const Index windows = (combSize - 1) / hits + 1;
    share = 1 / static_cast<double>(windows);
  }
  const double nuclear =
      nuclearNorm(workload, iterations, control) * std::sqrt(share / (static_cast<double>(separation) * n));
  // Skipped where O(n) would be slow.
  const double comb =
      iterations <= kCombTerms && !control.stopRequested() ? combBound(workload, iterations, hits, separation) : 0;
  return std::max(nuclear, comb);
}

double curvatureErrorLowerBound(const Workload& workload, Index iterations, const Participation& participation,
                                const RunControl& control) {
  return rootOfComponents(
      workload, [&](const Workload& part) { return meanErrorLowerBound(part, iterations, participation, control); });
}

double curvatureLastErrorLowerBound(const Workload& workload, Index iterations, const Participation& participation) {
  return rootOfComponents(workload,
                          [&](const Workload& part) { return lastErrorLowerBound(part, iterations, participation); });
}

double lastErrorLowerBound(const Workload& workload, Index iterations, const Participation& participation) {
  checkBoundArguments(workload, iterations, participation);
  const Index hits = mostHits(participation, iterations);
  const Index separation = std::min(participation.separation, iterations);
  if (!workload.isToeplitz() || !workload.isRational() || iterations <= kMostLastRow) {
    std::vector<double> row = workload.lastRow(iterations);
    for (double& entry : row) entry = std::abs(entry);  // contributions may have any sign
    if (hits == 1) return *std::max_element(row.begin(), row.end());
    if (participation.schema == Participation::Schema::FixedEpochOrder) return bestCombSum(row, hits, separation);
    return bestSeparatedSum(row, hits, separation);
  }
  // The comb of the latest steps, that of the earliest, and that which begins with the largest coefficient.
  const Index earliest = iterations - 1 - (hits - 1) * separation;
  double best = std::max(combOfLags(workload, 0, hits, separation), combOfLags(workload, earliest, hits, separation));
  if (workload.alpha() < 1) {
    const Index within = std::min(largestLag(workload, iterations), earliest);
    best = std::max(best, combOfLags(workload, within, hits, separation));
  }
  return best;
}

double maxErrorLowerBound(const Workload& workload, Index iterations, const Participation& participation,
                          const RunControl& control) {
  const double last = lastErrorLowerBound(workload, iterations, participation);
  return std::max(last, meanErrorLowerBound(workload, iterations, participation, control));
}

}  // namespace noiseloom
