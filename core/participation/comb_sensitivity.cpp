#include "core/participation/comb_sensitivity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/participation/comb_norm.h"
#include "core/participation/gram_rows.h"
#include "core/participation/pattern.h"
#include "core/participation/reported_rows.h"
#include "core/participation/separated_sum.h"

namespace noiseloom {
namespace {

constexpr double kMostTableEntries = 1 << 27;
constexpr Index kMostRowSums = 1 << 17;  // below this, leaving rows out does not pay for its weaker guarantee

// Sum of |X_ij| over the worst comb.
struct WorstComb {
  double sum = 0;
  Index start = 0;
  bool allPositive = true;  // no X_ij < 0
  bool complete = true;     // false for a bound that counts a pair beyond the last hit
};

// Row i shares 2 sum_{q <= m} |X[i, i + q s]| + X_ii with the m hits after it. The last hits of a comb have fewer
// partners after them: they need the sums for every m, the others only the full sum.
WorstComb worstComb(const Strategy& strategy, Index hits, Index separation, const RunControl& control) {
  const Index n = strategy.iterations();
  GramRows rows(strategy, GramRows::comb(separation));
  const Index after = std::min(rows.count(), hits - 1);  // of a hit with enough hits after it
  const bool endless = hits * separation >= n;           // the comb extends to the last step: rows end by themselves
  WorstComb worst;
  worst.complete = endless || static_cast<double>(n) * static_cast<double>(after) <= kMostTableEntries;
  const Index kept = endless || !worst.complete ? 0 : after;
  std::vector<double> partial(n * kept);
  std::vector<double> whole(n);
  std::vector<double> row(rows.count());
  double diagonal = 0;
  for (Index i = n - 1; i >= 0; --i) {
    if (control.stopRequested()) return {std::numeric_limits<double>::infinity()};
    if (i % kReportedRows == 0)
      control.report(1 - static_cast<double>(i) / static_cast<double>(n), Core::tr("finding the sensitivity"));
    if (const Index same = rows.next(diagonal, row); same > 0) {
      whole[i] = whole[i + same];
      std::copy_n(partial.begin() + (i + same) * kept, kept, partial.begin() + i * kept);
      continue;
    }
    double sum = diagonal;
    for (Index q = 0; q < after; ++q) {
      if (q < kept) partial[i * kept + q] = sum;
      const double x = row[q];
      worst.allPositive = worst.allPositive && x >= 0;
      sum += 2 * std::abs(x);
    }
    whole[i] = sum;
  }

  // Down each residue: a window of full rows, and the partial rows of its last hits.
  const Index full = hits - kept;
  for (Index residue = 0; residue < std::min(separation, n); ++residue) {
    long double window = 0;
    for (Index i = residue + (n - 1 - residue) / separation * separation; i >= 0; i -= separation) {
      window += whole[i];
      if (n - i > full * separation) window -= whole[i + full * separation];
      double sum = static_cast<double>(window);
      for (Index m = 0; m < kept; ++m) {
        const Index at = i + (hits - 1 - m) * separation;
        if (at < n) sum += partial[at * kept + m];
      }
      if (sum > worst.sum) {
        worst.sum = sum;
        worst.start = i;
      }
    }
  }
  return worst;
}

// A smaller problem of the same kind, and the contribution of the rows that it leaves out.
struct Shortened {
  Index iterations;
  Index hits;
  Index dropped;
};

// Away from the last 2 b steps, all rows of X are the same. A comb's earliest hits are such rows, each with all of its
// partners: they are left out, keeping the residues of the steps and the end. The remaining comb reaches the end, or
// moves freely through equal steps, of which one place is enough.
Shortened shortened(Index n, Index b, Index hits, Index separation) {
  const Index kept = 3 * ((b + separation - 1) / separation) + 3;
  const Index dropped = std::max<Index>(0, hits - kept);
  const Index left = hits - dropped;
  return {std::min(n - dropped * separation, (left + 1) * separation + 3 * b), left, dropped};
}

}  // namespace

Sensitivity combSensitivity(const Strategy& strategy, Index hits, Index separation, const RunControl& control) {
  if (GramRows::work(strategy, GramRows::comb(separation)) > kMostSensitivityWork) {
    const std::vector<double> majorant = nonIncreasingMajorant(strategy, control);
    return {std::sqrt(combNormSquared(majorant, strategy.iterations(), hits, separation)), BoundKind::UpperBound};
  }
  const WorstComb worst = worstComb(strategy, hits, separation, control);
  if (!std::isfinite(worst.sum)) return {worst.sum, BoundKind::UpperBound};
  bool exact = worst.complete && (worst.allPositive || strategy.bands() <= 2 * separation);
  if (worst.complete && !exact) {
    std::vector<Index> pattern;
    for (Index j = 0, i = worst.start; j < hits && i < strategy.iterations(); ++j, i += separation)
      pattern.push_back(i);
    exact = signsCanAgree(strategy, pattern, control);
  }
  return {std::sqrt(worst.sum), exact ? BoundKind::Exact : BoundKind::UpperBound};
}

Sensitivity toeplitzCombSensitivity(const ToeplitzStrategy& toeplitz, Index hits, Index separation,
                                    const RunControl& control) {
  const auto c = toeplitz.coefficients();
  const bool scaled = toeplitz.scaling() == ColumnScaling::Normalized;
  const bool nonNegative = *std::min_element(c.begin(), c.end()) >= 0;
  if (!scaled && nonNegative)
    return {std::sqrt(combNormSquared(c, toeplitz.iterations(), hits, separation)), BoundKind::Exact};
  if (GramRows::work(toeplitz, GramRows::comb(separation)) > kMostSensitivityWork) {
    std::vector<double> positive(c.begin(), c.end());
    for (double& value : positive) value = std::abs(value);
    return {std::sqrt(combNormSquared(positive, toeplitz.iterations(), hits, separation)) +
                tailNorm(toeplitz, hits, separation),
            BoundKind::UpperBound};
  }
  const Index lags = (toeplitz.bands() + separation - 1) / separation;
  if (toeplitz.iterations() <= kMostRowSums / lags) return combSensitivity(toeplitz, hits, separation, control);
  const Shortened brief = shortened(toeplitz.iterations(), toeplitz.bands(), hits, separation);
  const ToeplitzStrategy part(brief.iterations, {c.begin(), c.end()}, toeplitz.scaling());
  Sensitivity found = combSensitivity(part, brief.hits, separation, control);
  if (!std::isfinite(found.value)) return found;
  double row = 0;
  for (Index lag = 0; lag < toeplitz.bands(); lag += separation) {
    double product = 0;
    for (std::size_t t = lag; t < c.size(); ++t) product += c[t] * c[t - static_cast<std::size_t>(lag)];
    row += (lag == 0 ? 1 : 2) * std::abs(product);
  }
  // Signs that agree in the part need not agree beyond it, unless there is nothing to agree on.
  if (!nonNegative && toeplitz.bands() > 2 * separation) found.kind = BoundKind::UpperBound;
  found.value = std::sqrt(found.value * found.value + static_cast<double>(brief.dropped) * row);
  return found;
}

}  // namespace noiseloom
