#pragma once

#include <algorithm>
#include <cmath>

namespace noiseloom {

/// Newton's method for the minimum of a log height that is convex in z on one side of an edge, over t = log |z - edge|,
/// inside a bracket that narrows.
class SaddleSearch {
 public:
  /// Ends where the bracket is narrower than `narrowest`, at the latest.
  SaddleSearch(double t, double high, double narrowest) : m_t(t), m_high(high), m_narrowest(narrowest) {}

  /// |z - edge|
  double distance() const { return std::exp(m_t); }
  /// Moves by the height's derivatives there, outwards, by at most a factor of e. False, without a move, where that
  /// would be a small part of the height's width.
  bool move(double slope, double curvature) {
    (slope > 0 ? m_high : m_low) = m_t;
    double next = m_t - std::clamp(slope / (distance() * curvature), -1.0, 1.0);
    if (!(next > m_low && next < m_high)) next = 0.5 * (m_low + m_high);
    if (std::abs(next - m_t) * distance() * std::sqrt(curvature) < 1e-2 || m_high - m_low < m_narrowest) return false;
    m_t = next;
    return true;
  }

 private:
  double m_t;
  double m_low = -60;
  double m_high;
  double m_narrowest;
};

}  // namespace noiseloom
