#pragma once

#include <span>
#include <vector>

namespace noiseloom {

/// Energies of the power series d(x) = p(x) / a(x) and their derivatives, exact and without running the series.
struct TransientEnergy {
  bool stable = false;                      ///< a has no zero in |x| <= 1; if false, nothing else is set
  double energy = 0;                        ///< sum_j d_j^2
  double delay = 0;                         ///< sum_j j d_j^2
  std::vector<double> energyByDenominator;  ///< derivatives of energy with respect to a_k and p_k
  std::vector<double> energyByNumerator;
  std::vector<double> delayByDenominator;  ///< likewise of delay
  std::vector<double> delayByNumerator;
};

/// a (denominator) and p (numerator) hold N + 1 coefficients each, a_0 > 0. O(N^2) time and memory, whatever the decay
/// of d: Åström's recursion for the integral of |p/a|^2 over the unit circle (stochastic-control, chapter 5), run with
/// dual numbers along x -> r x, whose derivative at r = 1 is twice the delay, and then backwards for the derivatives of
/// both (math: section 4).
TransientEnergy transientEnergy(std::span<const double> denominator, std::span<const double> numerator);

/// True if a has no zero in |x| <= radius.
bool isStable(std::span<const double> denominator, double radius);

}  // namespace noiseloom
