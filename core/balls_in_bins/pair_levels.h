#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// The inner products of bins as those of the leaves of a balanced binary tree, of which any two have the product of
/// the lowest node above both: level 0 holds the products of bins with themselves, the levels above it all others, the
/// largest first, as many as such a tree has pairs there. math: section 10.3.
class PairLevels {
 public:
  /// Some rows of 2 bins' products or more: those of bin `bins[i]` at `count` i and on.
  struct Rows {
    Index count;
    std::span<const Index> bins;
    std::span<const double> products;
    std::span<const double> row(std::size_t place) const {
      return products.subspan(place * static_cast<std::size_t>(count), static_cast<std::size_t>(count));
    }
    double own(std::size_t place) const { return row(place)[static_cast<std::size_t>(bins[place])]; }
  };
  /// By the rows at `places`. Products below 0, by rounding, count as 0.
  PairLevels(const Rows& rows, const std::vector<std::size_t>& places);

  /// log of the mean of e^(product/stddev^2) on each level: falling, >= 0.
  std::vector<double> exponents(double stddev) const;
  /// E_Q e^{2L}, logarithm, of a tree with these exponents: that of the bins.
  double logSecondMoment(const std::vector<double>& exponents) const;

  /// Derivatives of the exponents at that stddev, each times its weight, added up: in log stddev (returned) and in the
  /// products (added to byProduct, as Rows::products).
  double pullBack(double stddev, std::span<const double> weights, std::span<double> byProduct) const;

 private:
  /// A run of equal shares of what a level holds of a sorted row: entries `from` to `to`, real numbers.
  struct Level {
    double share;  // of all pairs, of a bin with itself included
    double from, to;
    std::vector<double> products;  // means of as many equal parts
  };
  struct Row {
    std::size_t place;  // in Rows
    std::size_t bin;
    std::vector<std::uint32_t> order;  // the other bins, the largest product first
  };

  Index m_bins;
  std::vector<Row> m_rows;  // the largest own product first
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
