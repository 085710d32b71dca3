#pragma once

#include <span>
#include <vector>

#include "core/participation_mixture/certificate.h"

namespace noiseloom {

/// log E_Q e^{2L} = log E e^{<m_S, m_S'>/sigma^2} of two independent patterns where the columns are alike, with its
/// gradient in the exponents (math: sections 10.8 and 12). It grows by the same amount every period, so that a few of
/// them tell all: O(period^2) for b-min-sep, O(steps) for random groups.
class PairMoment {
 public:
  /// The law of `steps` >= 1 steps, its period at most their number.
  PairMoment(const ParticipationMixture::Law& law, double steps);

  Index period() const { return m_period; }
  /// exponents[d] = <c_i, c_(i+d)>/sigma^2, d = 0 .. period - 1; gradient of that size, or empty: not wanted. +infinity
  /// where it overflows.
  double operator()(std::span<const double> exponents, std::span<double> gradient);

 private:
  double ofSpaced(Index steps, std::span<const double> factors, double share, std::span<double> gradient);
  double ofGroups(std::span<const double> factors, std::span<double> gradient) const;

  ParticipationMixture::Law m_law;
  double m_steps;
  Index m_period;
  std::vector<double> m_values;   // of b-min-sep: B_i[d], row by row
  std::vector<double> m_adjoint;  // its derivatives
};

}  // namespace noiseloom
