#include "core/participation/min_separation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/participation/comb_norm.h"
#include "core/participation/comb_sensitivity.h"
#include "core/participation/forward_sums.h"
#include "core/participation/gram_rows.h"
#include "core/participation/neighbour_sum.h"
#include "core/participation/pattern.h"
#include "core/participation/pattern_search.h"
#include "core/participation/separated_sum.h"

namespace noiseloom {
namespace {

constexpr double kMostNumbers = 1 << 27;  // 1 GiB
constexpr Index kMostSteps = Index{1} << 25;
constexpr Index kMostSearched = 256;
constexpr Index kMostLevels = 64;
constexpr double kSame = 1e-12;

Sensitivity rooted(double square, bool exact) {
  return {std::sqrt(square), exact ? BoundKind::Exact : BoundKind::UpperBound};
}

// From the Gram matrix, forward sums and, for few steps, a search.
Sensitivity fromForwardSums(const Strategy& strategy, Index hits, Index separation, const RunControl& control) {
  const bool small = strategy.iterations() <= kMostSearched;
  const ForwardSums sums(strategy, hits, separation, small, control);
  if (!small || control.stopRequested()) return rooted(sums.bound(control), false);
  const WorstPattern worst = worstPattern(sums, hits, separation, control);
  return rooted(worst.bound, worst.bound <= worst.found * (1 + kSame) &&
                                 (sums.allPositive() || signsCanAgree(strategy, worst.pattern, control)));
}

// The bounds for a Toeplitz strategy that do not depend on n: each hit counts, with those after it, the largest
// separated sum of lagged products |sum_t c[t] c[t + lag]|, whatever the row at which the matrix truncates them.
double anyLengthBound(const ToeplitzStrategy& toeplitz, Index hits, Index separation, const RunControl& control) {
  const Index b = toeplitz.bands();
  const auto c = toeplitz.coefficients();
  const ToeplitzStrategy plain(toeplitz.iterations(), {c.begin(), c.end()});
  const double majorant =
      combNormSquared(nonIncreasingMajorant(plain, control), toeplitz.iterations(), hits, separation);
  const double tail = tailNorm(toeplitz, hits, separation);
  if (static_cast<double>(b) * static_cast<double>(b) > kMostSensitivityWork) return std::sqrt(majorant) + tail;
  GramRows rows(plain, GramRows::separated(separation));
  double diagonal = 0;
  std::vector<double> row(rows.count());
  std::vector<double> most = row;
  for (Index i = 0; i < b && !control.stopRequested(); ++i) {
    rows.next(diagonal, row);
    std::transform(row.begin(), row.end(), most.begin(), most.begin(),
                   [](double x, double known) { return std::max(std::abs(x), known); });
  }
  double sum = 0;
  for (Index after = 0; after < hits; ++after) {
    // A hit with many after it counts as if it were the first.
    const bool settled = after >= std::min<Index>(kMostLevels, (b - 1) / separation);
    const double partners = bestSeparatedSum(most, settled ? hits - 1 : after, separation, control);
    sum += (diagonal + 2 * partners) * static_cast<double>(settled ? hits - after : 1);
    if (settled) break;
  }
  return std::sqrt(std::min(sum, majorant)) + tail;
}

}  // namespace

Sensitivity minSeparationSensitivity(const Strategy& strategy, Index hits, Index separation,
                                     const RunControl& control) {
  const auto* toeplitz = strategy.as<ToeplitzStrategy>();
  Sensitivity found =
      rooted(combNormSquared(nonIncreasingMajorant(strategy, control), strategy.iterations(), hits, separation), false);
  const auto improve = [&](const Sensitivity& other) {
    if (other.value < found.value || other.kind == BoundKind::Exact) found = other;
  };
  // A comb is one of the patterns: a bound that it attains is exact.
  const Sensitivity comb = toeplitz ? toeplitzCombSensitivity(*toeplitz, hits, separation, control.part(0, 0.3))
                                    : combSensitivity(strategy, hits, separation, control.part(0, 0.3));
  const auto attained = [&] { return comb.kind == BoundKind::Exact && found.value <= comb.value * (1 + kSame); };
  if (attained()) return {found.value, BoundKind::Exact};
  const bool chain =
      strategy.bands() <= 2 * separation && neighbourSumMemory(strategy, hits, separation) <= kMostNumbers;
  const double chainWork =
      chain ? neighbourSumWork(strategy, hits, separation) : std::numeric_limits<double>::infinity();
  const double forwardWork = ForwardSums::work(strategy, hits, separation);
  // Forward sums are often exact too, where a comb attains them: they are tried first if they are much cheaper.
  const bool forward = forwardWork <= kMostSensitivityWork && strategy.iterations() <= kMostSteps &&
                       (forwardWork < chainWork / 4 || chainWork > kMostSensitivityWork);
  if (forward) improve(fromForwardSums(strategy, hits, separation, control.part(0.3, 0.5)));
  if (chainWork <= kMostSensitivityWork) {
    if (!attained()) improve(rooted(neighbourSum(strategy, hits, separation, control.part(0.5, 1)), true));
  } else if (!forward && toeplitz) {
    improve({anyLengthBound(*toeplitz, hits, separation, control), BoundKind::UpperBound});
  }
  if (attained()) found.kind = BoundKind::Exact;
  return found;
}

}  // namespace noiseloom
