#pragma once

#include <vector>

#include "core/balls_in_bins/bin_gram.h"

namespace noiseloom {

/// The inner products of bins as those of the leaves of a balanced binary tree, of which any two have the product of
/// the lowest node above both: level 0 holds the products of bins with themselves, the levels above it all others, the
/// largest first, as many as such a tree has pairs there. math: section 10.3.
class PairLevels {
 public:
  /// Of 2 bins or more, from the diagonal and a few rows, whose entries are checked as by checkEntry().
  explicit PairLevels(const BinGram& gram);

  Index bins() const { return m_bins; }
  /// Of the bins, root mean square.
  double norm() const { return m_norm; }
  /// Standard deviation of the sums of rows over their mean: how far bins are from being alike.
  double unevenness() const { return m_unevenness; }

  /// log of the mean of e^(product/stddev^2) on each level: falling, >= 0.
  std::vector<double> exponents(double stddev) const;
  /// E_Q e^{2L}, logarithm, of a tree with these exponents: that of the bins.
  double logSecondMoment(const std::vector<double>& exponents) const;

 private:
  struct Level {
    double share;                  // of all pairs, of a bin with itself included
    std::vector<double> products;  // means of as many equal parts
  };

  Index m_bins;
  double m_norm = 0;
  double m_unevenness = 0;
  std::vector<Level> m_levels;
};

/// Sizes of the nodes of a balanced tree of so many leaves: at `depth` below its top node they are the floor and the
/// ceiling of leaves / 2^depth, of which there are `larger` where the two differ.
struct NodeSizes {
  NodeSizes(Index leaves, int depth)
      : smaller(leaves >> depth), larger(leaves & ((Index{1} << depth) - 1)), nodes(Index{1} << depth) {}
  Index smaller;
  Index larger;
  Index nodes;
};
/// Depth at which all nodes are single leaves.
int depthOf(Index leaves);

}  // namespace noiseloom
