#pragma once

#include <optional>

#include "core/accounting/calibration/sigma_trail.h"
#include "core/base/run_control.h"
#include "core/design/figures.h"
#include "core/error/error_summary.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// How a solved strategy becomes figures, certified or for the eye only: in this one place.

/// Sensitivity and losses of a strategy whose error is known: what no noise multiplier changes.
DesignFigures lossesOf(const Scenario& scenario, const Strategy& strategy, const ErrorSummary& error,
                       const RunControl& control = {});
/// What a noise multiplier makes of them: stddev and the errors.
void setNoiseMultiplier(DesignFigures& figures, const Scenario& scenario, const Certified& noiseMultiplier);

/// Both, with a noise multiplier that nothing certifies, taken 1 + `margin` times. `unitBound`: scenarioLowerBound().
/// `trail`: of the scenarios before it in a row of similar ones. Infinite errors where the strategy has no finite one,
/// or the batching does not allow it (a negative entry under balls-in-bins); worthless when stopped.
DesignFigures approximateFigures(const Scenario& scenario, const Strategy& strategy, const ErrorSummary& error,
                                 double unitBound, const RunControl& control = {}, double margin = 0,
                                 SigmaTrail* trail = nullptr);

/// Of the objective, by approximateFigures().
double approximateError(const Scenario& scenario, const Strategy& strategy, const RunControl& control = {});

/// The noise multiplier for that many bands as approximateFigures() takes it, from where those of the scenarios before
/// it in a row of similar ones are; nothing where it is no search for that of compositions of a subsampled Gaussian.
std::optional<double> nextNoiseMultiplier(const Scenario& scenario, Index bands, SigmaTrail& trail,
                                          double tolerance = kSigmaOfASketch);

/// The scenario in which independent noise is the baseline: without a largest batch that one band, which draws from all
/// the data at once, fills so often that nothing of delta is left. Its batches then have room for all.
Scenario forIndependentNoise(Scenario scenario);

/// The rmse of independent noise in the scenario, with its own sensitivity and amplification.
double certifiedBaseline(const Scenario& scenario, const RunControl& control = {});
double approximateBaseline(const Scenario& scenario, const RunControl& control = {}, SigmaTrail* trail = nullptr);

/// Bands as people count them: of C, or of C^-1 for inverse Toeplitz strategies.
Index countedBands(const Strategy& strategy);

}  // namespace noiseloom
