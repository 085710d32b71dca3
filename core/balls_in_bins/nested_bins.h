#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/balls_in_bins/nested_delta.h"
#include "core/balls_in_bins/pair_levels.h"
#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// The trees that stand for the bins of a Gram matrix: one, or where bins are not alike one for each third of them, by
/// the sums of their rows. delta is the mean of the trees': the example is in a bin of one of them. All bins' common
/// factor varies with what all have, though, not with what one tree's have: of how its exponent differs from that of
/// all, only the part counts that a larger mean loss would (math: section 10.3).
class NestedBins {
 public:
  /// Takes 2 bins or more, and the products of rowsOf() them, row by row, or those of all bins, as in BinGram.
  /// `grouped`: whether there is a tree for each third of the bins; nullopt: if they are not alike.
  NestedBins(Index bins, std::span<const double> products, std::optional<bool> grouped = std::nullopt);
  /// Rows that stand for all.
  static std::vector<Index> rowsOf(Index bins);

  Index bins() const { return m_bins; }
  /// The bins' norm, root mean square.
  double norm() const { return m_norm; }
  /// Standard deviation of the sums of rows over their mean: how far bins are from being alike.
  double unevenness() const { return m_unevenness; }
  /// E_Q e^{2L}, logarithm.
  double logSecondMoment(double stddev) const { return m_all.logSecondMoment(m_all.exponents(stddev)); }
  bool isGrouped() const { return !m_groups.empty(); }
  /// The largest product of a bin with itself over stddev^2.
  double greatestExponent(double stddev) const;

  /// One of the trees at a stddev > 0: its share of the bins, and its exponents (see nestedLogDelta()).
  struct Tree {
    double share = 1;
    std::vector<double> exponents;
  };
  /// `kept`: keptShare() there, 0 to 1.
  std::vector<Tree> trees(double stddev, double kept) const;
  /// The part that counts of how a tree's common exponent differs from that of all.
  double keptShare(double stddev, double epsilon) const;
  /// log of delta at that noise, epsilon >= 0; `least`, a natural logarithm, as for nestedLogDelta().
  NestedLogDelta logDelta(double stddev, double epsilon, double least) const;

  /// Derivatives of all exponents of trees(stddev, kept), each times its weight (tree by tree), added up: in log stddev
  /// (returned) and in the products (added to byProduct, rowsOf() x bins).
  double pullBack(double stddev, double kept, const std::vector<std::vector<double>>& weights,
                  std::span<double> byProduct) const;

 private:
  struct Group {
    double share;
    PairLevels levels;
  };

  NestedBins(const PairLevels::Rows& rows, std::optional<bool> grouped);

  Index m_bins;
  double m_norm = 0;
  double m_unevenness = 0;
  PairLevels m_all;
  std::vector<Group> m_groups;  // none: all are alike
};

/// The log stddev at which the trees' delta is the given one, by what `of` makes of both directions', and how log delta
/// falls with it: without a draw. Nothing where it is out of the reach of the grid (delta outside of kLeastNestedDelta
/// to kMostNestedDelta, too), or when stopped. epsilon >= 0, not checked.
struct NestedRoot {
  double logStddev;
  double slope;  ///< negative
};
std::optional<NestedRoot> nestedRoot(const NestedBins& bins, double epsilon, double delta,
                                     const std::function<double(const NestedLogDelta&)>& of,
                                     const RunControl& control = {});
inline constexpr double kLeastNestedDelta = 1e-40;
inline constexpr double kMostNestedDelta = 0.5;
/// The stddev at which they are (epsilon, delta)-DP, the worse of both directions: an estimate of the bins' noise, to
/// about 1e-3 where they are nearly alike and 1e-2 up to kMostUnevenness; beyond, it is up to some percent below.
std::optional<double> nestedNoise(const NestedBins& bins, double epsilon, double delta, const RunControl& control = {});
inline constexpr double kMostUnevenness = 0.15;

}  // namespace noiseloom
