#pragma once

#include <span>

#include "core/participation/participation.h"

namespace noiseloom {

/// Sensitivity of a BLT of m buffers, c_0 = 1, c_t = sum_i omega_i theta_i^(t-1), under any participation, in O(m^2 log
/// k), independent of n and the separation (math: section 7).
/// - Single participation: exact, ||C[:, 0]||.
/// - omega >= 0 and sum omega <= 1, so that c is non-negative and non-increasing: exact, the pattern 0, s, 2s, ...
/// - Otherwise an upper bound: the least of that pattern with |omega| and the non-increasing majorant max(1, sum
///   |omega|) of c_0, and of k times the single participation.
Sensitivity bltSensitivity(const BltStrategy& strategy, const Participation& participation,
                           const RunControl& control = {});

/// The pattern 0, s, 2s, ..., clipped to n steps: `hits` participations, `separation` steps apart, and `last` >= 1
/// steps from the last one to the end. Single participation: one hit, n steps.
struct CombPattern {
  Index hits = 1;
  Index separation = 1;
  Index last = 1;
};
CombPattern combPattern(const Participation& participation, Index iterations);

/// || sum_j C[:, js] ||^2 for c_0 = lead, c_t = sum_i omega_i (1 - gaps_i)^(t-1), with derivatives in the gaps and in
/// omega (of their sizes, or both empty). All terms are positive if lead and omega are. Both have m values.
double bltCombEnergy(double lead, std::span<const double> gaps, std::span<const double> omega,
                     const CombPattern& pattern, std::span<double> gapGradient = {},
                     std::span<double> omegaGradient = {});

}  // namespace noiseloom
