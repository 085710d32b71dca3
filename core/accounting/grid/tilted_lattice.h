#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/accounting/grid/loss_grid.h"
#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// An exponentially tilted, discretised privacy loss (of one step or a block of steps): node i has the loss
/// anchor + (first + i) spacing and a mass proportional to Q-mass times e^{z loss}. The masses sum to 1;
/// e^{logTransform} is what they summed to before.
struct TiltedLattice {
  double anchor = 0;
  double spacing = 0;
  Index first = 0;
  double logTransform = 0;
  std::vector<double> masses;
  double noise = 0;  ///< rounding errors of the masses: root mean square of their Fourier coefficients' errors

  double loss(Index i) const { return anchor + static_cast<double>(first + i) * spacing; }
  /// log of the sum of masses times e^{shift loss}: how logTransform changes when z moves by `shift`.
  double logGrowth(double shift) const;
};

TiltedLattice tilted(const LossGrid& grid, double z);

/// `count` independent copies.
struct RepeatedLattice {
  TiltedLattice lattice;
  Index count = 1;  ///< >= 1
};

/// The sum of all copies of all parts, which have the same spacing, wrapped around a window of `size` nodes (an even
/// length, see RealFft) that starts `firstNode` nodes above the sum of the anchors. Mass outside the window lands
/// inside it at a wrong place; rounding may make masses negative. Empty when stopped. payoffNoise: of the sum over
/// losses u above some barrier of masses times e^{-theta u} (e^u - 1), theta > 1, the root mean square of its rounding
/// error, which is estimated from random errors of the transforms.
std::optional<TiltedLattice> wrappedSum(std::span<const RepeatedLattice> parts, Index firstNode, Index size,
                                        const RunControl& control, double theta = 0, double* payoffNoise = nullptr);

/// Spreads the masses over every ratio-th node so that the untilted mean of e^loss is kept: pessimistic, as LossGrid.
TiltedLattice coarsened(const TiltedLattice& fine, Index ratio, double z);

}  // namespace noiseloom
