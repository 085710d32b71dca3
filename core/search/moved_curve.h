#pragma once

#include <map>
#include <vector>

#include "core/accounting/calibration/sigma_trail.h"
#include "core/scenario/scenario.h"
#include "core/search/designer.h"

namespace noiseloom {

/// What a moved curve leaves to the next, while a slider moves.
struct CurveTrail {
  struct Noise {
    SigmaTrail trail = {};
    double seconds = 0;  ///< of processor time that the next search takes, by the last one
  };
  /// Of more numbers of bands those farthest from the last one are forgotten.
  static constexpr std::size_t kMostNoise = 64;

  std::map<Index /*bands*/, Noise> noise = {};
  Index best = 0;  ///< bands of the least error; 0: none yet

  /// Of that many bands; where there is none yet, one that sets out from that of the nearest. Until the next one.
  Noise& noiseFor(Index bands);
  SigmaTrail& noiseOf(Index bands) { return noiseFor(bands).trail; }
};

constexpr double kCurveSeconds = 0.002;

/// What only the noise multiplier of a strategy depends on, epsilon, delta and adjacency, from `claim`; all else from
/// `scenario`.
Scenario underGuaranteeOf(const Scenario& claim, const Scenario& scenario);
/// Whether the noise multiplier is that of every strategy: without amplification.
bool hasOneNoiseMultiplier(const Scenario& scenario);
/// The figures of a strategy under another noise multiplier, that nothing certifies: errors and bound move with it.
void moveNoise(DesignFigures& figures, const Scenario& scenario, double noiseMultiplier);

/// A curve of errors against bands while epsilon or delta moves: `known`, the curve of `from`, as sweepBands() makes
/// it, under the guarantee of `to`. Its losses stay; noise multipliers are for the eye only (kSigmaForTheEye). Without
/// amplification every point moves; under cyclic Poisson sampling, where each number of bands is a search, a few that
/// are spread over the curve and those about the best, as many as `mostSeconds` of this thread's processor time allow
/// (five times that in the first of a row), and none that alone takes longer. Empty where the two differ in more than
/// their guarantee, where noise depends on more, and where fewer than three points are ready.
std::vector<BandPoint> movedCurve(const std::vector<BandPoint>& known, const Scenario& from, const Scenario& to,
                                  CurveTrail& trail, double mostSeconds = kCurveSeconds);

}  // namespace noiseloom
