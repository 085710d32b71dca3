#include "core/participation/participation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/check.h"

namespace noiseloom {
namespace {

// Largest sum of values[i] over at most `hits` positions at least `separation` apart.
double bestSeparatedSum(const std::vector<double>& values, Index hits, Index separation) {
  const auto n = static_cast<Index>(values.size());
  // best[i] over positions >= i with at most m hits; `fewer` is the same with m - 1.
  std::vector<double> fewer(static_cast<std::size_t>(n + separation + 1), 0.0);
  std::vector<double> best = fewer;
  const Index most = std::min(hits, (n + separation - 1) / separation);
  for (Index m = 1; m <= most; ++m) {
    for (Index i = n - 1; i >= 0; --i) {
      const auto at = static_cast<std::size_t>(i);
      best[at] = std::max(best[at + 1], values[at] + fewer[at + static_cast<std::size_t>(separation)]);
    }
    std::swap(best, fewer);
  }
  return fewer[0];
}

// Largest sum of values[o + j separation], j < hits, over all starts o.
double bestCombSum(const std::vector<double>& values, Index hits, Index separation) {
  const auto n = static_cast<Index>(values.size());
  double best = 0;
  for (Index start = 0; start < n; ++start) {
    double sum = 0;
    for (Index j = 0, i = start; j < hits && i < n; ++j, i += separation) sum += values[static_cast<std::size_t>(i)];
    best = std::max(best, sum);
  }
  return best;
}

std::vector<double> columnNormsSquared(const Strategy& strategy) {
  std::vector<double> norms(static_cast<std::size_t>(strategy.iterations()));
  for (Index j = 0; j < strategy.iterations(); ++j) norms[static_cast<std::size_t>(j)] = strategy.columnNormSquared(j);
  return norms;
}

// ||sum_j C[:, start + j separation]||^2 for entries replaced by their magnitudes: the sum of |X_ij| at most, and exact
// for a non-negative C.
double absoluteCombNormSquared(const Strategy& strategy, Index start, Index hits, Index separation) {
  const Index n = strategy.iterations();
  const Index b = strategy.bands();
  double total = 0;
  for (Index row = start; row < n; ++row) {
    // The hit columns of this row: those within b steps.
    double sum = 0;
    const Index firstHit = std::max<Index>(0, (row - b + 1 - start + separation - 1) / separation);
    for (Index j = firstHit; j < hits && start + j * separation <= row; ++j) {
      sum += std::abs(strategy.entry(row, start + j * separation));
    }
    total += sum * sum;
  }
  return total;
}

bool nonNegative(const Strategy& strategy) {
  if (const auto* toeplitz = strategy.as<ToeplitzStrategy>()) {
    return std::all_of(toeplitz->coefficients().begin(), toeplitz->coefficients().end(),
                       [](double c) { return c >= 0; });
  }
  if (const auto* banded = strategy.as<BandedStrategy>()) {
    return std::all_of(banded->rows().begin(), banded->rows().end(), [](double c) { return c >= 0; });
  }
  return strategy.as<IdentityStrategy>() != nullptr;
}

// Non-negative, non-increasing and unscaled: the pattern 0, s, 2s, ... is the worst one.
bool combIsWorst(const Strategy& strategy) {
  const auto* toeplitz = strategy.as<ToeplitzStrategy>();
  if (!toeplitz || toeplitz->scaling() != ColumnScaling::None || !nonNegative(strategy)) return false;
  const auto c = toeplitz->coefficients();
  return std::is_sorted(c.rbegin(), c.rend());
}

// Two passes of the separated sum over |X| = |C^T C| (amplified-bandmf, Theorem 2): an upper bound on sum |X_ij| over
// any pattern with itself.
double twoPassBound(const Strategy& strategy, Index hits, Index separation) {
  const Index n = strategy.iterations();
  const Index b = strategy.bands();
  std::vector<double> outer(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    // Row i of |X| is zero but for the columns within b - 1 of i.
    const Index first = std::max<Index>(0, i - b + 1);
    const Index last = std::min(n - 1, i + b - 1);
    std::vector<double> row;
    for (Index j = first; j <= last; ++j) {
      double product = 0;
      for (Index r = std::max(i, j); r < std::min({n, i + b, j + b}); ++r)
        product += strategy.entry(r, i) * strategy.entry(r, j);
      row.push_back(std::abs(product));
    }
    outer[static_cast<std::size_t>(i)] = bestSeparatedSum(row, hits, separation);
  }
  return bestSeparatedSum(outer, hits, separation);
}

// The pattern 0, s, 2s, ... of the non-increasing majorant of |c| dominates every pattern of c.
double majorantBound(const ToeplitzStrategy& toeplitz, Index hits, Index separation) {
  std::vector<double> majorant(toeplitz.coefficients().begin(), toeplitz.coefficients().end());
  double most = 0;
  for (auto c = majorant.rbegin(); c != majorant.rend(); ++c) *c = most = std::max(most, std::abs(*c));
  const Strategy dominating = ToeplitzStrategy(toeplitz.iterations(), std::move(majorant));
  return absoluteCombNormSquared(dominating, 0, hits, separation);
}

Sensitivity rooted(double square, BoundKind kind) {
  return {std::sqrt(square), kind};
}

}  // namespace

std::string_view toString(Participation::Schema schema) {
  switch (schema) {
    case Participation::Schema::Single: return "single";
    case Participation::Schema::FixedEpochOrder: return "fixed-epoch";
    case Participation::Schema::MinSeparation: return "min-sep";
  }
  return "unknown";
}

std::string_view toString(BoundKind kind) {
  return kind == BoundKind::Exact ? "exact" : "upper-bound";
}

Sensitivity sensitivityOf(const Strategy& strategy, const Participation& participation, const RunControl&) {
  checkInteger("participations", participation.participations, 1, kNoLimit);
  checkInteger("separation", participation.separation, 1, kNoLimit);
  const Index n = strategy.iterations();
  const bool single = participation.schema == Participation::Schema::Single || participation.participations == 1;
  const Index separation = std::min(participation.separation, n);
  const Index hits = std::min(participation.participations, (n + separation - 1) / separation);

  // All columns of these kinds are alike, or the first is the longest: no walk over n.
  const auto* toeplitz = strategy.as<ToeplitzStrategy>();
  const bool firstIsLongest = toeplitz || strategy.as<IdentityStrategy>();
  const bool equalNorms =
      strategy.as<IdentityStrategy>() || (toeplitz && toeplitz->scaling() == ColumnScaling::Normalized);
  if (single && firstIsLongest) return rooted(strategy.columnNormSquared(0), BoundKind::Exact);
  if (single) {
    const std::vector<double> norms = columnNormsSquared(strategy);
    return rooted(*std::max_element(norms.begin(), norms.end()), BoundKind::Exact);
  }
  // Columns at least b apart do not overlap: squared norms add.
  if (strategy.bands() <= separation) {
    if (equalNorms) return rooted(static_cast<double>(hits) * strategy.columnNormSquared(0), BoundKind::Exact);
    if (toeplitz) {
      // Column norms fall only towards the end: the earliest pattern is the worst.
      const Index whole = std::clamp<Index>((n - strategy.bands()) / separation + 1, 0, hits);
      double sum = static_cast<double>(whole) * strategy.columnNormSquared(0);
      for (Index j = whole; j < hits; ++j) sum += strategy.columnNormSquared(j * separation);
      return rooted(sum, BoundKind::Exact);
    }
    const std::vector<double> norms = columnNormsSquared(strategy);
    const bool fixed = participation.schema == Participation::Schema::FixedEpochOrder;
    return rooted(fixed ? bestCombSum(norms, hits, separation) : bestSeparatedSum(norms, hits, separation),
                  BoundKind::Exact);
  }
  if (combIsWorst(strategy)) return rooted(absoluteCombNormSquared(strategy, 0, hits, separation), BoundKind::Exact);
  if (participation.schema == Participation::Schema::FixedEpochOrder) {
    double most = 0;
    for (Index start = 0; start < n; ++start) {
      // A later start only drops hits of an earlier one when the comb fills the steps anyway.
      if (start >= separation && hits * separation >= n) break;
      most = std::max(most, absoluteCombNormSquared(strategy, start, hits, separation));
    }
    return rooted(most, nonNegative(strategy) ? BoundKind::Exact : BoundKind::UpperBound);
  }
  double bound = twoPassBound(strategy, hits, separation);
  if (toeplitz && toeplitz->scaling() == ColumnScaling::None)
    bound = std::min(bound, majorantBound(*toeplitz, hits, separation));
  return rooted(bound, BoundKind::UpperBound);
}

}  // namespace noiseloom
