#pragma once

#include <memory>
#include <vector>

#include "core/balls_in_bins/sampling/gram_factor.h"
#include "core/linalg/lane_transform.h"
#include "core/monte_carlo/lane_rows.h"

namespace noiseloom {

/// A factor of a Gram matrix T - U U^T, T Toeplitz and U of few columns. The bins of a Toeplitz strategy have one: bin
/// j + 1 is bin j one step later, less what falls off the end, so that G_{j,l} - G_{j+1,l+1} = v_j v_l; going on before
/// bin 0 as smoothly as v comes there makes all that falls off of small rank.
///
/// Normals Y of covariance T are the first ones of a stationary sequence of a period of about twice as many, drawn by a
/// Fourier transform; with xi of covariance I and cov(Y, xi) = U, Y - U xi has the covariance T - U U^T.
class ToeplitzFactor final : public GramFactor {
 public:
  /// Nothing where G is not of the kind, or the product no cheaper than `mostWork`; else G's entries are raised to what
  /// the factor makes.
  static std::shared_ptr<const ToeplitzFactor> of(BinGram& gram, Index mostWork, const RunControl& control);

  Index inputs() const override { return m_inputs; }
  Index work() const override;
  void multiply(double* in, double* out) const override;

 private:
  explicit ToeplitzFactor(Index bins);

  Index m_bins;
  Index m_inputs = 0;  ///< those of the sequence, of what of xi does not follow from Y, and a common one
  LaneTransform m_transform;
  std::vector<double> m_scales;  ///< of the sequence's frequencies
  LaneRows m_given;              ///< xi from the sequence and normals of its own
  LaneRows m_less;               ///< what is added to Y, from xi and a common normal
  Index m_rank = 0;
};

}  // namespace noiseloom
