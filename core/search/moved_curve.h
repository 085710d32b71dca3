#pragma once

#include <map>
#include <vector>

#include "core/accounting/calibration/sigma_trail.h"
#include "core/scenario/scenario.h"
#include "core/search/designer.h"

namespace noiseloom {

/// The state that a moved curve leaves to the next one during a drag.
struct CurveTrail {
  struct Noise {
    SigmaTrail trail = {};
    double seconds = 0;  ///< estimated processor time of the next search, from the last one
  };
  /// Limit on the numbers of bands; those farthest from the last one are forgotten.
  static constexpr std::size_t kMostNoise = 64;

  std::map<Index /*bands*/, Noise> noise = {};
  Index best = 0;  ///< bands of the least error; 0: none yet

  /// The entry for that many bands; a new one starts from the nearest. Valid until the next call.
  Noise& noiseFor(Index bands);
  SigmaTrail& noiseOf(Index bands) { return noiseFor(bands).trail; }
};

constexpr double kCurveSeconds = 0.002;

/// The inputs that affect only the noise multiplier of a strategy, epsilon, delta and adjacency, from `claim`; all else
/// from `scenario`.
Scenario underGuaranteeOf(const Scenario& claim, const Scenario& scenario);
/// True if all strategies have the same noise multiplier: without amplification.
bool hasOneNoiseMultiplier(const Scenario& scenario);
/// The figures of a strategy under another, uncertified noise multiplier: errors and bound move with it.
void moveNoise(DesignFigures& figures, const Scenario& scenario, double noiseMultiplier);

/// A curve of errors against bands while epsilon or delta moves: `known`, the curve of `from`, as sweepBands() makes
/// it, under the guarantee of `to`. Its losses stay; noise multipliers are estimated, not certified (kSigmaOfAPlot).
/// Without amplification every point moves; under cyclic Poisson sampling, where each number of bands is a search, a
/// few that are spread over the curve and those about the best, as many as `mostSeconds` of this thread's processor
/// time allow (five times that in the first of a row), and none that alone takes longer. Empty if the two differ in
/// more than their guarantee, if noise depends on more, and if fewer than three points are ready.
std::vector<BandPoint> movedCurve(const std::vector<BandPoint>& known, const Scenario& from, const Scenario& to,
                                  CurveTrail& trail, double mostSeconds = kCurveSeconds);

}  // namespace noiseloom
