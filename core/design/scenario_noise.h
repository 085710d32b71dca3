#pragma once

#include <optional>

#include "core/accounting/calibration.h"
#include "core/balls_in_bins/certificate.h"
#include "core/participation/participation.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// The accounting of one strategy in one scenario (math: section 10): the subsampled accountant under cyclic Poisson,
/// the Gram matrix of the bins under balls-in-bins, one Gaussian mechanism otherwise. All noise multipliers are for
/// sensitivity 1, `sensitivity` being that of the strategy under scenario.participation().
class ScenarioNoise {
 public:
  /// Throws what binGram() does: a negative entry under balls-in-bins. When stopped there, noise is not amplified.
  ScenarioNoise(const Scenario& scenario, const Strategy& strategy, const Sensitivity& sensitivity,
                const RunControl& control = {});

  /// Smallest certified noise multiplier; `certificate` is there under balls-in-bins, of the noise itself.
  struct Calibrated {
    Certified noiseMultiplier;
    std::optional<BallsInBinsCertificate> certificate;
  };
  Calibrated calibrate(const RunControl& control = {}) const;

  /// The same without a certificate, in a fraction of a millisecond (about 1e-7 off) or, under balls-in-bins, in
  /// milliseconds (about a percent): for curves and searches.
  double approximate(const RunControl& control = {}) const;

  /// Certified delta at another epsilon for a noise multiplier: the privacy profile.
  double deltaAt(double noiseMultiplier, double epsilon, const RunControl& control = {}) const;

 private:
  BallsInBinsOptions options() const { return {m_scenario.tau, m_scenario.failureProbability, 0}; }

  Scenario m_scenario;
  Index m_bands;
  double m_sensitivity;
  BinGram m_gram;  // no bins: not amplified
};

}  // namespace noiseloom
