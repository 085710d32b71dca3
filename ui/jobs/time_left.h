#pragma once

#include <optional>
#include <vector>

namespace noiseloom {

/// The time left of work that reports its progress as a fraction, or none while it is not known to within a factor of
/// two: steps of such work often differ in length. What is returned never grows by more than that factor; where it
/// would have to, nothing more is said of this work.
class TimeLeft {
 public:
  /// Other work begins.
  void restart();
  /// Seconds left, `elapsed` seconds after the start, at a fraction from 0 to 1. Call it with rising times.
  std::optional<double> at(double elapsed, double fraction);

 private:
  struct Report {
    double elapsed;
    double fraction;
  };
  std::optional<double> estimate(const Report& now) const;

  std::vector<Report> m_reports;
  std::optional<double> m_least;  ///< least time left that was returned
  bool m_wrong = false;           ///< it turned out to be more than twice as long
};

}  // namespace noiseloom
