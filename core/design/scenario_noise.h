#pragma once

#include "core/accounting/calibration.h"
#include "core/design/scenario.h"

namespace noiseloom {

/// Smallest certified noise multiplier, for sensitivity 1, of a scenario with `bands` bands: the subsampled accountant
/// under cyclic Poisson, one Gaussian mechanism otherwise (math: section 10).
Certified certifiedNoiseMultiplier(const Scenario& scenario, Index bands, const RunControl& control = {});

/// The same to about 1e-7 and without a certificate, in a fraction of a millisecond: for curves and searches.
double approximateNoiseMultiplier(const Scenario& scenario, Index bands);

/// Certified delta at another epsilon for a noise multiplier of this scenario: its privacy profile.
double deltaAt(const Scenario& scenario, Index bands, double noiseMultiplier, double epsilon);

}  // namespace noiseloom
