#include "core/accounting/composition/profile_composition.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

using Profile = ProfileComposition::Profile;

// How finely the widest sum is resolved, how finely the narrowest profile, and how many nodes that may take.
constexpr double kNodesOfSum = 8192;
constexpr double kNodesOfProfile = 64;
constexpr double kMostNodesOfSum = 32768;
// Sums of at most 2^16 positive numbers, kMostProfiles times over, stay below this, relative.
constexpr double kRounding = 1e-8;

/// Symmetric losses on the grid, from -(size - 1) / 2 spacings, and the probability of an infinite one.
struct Losses {
  std::vector<double> masses;
  double infinite = 0;
};

// (b - a) / (e^y - e^x) e^x: what the slope between two points is compared by.
double slope(const ProfileComposition::Point& from, const ProfileComposition::Point& to, double origin) {
  return (to.second - from.second) / (std::exp(from.first - origin) * std::expm1(to.first - from.first));
}

/// The vertices of the profile's hull over e^epsilon >= 1, by rising epsilon and falling delta, the first at 0.
Profile hullOf(Profile points) {
  std::ranges::sort(points);
  // What every point says of epsilon = 0, where the curve meets its mirror image.
  double none = 1;
  for (const auto& [epsilon, delta] : points)
    none = std::min(none, std::tanh(0.5 * epsilon) + 2 * delta / (1 + std::exp(epsilon)));
  Profile hull{{0, std::min(1.0, none * (1 + 1e-14))}};
  for (const auto& point : points) {
    if (point.first == 0 || point.second >= hull.back().second) continue;
    while (hull.size() > 1 &&
           slope(hull[hull.size() - 2], hull.back(), point.first) >= slope(hull.back(), point, point.first))
      hull.pop_back();
    hull.push_back(point);
  }
  return hull;
}

/// The hull at i spacings, i = 0 .. the first that is at or beyond its last vertex.
std::vector<double> onGrid(const Profile& hull, double spacing) {
  const auto last = static_cast<Index>(std::ceil(hull.back().first / spacing));
  std::vector<double> values(static_cast<std::size_t>(last) + 1);
  std::size_t right = 1;
  for (Index i = 0; i <= last; ++i) {
    const double epsilon = static_cast<double>(i) * spacing;
    while (right < hull.size() && hull[right].first < epsilon) ++right;
    double& value = values[i];
    if (right == hull.size() || i == last) {
      value = hull.back().second;
      continue;
    }
    const auto& [from, above] = hull[right - 1];
    const auto& [to, below] = hull[right];
    value = above + (below - above) * std::expm1(epsilon - from) / std::expm1(to - from);
  }
  return values;
}

Losses lossesOf(const Profile& profile, double spacing) {
  const Profile hull = hullOf(profile);
  const std::vector<double> delta = onGrid(hull, spacing);
  const auto last = std::ssize(delta) - 1;
  Losses losses{std::vector<double>(2 * static_cast<std::size_t>(last) + 1), hull.back().second};
  const double ratio = std::exp(spacing);
  const double gap = std::expm1(spacing);
  double rest = 1 - losses.infinite;
  for (Index i = 1; i <= last; ++i) {
    const double before = delta[i - 1];
    const double here = delta[i];
    const double after = i == last ? here : delta[i + 1];
    // What rounding of the three may have taken is given back.
    const double mass = std::max(0.0, ((before - here) * ratio - (here - after)) / gap) +
                        8 * std::numeric_limits<double>::epsilon() * before * ratio / gap;
    const double mirrored = std::exp(-static_cast<double>(i) * spacing) * mass;
    losses.masses[last + i] = mass;
    losses.masses[last - i] = mirrored;
    rest -= mass + mirrored;
  }
  losses.masses[last] = std::max(0.0, rest);
  return losses;
}

double spacingFor(const std::vector<Profile>& profiles) {
  double sum = 0;
  double least = std::numeric_limits<double>::infinity();
  for (const Profile& profile : profiles) {
    const double widest = hullOf(profile).back().first;
    sum += widest;
    if (widest > 0) least = std::min(least, widest);
  }
  if (sum == 0) return 1;
  const double wanted = std::max(sum / kMostNodesOfSum, std::min(sum / kNodesOfSum, least / kNodesOfProfile));
  // A profile within one cell is rounded up to it.
  if (least < wanted) return wanted;
  // The narrowest profile ends on a node, so that equal ones lose nothing; a little more, lest rounding takes one more.
  return std::min(wanted, least / std::ceil(least / wanted)) * (1 + 1e-12);
}

void checkProfiles(const std::vector<Profile>& profiles) {
  checkInteger("profiles", std::ssize(profiles), 1, ProfileComposition::kMostProfiles);
  for (const Profile& profile : profiles) {
    if (profile.empty()) throw InvalidArgument("profile", Core::tr("no point"), Core::tr("at least one point"));
    for (const auto& [epsilon, delta] : profile) {
      checkClosedInterval("profile", epsilon, 0, ProfileComposition::kMostEpsilon);
      checkClosedInterval("profile", delta, 0, 1);
    }
  }
}

}  // namespace

ProfileComposition::ProfileComposition(const std::vector<Profile>& profiles, const RunControl& control) {
  checkProfiles(profiles);
  m_spacing = spacingFor(profiles);
  std::vector<double> sum{1};
  double finite = 1;
  for (const Profile& profile : profiles) {
    const Losses losses = lossesOf(profile, m_spacing);
    std::vector<double> next(sum.size() + losses.masses.size() - 1);
    for (std::size_t i = 0; i < losses.masses.size(); ++i) {
      if (i % 256 == 0 && control.stopRequested()) return;
      const double mass = losses.masses[i];
      if (mass == 0) continue;
      for (std::size_t j = 0; j < sum.size(); ++j) next[i + j] += mass * sum[j];
    }
    sum = std::move(next);
    finite *= 1 - losses.infinite;
  }
  m_masses = std::move(sum);
  m_least = -static_cast<Index>(m_masses.size() - 1) / 2;
  // 1 - product, kept where it is small.
  double log = 0;
  for (const Profile& profile : profiles) log += std::log1p(-hullOf(profile).back().second);
  m_infinite = finite > 0 ? -std::expm1(log) : 1;
}

double ProfileComposition::delta(double epsilon) const {
  checkNonNegative("epsilon", epsilon);
  double sum = 0;
  for (std::size_t i = 0; i < m_masses.size(); ++i) {
    const double loss = static_cast<double>(m_least + static_cast<Index>(i)) * m_spacing;
    if (loss > epsilon) sum += -std::expm1(epsilon - loss) * m_masses[i];
  }
  return std::min(1.0, (m_infinite + sum) * (1 + kRounding));
}

double ProfileComposition::epsilon(double delta) const {
  checkOpenInterval("delta", delta, 0, 1);
  if (this->delta(0) <= delta) return 0;
  double low = 0;
  double high = static_cast<double>(m_least + std::ssize(m_masses) - 1) * m_spacing;
  if (this->delta(high) > delta) return std::numeric_limits<double>::infinity();
  while (high - low > 1e-9 * std::max(1.0, high)) {
    const double middle = 0.5 * (low + high);
    (this->delta(middle) <= delta ? high : low) = middle;
  }
  return high;
}

}  // namespace noiseloom
