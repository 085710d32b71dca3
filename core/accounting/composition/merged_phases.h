#pragma once

#include "core/accounting/composition/composition.h"
#include "core/accounting/losses/subsampled_gaussian.h"

namespace noiseloom {

/// A composition in its shortest form: all steps with q = 1 together are one Gaussian mechanism, and phases that differ
/// in their length alone are one. Steps of so much noise that sampling is not credited count as unsampled.
struct MergedPhases {
  Steps sampled;           ///< q < 1; sigma already multiplied by `scale`
  double fixedMu = 0;      ///< of the Gaussian mechanism; 0 where there is none
  double unsampledMu = 0;  ///< of everything if no step was sampled: a bound from above
  bool credited = true;    ///< false where sampled steps count as unsampled: the privacy may be much better

  /// Checks the phases (composition.h says what is thrown).
  static MergedPhases of(const Composition& composition, double scale);

  /// What is composed on a grid: the sampled steps and, as a step with q = 1, the Gaussian mechanism.
  Steps steps() const;
  /// Probability that the example is seen at all, to which delta tends as the noise vanishes.
  double seenAtAll() const;
  /// The mu of the Gaussian mechanism that the central limit theorem gives for the whole.
  double limitMu() const;
};

}  // namespace noiseloom
