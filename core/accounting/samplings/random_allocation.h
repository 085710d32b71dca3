#pragma once

#include "core/accounting/calibration/loss_scheme.h"
#include "core/base/index.h"

namespace noiseloom {

/// Random allocation anew in each epoch: in every one of `epochs` epochs the example takes part in exactly one of
/// `stepsPerEpoch` steps, drawn uniformly, independently of everything else and in secret. Steps have independent noise
/// and contributions of norm at most 1, whose columns are orthogonal within and between epochs (C = I, or the steps of
/// one group under cyclic allocation). Add/remove, or zero-out, which has the same numbers. math: section 10.4. Special
/// cases: one step an epoch is the Gaussian mechanism of sensitivity sqrt(epochs); one epoch is balls-in-bins.
class RandomAllocation final : public LossScheme {
 public:
  /// Throws InvalidArgument naming steps_per_epoch (1 to kMostSteps) or epochs (1 to kMostEpochs).
  RandomAllocation(Index stepsPerEpoch, Index epochs);

  static constexpr Index kMostSteps = Index{1} << 40;
  static constexpr Index kMostEpochs = 1'000'000;

  std::optional<SchemeDelta> bound(double sigma, double epsilon, const SchemePrecision& precision,
                                   const RunControl& control) const override;
  double sensitivity() const override;
  double seenAtAll() const override { return 1; }
  double limitMu(double sigma) const override;

 private:
  Index m_steps;
  Index m_epochs;
};

}  // namespace noiseloom
