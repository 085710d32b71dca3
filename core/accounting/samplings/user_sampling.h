#pragma once

#include "core/accounting/calibration/loss_scheme.h"
#include "core/base/index.h"

namespace noiseloom {

/// Poisson sampling of examples at the rate q in T steps, where one user has up to G examples, all of which come or go:
/// their clipped contributions, each of norm at most 1, may point the same way, so that a step in which j of them take
/// part shifts the sum by j. Composes the pair of N(0, sigma^2) and its mixture over j with binomial weights, the worse
/// of both directions, which bounds users of fewer examples, too. Source: user-level-finetuning; math: section 10.11.
/// Special cases: G = 1 is the Poisson-subsampled Gaussian; q = 1 the Gaussian mechanism of sensitivity G sqrt(T).
class UserSampling final : public LossScheme {
 public:
  static constexpr Index kMostExamples = 10'000;

  /// Throws InvalidArgument naming sampling_probability, compositions (1 to kMostCompositions) or examples_per_user (1
  /// to kMostExamples).
  UserSampling(double samplingProbability, Index compositions, Index examples);

  std::optional<SchemeDelta> bound(double sigma, double epsilon, const SchemePrecision& precision,
                                   const RunControl& control) const override;
  double sensitivity() const override;
  double seenAtAll() const override;
  double limitMu(double sigma) const override;

 private:
  double m_probability;
  Index m_compositions;
  Index m_examples;
};

}  // namespace noiseloom
