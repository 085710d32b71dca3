#pragma once

#include <functional>
#include <vector>

#include "core/accounting/calibration/calibration.h"
#include "core/base/run_control.h"
#include "core/claim/claim.h"

namespace noiseloom {

/// The promise of a strategy and its noise under another participation than the one they were designed for.
struct PostHocClaim {
  Sensitivity sensitivity;     ///< under that participation: exact, or the bound for non-banded strategies
  double noiseMultiplier = 0;  ///< stddev / (clip norm * sensitivity)
  Certified epsilon;           ///< smallest at the given delta; infinite when stopped
  Certified delta;             ///< smallest at the given epsilon; 1 when stopped
  PrivacyClaim claim;          ///< of (epsilon.value, given delta)
};

/// A post-hoc claim for noise that is already fixed: `design` gives strategy, stddev, epsilon and delta, and the
/// unamplified batching with `participation` replaces its own. It shows what a federated job has promised that kept
/// another separation than planned. For b bands and a separation below b, columns overlap: the sensitivity, and with it
/// epsilon, rises at once (scaling-bandmf, appendix H). Throws InvalidArgument naming participations, separation,
/// stddev or a field of Scenario.
PostHocClaim claimAt(const Design& design, const Participation& participation, const RunControl& control = {});

/// The promise at one separation that a job has kept, with the noise and the delta of a design.
struct SeparationPoint {
  Index separation = 1;
  Sensitivity sensitivity;  ///< exact, or the bound for non-banded strategies
  Certified epsilon;        ///< infinite when stopped

  bool operator==(const SeparationPoint& other) const {
    return separation == other.separation && epsilon.value == other.epsilon.value;
  }
};

/// Separations for a curve of epsilon: from 1 to twice that of the design, at most n, evenly in ratio, about `count` of
/// them. The design's own is among them, as are its bands and the separation it is robust from where they are in range.
std::vector<Index> observedSeparations(const Design& design, int count = 24);
/// claimAt() of at most `participations` at each of the separations, epsilon alone; ends early when stopped.
void epsilonAgainstSeparation(const Design& design, Index participations, const std::vector<Index>& separations,
                              const std::function<void(const SeparationPoint&)>& onPoint,
                              const RunControl& control = {});

}  // namespace noiseloom
