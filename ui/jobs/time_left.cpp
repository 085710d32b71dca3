#include "ui/jobs/time_left.h"

#include <algorithm>

namespace noiseloom {
namespace {

/// Nothing is said before: short work ends by itself.
constexpr double kLeastSeconds = 8;
constexpr double kLeastFraction = 0.1;
/// Speeds of this many equal parts of the elapsed time are compared.
constexpr int kParts = 4;
constexpr double kFactor = 2;
constexpr double kRarer = 1.01;

}  // namespace

void TimeLeft::restart() {
  m_reports.clear();
  m_least.reset();
  m_wrong = false;
}

std::optional<double> TimeLeft::at(double elapsed, double fraction) {
  const Report now{elapsed, fraction};
  // So that hours of work take a thousand reports.
  if (m_reports.empty() || elapsed > kRarer * m_reports.back().elapsed) m_reports.push_back(now);
  const std::optional<double> found = m_wrong ? std::nullopt : estimate(now);
  if (!found) return std::nullopt;
  if (m_least && *found > kFactor * *m_least) {
    m_wrong = true;
    return std::nullopt;
  }
  m_least = std::min(m_least.value_or(*found), *found);
  return found;
}

// By the speed of the whole time, if that of each of its parts would end the work at about the same time.
std::optional<double> TimeLeft::estimate(const Report& now) const {
  if (now.elapsed < kLeastSeconds || now.fraction < kLeastFraction) return std::nullopt;
  const double left = 1 - now.fraction;
  double least = left * now.elapsed / now.fraction;
  double most = least;
  Report from{0, 0};
  for (int part = 1; part <= kParts; ++part) {
    const double until = now.elapsed * part / kParts;
    const auto after = std::ranges::lower_bound(m_reports, until, {}, &Report::elapsed);
    const Report to = after == m_reports.end() ? now : *after;
    if (!(to.fraction > from.fraction) || !(to.elapsed > from.elapsed)) return std::nullopt;
    const double seconds = left * (to.elapsed - from.elapsed) / (to.fraction - from.fraction);
    least = std::min(least, seconds);
    most = std::max(most, seconds);
    from = to;
  }
  if (most > kFactor * least) return std::nullopt;
  return left * now.elapsed / now.fraction;
}

}  // namespace noiseloom
