#include "core/design/budget.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/accounting/analytic_gaussian.h"
#include "core/accounting/profile_composition.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/design/claim.h"
#include "core/design/privacy_profile.h"

namespace noiseloom {
namespace {

using Profile = ProfileComposition::Profile;

constexpr int kFinePoints = 64;
// What a profile may leave to an infinite loss, of the delta asked for, shared by all.
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

// A certified delta at evenly spaced epsilons, as far as it matters; empty when stopped.
Profile fineProfile(const Design& design, double beyond, const RunControl& control) {
  const RunControl quiet{control.stop, {}};
  const auto noise = accountingOf(design.scenario, design.strategy, design.sensitivity, quiet);
  const auto deltaAt = [&](double epsilon) {
    try {
      return std::clamp(noise->deltaAt(design.noiseMultiplier.value, epsilon, quiet), 0.0, 1.0);
    } catch (const InvalidArgument&) {
      return 1.0;  // beyond what the accountant takes: nothing is promised there
    }
  };
  Profile profile;
  double last = std::min(design.scenario.epsilon, ProfileComposition::kMostEpsilon);
  for (;;) {
    profile.emplace_back(last, deltaAt(last));
    if (control.stopRequested()) return {};
    // No further than certificates reach.
    const bool useless = profile.size() > 1 && profile.back().second >= profile[profile.size() - 2].second;
    if (profile.back().second <= beyond || useless || last >= ProfileComposition::kMostEpsilon) break;
    last = std::min(last * 1.25, ProfileComposition::kMostEpsilon);
  }
  for (int i = 0; i < kFinePoints; ++i) {
    control.report(static_cast<double>(i) / kFinePoints, Core::tr("certifying a profile"));
    profile.emplace_back(last * i / kFinePoints, deltaAt(last * i / kFinePoints));
    if (control.stopRequested()) return {};
  }
  return profile;
}

// Few points, each by draws of its own; empty when stopped.
Profile fewPoints(const Design& design, const RunControl& control) {
  Profile profile;
  certifyProfile(design, control, [&](ProfilePoint point) {
    if (point.first <= ProfileComposition::kMostEpsilon) profile.push_back(point);
  });
  if (control.stopRequested()) return {};
  if (profile.empty()) profile.emplace_back(0, 1);
  return profile;
}

void checkDesigns(const std::vector<std::shared_ptr<const Design>>& designs) {
  checkInteger("designs", static_cast<Index>(designs.size()), 1, ProfileComposition::kMostProfiles);
  const Scenario& first = designs.front()->scenario;
  for (const auto& design : designs) {
    const Scenario& scenario = design->scenario;
    if (design->estimated)
      throw InvalidArgument("designs", nameOf(*design), Core::tr("certified designs: this one is estimated"));
    if (claimOf(*design).severity == ClaimSeverity::Critical) {
      throw InvalidArgument("designs", nameOf(*design),
                            Core::tr("designs whose claim is made: the job of this one is not as accounted"));
    }
    if (scenario.adjacency != first.adjacency || scenario.unit != first.unit) {
      throw InvalidArgument("designs", nameOf(*design),
                            Core::tr("designs of one adjacency and one unit of privacy: promises to others do not add "
                                     "up"));
    }
  }
}

// Whichever of the two is less; then either's certificates may be the ones that fail.
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
  checkDesigns(designs);
  Budget budget;
  budget.delta = delta;
  budget.epsilon = std::numeric_limits<double>::infinity();
  double claimsFail = 0;
  const auto count = static_cast<double>(designs.size());
  const double beyond = std::max(1e-300, kBeyondProfile * delta / count);
  std::vector<Profile> profiles;
  std::vector<double> mus;
  std::map<const Design*, Profile> known;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    const Design& design = *designs[i];
    const PrivacyClaim claim = claimOf(design);
    budget.sumOfEpsilons += claim.epsilon;
    budget.sumOfDeltas = std::min(1.0, budget.sumOfDeltas + claim.delta);
    if (design.certificate) claimsFail += design.certificate->failureProbability;
    if (claim.gdpMu) {
      ++budget.gaussian;
      mus.push_back(*claim.gdpMu);
      continue;
    }
    const bool sampled = design.scenario.batching->ofStrategy;
    ++(sampled ? budget.points : budget.profiles);
    auto [found, isNew] = known.try_emplace(&design);
    if (isNew) {
      const RunControl part = control.part(static_cast<double>(i) / count, static_cast<double>(i + 1) / count);
      found->second = sampled ? fewPoints(design, part) : fineProfile(design, beyond, part);
      if (sampled)
        budget.failureProbability += design.scenario.failureProbability * static_cast<double>(found->second.size());
    }
    if (control.stopRequested()) {
      budget.stopped = true;
      return budget;
    }
    profiles.push_back(found->second);
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
