#pragma once

#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// Most bands for which a bound is computed if its Hankel matrix has entries of both signs: O(bands^2 n).
inline constexpr Index kMostHankelBands = 1024;

/// A series b of n terms as a product c d, c of `bands` coefficients: ||c||^2 sum_j w_j d_j^2 as a function of c, and a
/// lower bound over all such pairs. By multipliers lambda, with which W d = H^T c and c = H d at a stationary point,
/// H_ij = lambda_{i+j}, i < bands, i + j < n (math: section 9.1).
class ToeplitzFactors {
 public:
  using Series = std::vector<double>;
  /// b and w, n terms each, and 1 <= bands <= n.
  ToeplitzFactors(Series product, Series weights, Index bands)
      : m_product(std::move(product)), m_weights(std::move(weights)), m_bands(bands) {}

  /// Its logarithm, and the gradient; +infinity if c[0] <= 0 or it overflows.
  double operator()(std::span<const double> c, std::span<double> gradient);
  /// A lower bound on ||c|| ||W^(1/2) d||, by the last multipliers; 0 if none is known and when stopped.
  double bound(const RunControl& control) const;

 private:
  Index size() const { return std::ssize(m_product); }
  Series timesHankel(const Series& x) const;
  double normSquared(const RunControl& control) const;
  double rayleigh() const;
  double ratioBound() const;
  double factoredBound(const RunControl& control) const;

  Series m_product, m_weights;
  Index m_bands;
  Series m_factor, m_multipliers;  // d and lambda
};

}  // namespace noiseloom
