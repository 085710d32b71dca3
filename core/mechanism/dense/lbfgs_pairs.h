#pragma once

#include <deque>
#include <functional>
#include <vector>

namespace noiseloom {

/// Sums and products of long vectors on several threads; the results do not depend on their number.
double dot(const std::vector<double>& a, const std::vector<double>& b);
/// out = a + scale b; out may be a.
void combine(const std::vector<double>& a, double scale, const std::vector<double>& b, std::vector<double>& out);

/// The last steps of L-BFGS with the changes of the gradient along them, for vectors of millions of entries.
class LbfgsPairs {
 public:
  /// history: the number of steps kept.
  explicit LbfgsPairs(std::size_t history = 8) : m_history(history) {}
  bool empty() const { return m_pairs.empty(); }
  void clear() { m_pairs.clear(); }
  /// Adds the step between two points; a pair without positive curvature is ignored.
  void add(const std::vector<double>& point, const std::vector<double>& gradient, const std::vector<double>& nextPoint,
           const std::vector<double>& nextGradient);
  /// The change along the newest step, and its product with the step. Requires a pair.
  const std::vector<double>& change() const { return m_pairs.back().change; }
  double curvature() const { return 1 / m_pairs.back().reciprocal; }
  /// The two-loop recursion of L-BFGS (numerical-optimization, algorithm 7.4): out, the gradient, becomes the direction
  /// to be subtracted. `metric` multiplies in place by the initial inverse Hessian; if it returns false, stopped, so
  /// does this. Polled between pairs.
  bool apply(std::vector<double>& out, const std::function<bool(std::vector<double>&)>& metric,
             const std::function<bool()>& stopped) const;

 private:
  struct Pair {
    std::vector<double> step;
    std::vector<double> change;
    double reciprocal;  // of their product
  };
  std::size_t m_history;
  std::deque<Pair> m_pairs;
};

}  // namespace noiseloom
