#pragma once

#include <span>
#include <vector>

#include "core/strategy/blt_strategy.h"

namespace noiseloom {

/// BLTs of m buffers as points of 2 m free variables, without constraints.
///
/// The decays interlace, 1 > theta_1 > theta^_1 > theta_2 > ... > theta^_m > 0: this is equivalent to omega > 0 >
/// omega^ with all of theta^ positive, and implies sum omega < 1, so that the sensitivity is exact. With the 2 m
/// log-odds u = log(theta / (1 - theta)) in this order, x_0 = u_0 and u_(k-1) - u_k = 1e-7 + log(1 + e^(x_k)).
class BltCoordinates {
 public:
  explicit BltCoordinates(Index buffers);

  /// Returns false outside the range of a double: then no other function may be called.
  bool moveTo(std::span<const double> x);
  /// 1 - theta, 1 - theta^ and omega of the point.
  std::span<const double> gaps() const { return m_gaps; }
  std::span<const double> inverseGaps() const { return m_inverseGaps; }
  std::span<const double> omega() const { return m_omega; }
  /// The gradient in x, 2 m values, of a function, given its partial derivatives in gaps, inverse gaps and omega.
  void pullBack(std::span<const double> byGap, std::span<const double> byInverseGap, std::span<const double> byOmega,
                std::span<double> gradient) const;

 private:
  std::vector<double> m_x, m_gaps, m_inverseGaps, m_omega;
};

/// The point whose 2 m log-odds are spread evenly over [least, most].
std::vector<double> evenBltStart(Index buffers, double least, double most);

/// The point of a strategy with interlaced decays below 1, such as those of bltAt().
std::vector<double> bltPointOf(const BltStrategy& strategy);

/// The strategy at a point, its decays rounded to distinct doubles.
BltStrategy bltAt(Index iterations, std::span<const double> x);

}  // namespace noiseloom
