#pragma once

#include <limits>
#include <vector>

#include "core/accounting/grid/directed_losses.h"
#include "core/base/index.h"

namespace noiseloom {

constexpr double kMostNodes = 1 << 20;  ///< of a grid or a window

/// How the steps are composed: of each kind, blocks of `size` steps, and one of the `rest`, are composed on a grid of
/// their own and their sums spread over a coarser grid, where everything is composed. Composing T steps on one
/// grid takes O(sqrt(T)) nodes, because each step must be spread by little compared with itself; in two stages it takes
/// O(T^(1/4)).
struct CompositionPlan {
  struct Kind {
    Index size = 1;      ///< of a block; 1 where there are none
    Index blocks = 0;    ///< of size > 1
    Index rest = 0;      ///< steps left over, or all where there are no blocks
    double spacing = 0;  ///< of the grid of one step
  };
  std::vector<Kind> kinds;
  double coarse = 0;                                       ///< spacing of the grid of everything
  double nodes = std::numeric_limits<double>::infinity();  ///< of all grids and windows together: the cost

  bool hasBlocks() const;
  /// Makes the grids of single steps part of the coarse one.
  void align();
};

/// The cheapest plan by which log delta comes out too large by about `allowed`, as far as kMostNodes allow. reach: of
/// the whole sum; ranges: from the least to the most relevant loss of one step of each kind.
CompositionPlan planComposition(const DirectedLosses& side, const DirectedLosses::Reach& reach,
                                const std::vector<double>& ranges, double allowed);

/// The estimated amount by which log delta is too large.
double estimatedExcess(const DirectedLosses& side, const CompositionPlan& plan);

/// The composition of one side.
struct PlannedSide {
  DirectedLosses side;
  double allowed = 0;  ///< excess: more than wanted where it seems not to be the worse side
  DirectedLosses::Reach reach;
  CompositionPlan plan;
};

/// The side with the tilt whose plan is the cheapest.
PlannedSide planSide(DirectedLosses side, const std::vector<double>& ranges, double allowed);

}  // namespace noiseloom
