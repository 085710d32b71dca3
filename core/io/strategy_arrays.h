#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/strategy/strategy.h"

namespace noiseloom {

/// One array of a strategy file (docs/formats.md).
struct StrategyArray {
  std::string name;
  std::vector<Index> shape;
  std::vector<double> own;         ///< empty where the values lie in the strategy
  std::span<const double> values;  ///< valid as long as this array and the strategy are
  /// The array that this one repeats in another form for readers without this program; empty where it stands for
  /// itself.
  std::string followsFrom;
  /// How close a file's values must be to those that follow: relative to the largest magnitude of their row, rows being
  /// the last dimension of C_inv and single values otherwise.
  double tolerance = 0;
  bool byRow = false;
};

/// The arrays of a strategy by its kind; none for the tree.
std::vector<StrategyArray> strategyArrays(const Strategy& strategy);

/// Whether `stated` is what follows for the array, to rounding.
bool follows(const StrategyArray& array, std::span<const double> stated);

/// Whether every column of C has the same norm: asked of the strategy, or imposed on it. O(1) for the kinds whose size
/// does not grow with n.
bool columnsHaveEqualNorms(const Strategy& strategy);

}  // namespace noiseloom
