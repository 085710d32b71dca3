#pragma once

#include <span>
#include <vector>

namespace noiseloom {

/// Turns "minimise max_i v_i(x)" into a few smooth problems (the exponential method of multipliers): minimise
/// value(v(x)) with fixed weights, then update() the weights, until gap() is small. With the weights of the optimum the
/// smooth minimum is the minimax itself, so the smoothing need not go to zero.
///
/// value = m log(sum_i p_i exp((v_i - top) / m)) + top, with m = softness * top and top = max_i v_i at the last set-up.
class WorstCase {
 public:
  /// softness > 0: 0.05 to 0.3 suits most problems; size: the number of v.
  WorstCase(std::size_t size, double softness);

  /// The smooth value, and seeds[i] = its derivative in v_i (both sum to 1 over i if all v are top). seeds may be
  /// empty. The first call sets the scale. +infinity, with no seeds and no scale set, if any v is not finite.
  double value(std::span<const double> v, std::span<double> seeds);
  /// p_i <- p_i exp(v_i / m), normalised; v at the minimiser of value().
  void update(std::span<const double> v);
  /// m <- factor m. Needed if the problem is not convex: weights alone then do not close the gap.
  void sharpen(double factor) { m_scale *= factor; }
  /// (max_i v_i - sum_i p_i v_i) / max_i v_i: if v comes from the minimiser of a convex problem, this bounds the
  /// relative distance of max v above the minimax.
  double gap(std::span<const double> v) const;
  std::span<const double> weights() const { return m_weights; }

 private:
  double m_softness;
  double m_scale = 0;  // m; 0 until the first value
  std::vector<double> m_weights;
};

}  // namespace noiseloom
