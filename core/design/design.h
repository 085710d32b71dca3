#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/accounting/calibration.h"
#include "core/balls_in_bins/certificate.h"
#include "core/base/termination.h"
#include "core/design/scenario.h"
#include "core/optimize/lbfgs.h"
#include "core/participation/participation.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

struct DesignSeconds {
  double optimize = 0;
  double calibrate = 0;
  double total = 0;
};

/// One solved scenario: a strategy with its privacy and its error. Immutable once made; shared as
/// std::shared_ptr<const Design>. Errors are in units of the clip norm, on the summed gradient (math: section 0).
struct Design {
  Scenario scenario;  ///< as asked for (bands, buffers and the mechanism may be "best" there)
  Strategy strategy;
  MechanismKind mechanism = MechanismKind::DpSgd;  ///< the family of the strategy, never Best
  Index bands = 1;                                 ///< of the strategy, or of its inverse for BISR and BandInvMF
  Sensitivity sensitivity = {};                    ///< under scenario.participation()
  /// sigma for sensitivity 1. Under balls-in-bins the certificate is of the noise itself: sigma is stddev over clip
  /// norm and over the sensitivity that fixed epoch order would have, so that the formula of stddev holds throughout.
  Certified noiseMultiplier = {};
  std::optional<BallsInBinsCertificate> ballsInBins = {};  ///< of stddev / clipNorm, under that batching
  double stddev = 0;          ///< clipNorm * sigma * sensitivity: of the noise z before C^-1
  double lossMean = 0;        ///< sensitivity^2 * mean_i v_i
  double lossMax = 0;         ///< sensitivity^2 * max_i v_i
  double lossLast = 0;        ///< sensitivity^2 * v_(n-1)
  double lossErrorBound = 0;  ///< relative error of these losses where a closed tail was used
  double rmse = 0;            ///< sigma * sqrt(lossMean)
  double maxError = 0;        ///< sigma * sqrt(lossMax)
  double lastError = 0;       ///< sigma * sqrt(lossLast)
  /// No strategy with this sigma has a smaller error of the kind of the objective. 0 under balls-in-bins, where none is
  /// known: sigma there is that of this strategy, and another of the same sensitivity may be amplified more.
  double lowerBound = 0;
  double dpSgdRmse = 0;             ///< rmse of independent noise for the same scenario: the baseline
  /// A first look: no noise multiplier in it is certified, and the strategy may be near its family's answer only.
  /// Nothing may be claimed of it or written to a file.
  bool estimated = false;
  OptimizerSummary optimizer = {};  ///< NotRun for closed forms
  DesignSeconds seconds = {};

  /// The error that the scenario's objective is about: rmse, maxError or lastError.
  double objectiveError() const {
    if (scenario.objective == ErrorObjective::Mean) return rmse;
    return scenario.objective == ErrorObjective::Max ? maxError : lastError;
  }
};

}  // namespace noiseloom
