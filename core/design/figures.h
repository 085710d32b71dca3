#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/accounting/calibration/calibration.h"
#include "core/error/objective.h"
#include "core/monte_carlo/certificate.h"
#include "core/participation/participation.h"

namespace noiseloom {

/// The figures of a strategy in a scenario. Errors are in clip norms, on the summed gradient (math: section 1).
struct DesignFigures {
  Sensitivity sensitivity = {};  ///< under scenario.participation()
  /// sigma for sensitivity 1. Under balls-in-bins the certificate is for the noise itself: sigma is stddev over clip
  /// norm and over the sensitivity in fixed epoch order, so that the formula of stddev holds throughout.
  Certified noiseMultiplier = {};
  std::optional<SampledCertificate> certificate = {};  ///< of stddev / clipNorm, if the batching has one
  double stddev = 0;                                   ///< clipNorm * sigma * sensitivity: of the noise z before C^-1
  /// Sensitivity^2 times the variances of ErrorSummary. The last is 0 in a file of version 1; those of curvatures are 0
  /// without a spectrum, and that of the last step if a file does not state it.
  ByObjective loss = {};
  double lossErrorBound = 0;  ///< relative error of these losses if a closed tail was used
  ByObjective error = {};     ///< sigma times the square roots of the losses; the mean one is the rmse
  /// No strategy with this sigma has a smaller error in the measure of the objective. 0 under balls-in-bins, where no
  /// bound is known: another strategy of the same sensitivity may be amplified more.
  double lowerBound = 0;
  double dpSgdRmse = 0;  ///< rmse of independent noise for the same scenario: the baseline
};

/// One of the figures, by its name in files, tables and JSON.
struct FigureInfo {
  std::string_view name;       ///< "noise_multiplier", "rmse", ...
  std::string_view unit = {};  ///< in headers of tables; empty: squares of one, or none
  double& (*in)(DesignFigures&);
  bool positive = true;   ///< in every design; others may be 0
  bool brief = true;      ///< included in short forms: points of sweeps, sessions
  Index version = 1;      ///< the first version of strategy files that states it
  bool error = false;     ///< an error: ErrorUnit states it in other units
  bool optional = false;  ///< stated only if above 0: beside a spectrum of curvatures
  double of(const DesignFigures& figures) const { return in(const_cast<DesignFigures&>(figures)); }
};
/// All figures, in the order in which they are written. Kind and bound of the first two, and the certificate under
/// balls-in-bins, are written beside them.
std::span<const FigureInfo> figureFields();

}  // namespace noiseloom
