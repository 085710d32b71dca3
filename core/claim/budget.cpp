#include "core/claim/budget.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/accounting/composition/profile_composition.h"
#include "core/accounting/losses/analytic_gaussian.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/claim/claim.h"
#include "core/claim/privacy_profile.h"

namespace noiseloom {
namespace {

using Profile = ProfileComposition::Profile;

constexpr int kFinePoints = 64;
// The share of the requested delta that profiles may assign to an infinite loss, in total.
constexpr double kBeyondProfile = 1e-4;

// One Gaussian mechanism, in closed form.
Profile gaussianProfile(double mu, double beyond) {
  const double last = std::min(ProfileComposition::kMostEpsilon, gaussianEpsilon(mu, beyond));
  Profile profile;
  constexpr int kPoints = 1024;
  for (int i = 0; i <= kPoints; ++i) {
    const double epsilon = last * i / kPoints;
    profile.emplace_back(epsilon, std::min(1.0, gaussianDelta(mu, epsilon) * (1 + 1e-12)));
  }
  return profile;
}

// Certified deltas at evenly spaced epsilons, up to where delta falls to `beyond`; empty when stopped.
Profile fineProfile(const Design& design, double beyond, const RunControl& control) {
  const RunControl quiet = control.quiet();
  const auto noise = accountingOf(design.scenario, design.strategy, design.sensitivity, quiet);
  const auto deltaAt = [&](double epsilon) {
    try {
      return std::clamp(noise->deltaAt(design.noiseMultiplier.value, epsilon, quiet), 0.0, 1.0);
    } catch (const InvalidArgument&) {
      return 1.0;  // beyond the accountant's range nothing is promised
    }
  };
  Profile profile;
  double last = std::min(design.scenario.epsilon, ProfileComposition::kMostEpsilon);
  for (;;) {
    profile.emplace_back(last, deltaAt(last));
    if (control.stopRequested()) return {};
    // Ends where a larger epsilon no longer certifies a smaller delta.
    const bool flat = profile.size() > 1 && profile.back().second >= profile[profile.size() - 2].second;
    if (profile.back().second <= beyond || flat || last >= ProfileComposition::kMostEpsilon) break;
    last = std::min(last * 1.25, ProfileComposition::kMostEpsilon);
  }
  for (int i = 0; i < kFinePoints; ++i) {
    control.report(static_cast<double>(i) / kFinePoints, Core::tr("certifying a profile"));
    profile.emplace_back(last * i / kFinePoints, deltaAt(last * i / kFinePoints));
    if (control.stopRequested()) return {};
  }
  return profile;
}

// Few points, each with draws of its own; empty when stopped.
Profile fewPoints(const Design& design, const RunControl& control) {
  Profile profile;
  certifyProfile(design, control, [&](ProfilePoint point) {
    if (point.first <= ProfileComposition::kMostEpsilon) profile.push_back(point);
  });
  if (control.stopRequested()) return {};
  if (profile.empty()) profile.emplace_back(0, 1);
  return profile;
}

// A design and its number of runs.
struct Runs {
  const Design* design;
  std::size_t times;
};

// The distinct designs with their numbers of runs, each checked once.
std::vector<Runs> runsOf(const std::vector<std::shared_ptr<const Design>>& designs) {
  checkInteger("designs", std::ssize(designs), 1, ProfileComposition::kMostProfiles);
  const Scenario& first = designs.front()->scenario;
  std::vector<Runs> all;
  for (const auto& design : designs) {
    if (const auto known = std::ranges::find(all, design.get(), &Runs::design); known != all.end()) {
      ++known->times;
      continue;
    }
    const Scenario& scenario = design->scenario;
    if (design->estimated)
      throw InvalidArgument("designs", nameOf(*design), Core::tr("certified designs: this one is estimated"));
    if (claimOf(*design).severity == ClaimSeverity::Critical) {
      throw InvalidArgument("designs", nameOf(*design),
                            Core::tr("designs whose claim is made: the job of this one is not as accounted"));
    }
    if (scenario.adjacency != first.adjacency || scenario.unit != first.unit ||
        scenario.contributor() != first.contributor()) {
      throw InvalidArgument("designs", nameOf(*design),
                            Core::tr("designs of one adjacency and one unit of privacy: promises to others do not add "
                                     "up"));
    }
    all.push_back({design.get(), 1});
  }
  return all;
}

// Takes the sum of the claims where it is smaller and delta covers it; the claims' certificates may then fail as well.
Budget notAboveClaims(Budget budget, double claimsFail) {
  if (budget.stopped || !(budget.sumOfDeltas <= budget.delta) || !(budget.sumOfEpsilons < budget.epsilon))
    return budget;
  budget.epsilon = budget.sumOfEpsilons;
  budget.failureProbability = std::min(1.0, budget.failureProbability + claimsFail);
  return budget;
}

}  // namespace

Budget budgetOf(const std::vector<std::shared_ptr<const Design>>& designs, double delta, const RunControl& control) {
  checkOpenInterval("delta", delta, 0, 1);
  const std::vector<Runs> all = runsOf(designs);
  Budget budget;
  budget.delta = delta;
  budget.epsilon = std::numeric_limits<double>::infinity();
  double claimsFail = 0;
  const double beyond = std::max(1e-300, kBeyondProfile * delta / static_cast<double>(designs.size()));
  std::vector<Profile> profiles;
  std::vector<double> mus;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& [design, times] = all[i];
    const auto copies = static_cast<double>(times);
    const PrivacyClaim claim = claimOf(*design);
    budget.sumOfEpsilons += copies * claim.epsilon;
    budget.sumOfDeltas = std::min(1.0, budget.sumOfDeltas + copies * claim.delta);
    if (design->certificate) claimsFail += copies * design->certificate->failureProbability;
    if (claim.gdpMu) {
      budget.gaussian += static_cast<Index>(times);
      mus.insert(mus.end(), times, *claim.gdpMu);
      continue;
    }
    const auto count = static_cast<double>(all.size());
    const RunControl part = control.part(static_cast<double>(i) / count, static_cast<double>(i + 1) / count);
    const bool sampled = design->scenario.batching->ofStrategy();
    (sampled ? budget.points : budget.profiles) += static_cast<Index>(times);
    const Profile profile = sampled ? fewPoints(*design, part) : fineProfile(*design, beyond, part);
    if (control.stopRequested()) {
      budget.stopped = true;
      return budget;
    }
    // All copies use the same draws.
    if (sampled) budget.failureProbability += design->scenario.failureProbability * static_cast<double>(profile.size());
    profiles.insert(profiles.end(), times, profile);
  }
  if (profiles.empty()) {
    budget.epsilon = gaussianEpsilon(gaussianComposedMu(mus), delta) * (1 + 1e-12);
    return notAboveClaims(budget, claimsFail);
  }
  if (!mus.empty()) profiles.push_back(gaussianProfile(gaussianComposedMu(mus), beyond));
  budget.epsilon = ProfileComposition(profiles, control).epsilon(delta);
  budget.stopped = control.stopRequested();
  return notAboveClaims(budget, claimsFail);
}

}  // namespace noiseloom
