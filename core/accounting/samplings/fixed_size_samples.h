#pragma once

#include "core/accounting/calibration/loss_scheme.h"
#include "core/base/index.h"

namespace noiseloom {

/// Samples of a fixed size without replacement: at each step the batch is a uniform subset of a share q = B/N of the N
/// examples, N public, independently of all other steps. One example is replaced by another (or by zero, which is a
/// special case); contributions have norm at most 1. Composes the symmetrised pair, the one that is proved: composing
/// the pair of adding and removing instead and taking the worse direction in the end is not, and promises too much.
/// math: section 10.6. Special case: q = 1 is the Gaussian mechanism of sensitivity 2 sqrt(T).
class FixedSizeSamples final : public LossScheme {
 public:
  /// Throws InvalidArgument naming sampling_probability or compositions (1 to kMostCompositions).
  FixedSizeSamples(double share, Index compositions);

  std::optional<SchemeDelta> bound(double sigma, double epsilon, const SchemePrecision& precision,
                                   const RunControl& control) const override;
  double sensitivity() const override;
  double seenAtAll() const override;
  double limitMu(double sigma) const override;

 private:
  double m_share;
  Index m_compositions;
};

}  // namespace noiseloom
