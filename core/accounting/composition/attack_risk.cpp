#include "core/accounting/composition/attack_risk.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

double checkedRate(double falsePositives) {
  checkClosedInterval("false_positive_rate", falsePositives, 0, 1);
  return falsePositives;
}

/// Bounds are rounded up, by more than what they were computed with may err.
double upwards(double probability) {
  constexpr double kRounding = 1e-14;
  return std::clamp(probability * (1 + kRounding), 0.0, 1.0);
}

}  // namespace

AttackRisk::AttackRisk(std::vector<Point> profile) : m_profile(std::move(profile)) {
  if (m_profile.empty()) throw InvalidArgument("profile", Core::tr("no point"), Core::tr("at least one point"));
  for (const auto& [epsilon, delta] : m_profile) {
    if (!(epsilon >= 0) || !std::isfinite(epsilon))
      throw InvalidArgument("profile", epsilon, Core::tr("an epsilon of 0 or more"));
    if (!(delta >= 0 && delta <= 1)) throw InvalidArgument("profile", delta, Core::tr("a delta from 0 to 1"));
  }
  std::ranges::sort(m_profile);
}

double AttackRisk::truePositives(double falsePositives) const {
  const double rate = checkedRate(falsePositives);
  double most = 1;
  for (const auto& [epsilon, delta] : m_profile) {
    most = std::min(most, delta + std::exp(epsilon) * rate);
    // What is left of 1 is computed by itself, where it is small.
    most = std::min(most, 1 - std::exp(-epsilon) * std::max(0.0, 1 - delta - rate));
  }
  return std::max(upwards(most), rate);
}

// The curve is its own mirror image: it is farthest from guessing where false negatives are as frequent as false
// positives, at 1 - 2 rate with 1 - rate = delta + e^epsilon rate.
double AttackRisk::advantage() const {
  double least = 1;
  for (const auto& [epsilon, delta] : m_profile)
    least = std::min(least, std::tanh(0.5 * epsilon) + 2 * delta / (1 + std::exp(epsilon)));
  return upwards(least);
}

double AttackRisk::posterior(double prior, double falsePositives) const {
  checkClosedInterval("prior", prior, 0, 1);
  const double positives = prior * truePositives(falsePositives);
  if (positives == 0) return 0;
  return upwards(positives / (positives + (1 - prior) * checkedRate(falsePositives)));
}

// A test with t true and a false positives is right with probability p t + (1 - p)(1 - a). For p <= 1/2 that is
// 1 - p + p (t - a (1 - p)/p), and delta at the logarithm of (1 - p)/p is the most of the bracket; otherwise the same
// holds with the data sets exchanged. delta is convex in e^epsilon, so between two points it is below their chord. A
// point of a larger epsilon has what is asked for at the corner of its two lines.
double AttackRisk::rightGuesses(double prior) const {
  checkClosedInterval("prior", prior, 0, 1);
  const double more = std::max(prior, 1 - prior);
  if (more == 1) return 1;
  const double odds = more / (1 - more);
  double least = 1;
  const Point* below = nullptr;
  for (const Point& point : m_profile) {
    const double at = std::exp(point.first);
    if (at <= odds) {
      below = &point;
      least = std::min(least, more + (1 - more) * point.second);
      continue;
    }
    least = std::min(least, 1 - (1 - point.second) / (1 + at));
    if (below == nullptr) continue;
    const double from = std::exp(below->first);
    const double chord = below->second + (point.second - below->second) * ((odds - from) / (at - from));
    least = std::min(least, more + (1 - more) * chord);
    below = nullptr;
  }
  return std::max(upwards(least), more);
}

double guessEpsilon(double prior) {
  const double more = std::max(prior, 1 - prior);
  const double epsilon = std::log(more / std::min(prior, 1 - prior));
  return std::max(0.0, epsilon - 1e-14 * (1 + epsilon));
}

AttackRisk AttackRisk::ofGroup(Index members) const {
  if (members < 1) throw InvalidArgument("group", members, Core::tr("a whole number of at least 1"));
  if (members == 1) return *this;
  const auto count = static_cast<double>(members);
  std::vector<Point> group;
  for (const auto& [epsilon, delta] : m_profile) {
    const double ratio = epsilon > 0 ? std::expm1(count * epsilon) / std::expm1(epsilon) : count;
    const double all = delta == 0 ? 0 : delta * ratio * (1 + 1e-14);
    if (std::isfinite(count * epsilon)) group.emplace_back(count * epsilon, std::min(all, 1.0));
  }
  const auto worst = m_profile.front();
  std::erase_if(group, [](const Point& point) { return point.second >= 1; });
  if (group.empty()) group.emplace_back(worst.first, 1.0);
  return AttackRisk(std::move(group));
}

}  // namespace noiseloom
