#pragma once

#include <span>
#include <vector>

namespace noiseloom {

/// Turns "minimise max_i v_i(X)", v_i the variance of query i of a dense strategy, into a few smooth problems by
/// exponential multipliers p_i with a scale m_i of each: value(v) = min_t t + sum_i p_i m_i (exp((v_i - t) / m_i) - 1),
/// the logarithm of a sum of exponentials if all m_i are equal. A query of little weight has a short scale: it counts
/// before it rises far above the others, and below them it vanishes, so that weights which are 0 at the optimum settle.
class QueryWeights {
 public:
  /// p > 0, of sum 1; longest: the scale of queries with an equal share or more, in units of the variances.
  QueryWeights(std::vector<double> p, double longest);
  /// The smooth value, and its derivatives in v, of sum 1.
  double value(std::span<const double> v, std::span<double> seeds) const;
  /// Takes the derivatives at the minimiser as the weights of the next problem.
  void update(std::span<const double> seeds);

 private:
  void setScales();

  std::vector<double> m_p;
  std::vector<double> m_scale;
  double m_longest;
};

}  // namespace noiseloom
