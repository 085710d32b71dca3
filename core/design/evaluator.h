#pragma once

#include <optional>

#include "core/accounting/calibration/sigma_trail.h"
#include "core/base/run_control.h"
#include "core/design/figures.h"
#include "core/error/error_summary.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

struct Design;

/// The one place that turns a solved strategy into figures, certified or estimated.

/// Sensitivity and losses of a strategy with a known error: the figures that do not depend on the noise multiplier.
DesignFigures lossesOf(const Scenario& scenario, const Strategy& strategy, const ErrorSummary& error,
                       const RunControl& control = {});
/// Sets the figures that depend on the noise multiplier: stddev and the errors.
void setNoiseMultiplier(DesignFigures& figures, const Scenario& scenario, const Certified& noiseMultiplier);
/// True if the certificate was stopped: the noise is safe without amplification, and may be far larger than needed.
bool isCutShort(const Design& design);

/// Which uncertified noise multiplier: Accounting::approximate(), optimistic() or atOnce().
enum class NoiseEstimate { Close, Optimistic, AtOnce };

/// Both, with an uncertified noise multiplier, multiplied by 1 + `margin`. `unitBound`: scenarioLowerBound(). `trail`:
/// of the preceding scenarios in a row of similar ones. Infinite errors if the strategy has no finite one, or the
/// batching does not allow it (a negative entry under balls-in-bins); meaningless when stopped.
DesignFigures approximateFigures(const Scenario& scenario, const Strategy& strategy, const ErrorSummary& error,
                                 double unitBound, const RunControl& control = {}, double margin = 0,
                                 SigmaTrail* trail = nullptr, NoiseEstimate estimate = NoiseEstimate::Close);

/// The error of the objective, by approximateFigures().
double approximateError(const Scenario& scenario, const Strategy& strategy, const RunControl& control = {},
                        NoiseEstimate estimate = NoiseEstimate::Close);

/// The noise multiplier for that many bands as in approximateFigures(), searched from those of the preceding scenarios
/// in a row of similar ones; nullopt if it is not found by a search over compositions of a subsampled Gaussian.
std::optional<double> nextNoiseMultiplier(const Scenario& scenario, Index bands, SigmaTrail& trail,
                                          double tolerance = kSigmaOfASketch);

/// The scenario in which independent noise is the baseline: without a largest batch that one band, which draws from all
/// the data at once, fills so often that nothing of delta remains. Its batches are then unlimited.
Scenario forIndependentNoise(Scenario scenario);

/// The rmse of independent noise in the scenario, with its own sensitivity and amplification.
double certifiedBaseline(const Scenario& scenario, const RunControl& control = {});
double approximateBaseline(const Scenario& scenario, const RunControl& control = {}, SigmaTrail* trail = nullptr);

/// Bands as counted for people: of C, or of C^-1 for inverse Toeplitz strategies.
Index countedBands(const Strategy& strategy);

}  // namespace noiseloom
