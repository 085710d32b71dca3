#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "core/accounting/grid/composition_plan.h"
#include "core/accounting/grid/loss_grid.h"
#include "core/accounting/grid/tilted_lattice.h"
#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// The grid accountant's composition (grid_accountant.h) for one direction: an upper bound of delta from grids of one
/// step of each kind. delta 1 and no transform where a window would be too long.
class GridComposition {
 public:
  /// grids: of one step of each kind, of the plan's spacings or parts of them.
  GridComposition(const PlannedSide& planned, const std::vector<LossGrid>& grids);

  /// Chernoff's bound, which needs no composition.
  double simpleBound() const;

  struct Result {
    double logDelta;
    double added;  ///< of logDelta: what is not the grid's, but rounding, tails and wrapped mass; infinity: all
    Index transformSize;
  };
  /// Empty when stopped.
  std::optional<Result> compose(const RunControl& control);

 private:
  TiltedLattice coarse(TiltedLattice fine, double spacing) const;
  std::optional<TiltedLattice> composeBlock(std::size_t p, Index size, Index count, const RunControl& control);
  double payoffOf(const TiltedLattice& sum) const;

  const PlannedSide& m_planned;
  const DirectedLosses& m_side;
  std::vector<TiltedLattice> m_steps;  ///< one of each kind
  double m_logTransform = 0;           ///< of all steps on the fine grid
  double m_logLost = -std::numeric_limits<double>::infinity();
  double m_lostMass = 0;  ///< tilted probability that some block lies outside its window
  Index m_transformSize = 0;
};

}  // namespace noiseloom
