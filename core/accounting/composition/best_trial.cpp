#include "core/accounting/composition/best_trial.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/accounting/composition/other_release.h"
#include "core/base/check.h"

namespace noiseloom {
namespace {

double meanOf(BestTrial::Law law, double stop) {
  return law == BestTrial::Law::Geometric ? 1 / stop : (1 / stop - 1) / -std::log(stop);
}

}  // namespace

double stopProbability(const BestTrial& choice) {
  checkClosedInterval("best_of", choice.mean, BestTrial::kLeastTrials, BestTrial::kMostTrials);
  double low = 1e-12, high = 1 - 1e-12;  // the mean falls
  while (high / low > 1 + 1e-14) {
    const double middle = std::sqrt(low * high);
    if (middle <= low || middle >= high) break;
    (meanOf(choice.law, middle) > choice.mean ? low : high) = middle;
  }
  return high;
}

// With s the stop probability, the density of the best is q(y) f'(F(y)), with q a trial's density, F(y) the probability
// of a lower score and f the generating function of K. f' grows like (1 - (1 - s) F)^-h, h = 1 (logarithmic) or 2
// (geometric), up to the mean of K. Of neighbours, 1 - F' <= e^x (1 - F) + d for each point (x, d) of a trial, so that
// 1 - (1 - s) F' is at most c = e^x + d (1 - s)/s times 1 - (1 - s) F, and the two densities' excess over e^epsilon at
// most E[K] times that of a trial over e^(epsilon - h ln c).
BestTrialProfile::BestTrialProfile(const BestTrial& choice, const std::function<double(double)>& deltaAt,
                                   std::function<double(double)> epsilonAt)
    : m_choice(choice), m_deltaAt(deltaAt), m_epsilonAt(std::move(epsilonAt)) {
  const double stop = stopProbability(choice);
  double least = std::log1p(deltaAt(0) * (1 - stop) / stop);
  const double most = std::min(least, ProfileComposition::kMostEpsilon);
  for (const auto& [epsilon, delta] : evenProfile(most, deltaAt))
    least = std::min(least, epsilon + std::log1p(std::exp(-epsilon) * delta * (1 - stop) / stop));
  m_shift = (choice.law == BestTrial::Law::Geometric ? 2 : 1) * least * kAboveRounding;
}

double BestTrialProfile::epsilon(double delta) const {
  return m_epsilonAt(delta / (m_choice.mean * kAboveRounding)) + m_shift;
}

ProfileComposition::Profile BestTrialProfile::profile(double beyond) const {
  // A trial's loss may be infinite with a probability above that.
  const double least = std::max(beyond / m_choice.mean, 2 * m_deltaAt(ProfileComposition::kMostEpsilon));
  if (!(least < 1) || m_shift >= ProfileComposition::kMostEpsilon) return {{0, 1}};
  const double last = std::min(m_epsilonAt(least), ProfileComposition::kMostEpsilon - m_shift);
  ProfileComposition::Profile profile = evenProfile(last, m_deltaAt);
  for (auto& [epsilon, delta] : profile) {
    epsilon += m_shift;
    delta = std::min(1.0, m_choice.mean * delta * kAboveRounding);
  }
  return profile;
}

}  // namespace noiseloom
