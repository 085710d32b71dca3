#pragma once

#include <limits>
#include <vector>

#include "core/accounting/composition_side.h"
#include "core/base/index.h"

namespace noiseloom {

constexpr double kMostNodes = 1 << 20;    ///< of a grid or a window
constexpr double kLogNegligible = -20.7;  ///< 1e-9: tails and wrapped mass, relative to delta

/// How the steps are composed: of each kind, blocks of `size` steps are composed on the fine grid and their sums spread
/// over a `ratio` times coarser grid, where everything is composed with the `rest` of the steps. Composing T steps on
/// one grid takes O(sqrt(T)) nodes, because each step must be spread by little compared with itself; in two stages it
/// takes O(T^(1/4)).
struct CompositionPlan {
  struct Kind {
    Index size = 1;    ///< of a block; 1 where there are none
    Index blocks = 0;  ///< of size > 1
    Index rest = 0;    ///< single steps
  };
  std::vector<Kind> kinds;
  Index ratio = 1;
  double spacing = 0;                                      ///< of the fine grid
  double nodes = std::numeric_limits<double>::infinity();  ///< wanted, of the grids and all windows together: the cost

  double coarseSpacing() const { return spacing * static_cast<double>(ratio); }
  bool hasBlocks() const;
};

/// The cheapest plan by which log delta comes out too large by about `allowed`, as far as kMostNodes allow. reach: of
/// the whole sum; ranges: from the least to the most relevant loss of one step of each kind.
CompositionPlan planComposition(const CompositionSide& side, const CompositionSide::Reach& reach,
                                const std::vector<double>& ranges, double allowed);

/// What log delta comes out too large by.
double estimatedExcess(const CompositionSide& side, const CompositionPlan& plan);

}  // namespace noiseloom
