#include "core/claim/budget.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

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
  std::vector<Runs> all;
  if (designs.empty()) return all;
  const Scenario& first = designs.front()->scenario;
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

// The facts about releases that are composed: their profiles, the mu of those that are Gaussian, and the sum of the
// rho of those of which nothing else is known.
struct Parts {
  std::vector<Profile> profiles;
  std::vector<double> mus;
  double rho = 0;

  Index count() const { return std::ssize(profiles) + (mus.empty() ? 0 : 1) + (rho > 0 ? 1 : 0); }
};

// All of them as one release. At least one.
class Joint {
 public:
  Joint(Parts parts, double beyond, const RunControl& control) {
    if (!parts.mus.empty()) m_mu = gaussianComposedMu(parts.mus);
    if (parts.profiles.empty()) m_rho = parts.rho + m_mu * m_mu / 2;
    if (parts.profiles.empty() && parts.rho == 0) return;
    std::vector<Profile>& profiles = parts.profiles;
    if (m_mu > 0) {
      profiles.push_back(
          profileUpTo(gaussianEpsilon(m_mu, beyond), [this](double epsilon) { return gaussianDelta(m_mu, epsilon); }));
    }
    if (const double rho = parts.rho; rho > 0) {
      profiles.push_back(profileUpTo(zcdpEpsilon(rho, beyond),
                                     [rho](double epsilon) { return std::exp(zcdpLogDelta(rho, epsilon)); }));
    }
    m_composition.emplace(profiles, control);
  }

  double deltaAt(double epsilon) const {
    return m_composition ? m_composition->delta(epsilon) : std::min(1.0, gaussianDelta(m_mu, epsilon) * kAboveRounding);
  }
  // Concentrated DP adds up without loss, and what it says of delta loses a little.
  double epsilonAt(double delta) const {
    if (!m_composition) return gaussianEpsilon(m_mu, delta) * kAboveRounding;
    const double composed = m_composition->epsilon(delta);
    return m_rho > 0 ? std::min(composed, zcdpEpsilon(m_rho, delta) * kAboveRounding) : composed;
  }

 private:
  template <class DeltaAt>
  static Profile profileUpTo(double last, const DeltaAt& deltaAt) {
    return evenProfile(std::min(last, ProfileComposition::kMostEpsilon),
                       [&](double epsilon) { return std::min(1.0, deltaAt(epsilon) * kAboveRounding); });
  }

  double m_mu = 0;
  double m_rho = 0;  // of all, if that is known
  std::optional<ProfileComposition> m_composition;
};

// Takes the sum of the claims where it is smaller and delta covers it; the claims' certificates may then fail as well.
Budget notAboveClaims(Budget budget, double claimsFail) {
  if (budget.stopped || !(budget.sumOfDeltas <= budget.delta) || !(budget.sumOfEpsilons < budget.epsilon))
    return budget;
  budget.epsilon = budget.sumOfEpsilons;
  budget.failureProbability = std::min(1.0, budget.failureProbability + claimsFail);
  return budget;
}

// Adds to the budget what the designs claim, and to the parts what is certified of them. Returns the probability that
// the certificates of the claims fail.
double addDesigns(const BudgetRequest& request, double beyond, Budget& budget, Parts& parts,
                  const RunControl& control) {
  const std::vector<Runs> all = runsOf(request.designs);
  double claimsFail = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& [design, times] = all[i];
    const auto copies = static_cast<double>(times);
    const PrivacyClaim claim = claimOf(*design);
    budget.sumOfEpsilons += copies * claim.epsilon;
    budget.sumOfDeltas = std::min(1.0, budget.sumOfDeltas + copies * claim.delta);
    if (design->certificate) claimsFail += copies * design->certificate->failureProbability;
    if (claim.gdpMu) {
      budget.gaussian += static_cast<Index>(times);
      parts.mus.insert(parts.mus.end(), times, *claim.gdpMu);
      continue;
    }
    const auto count = static_cast<double>(all.size());
    const RunControl part = control.part(static_cast<double>(i) / count, static_cast<double>(i + 1) / count);
    const bool sampled = design->scenario.batching->ofStrategy();
    (sampled ? budget.points : budget.profiles) += static_cast<Index>(times);
    const Profile profile = sampled ? fewPoints(*design, part) : fineProfile(*design, beyond, part);
    budget.stopped = control.stopRequested();
    if (budget.stopped) return 0;
    // All copies use the same draws.
    if (sampled) budget.failureProbability += design->scenario.failureProbability * static_cast<double>(profile.size());
    parts.profiles.insert(parts.profiles.end(), times, profile);
  }
  return claimsFail;
}

void addOthers(const BudgetRequest& request, double beyond, Budget& budget, Parts& parts) {
  for (const OtherRelease& release : request.others) {
    const auto times = static_cast<double>(release.times);
    using Kind = OtherRelease::Kind;
    const bool summed = release.kind == Kind::Dp;
    budget.sumOfEpsilons += summed ? times * release.parameter : std::numeric_limits<double>::infinity();
    budget.sumOfDeltas = std::min(1.0, budget.sumOfDeltas + times * release.delta);
    budget.others += release.times;
    if (release.kind == Kind::Gaussian) {
      parts.mus.push_back(std::sqrt(times) / release.parameter);
    } else if (release.kind == Kind::Zcdp) {
      parts.rho += times * release.parameter;
    } else {
      checkInteger("release", parts.count() + release.times, 1, ProfileComposition::kMostProfiles,
                   Core::tr("all that are neither Gaussian nor zCDP"));
      parts.profiles.insert(parts.profiles.end(), static_cast<std::size_t>(release.times), profileOf(release, beyond));
    }
  }
  checkInteger("release", parts.count(), 1, ProfileComposition::kMostProfiles, Core::tr("with all others"));
}

}  // namespace

Budget budgetOf(const BudgetRequest& request, const RunControl& control) {
  checkOpenInterval("delta", request.delta, 0, 1);
  Index releases = std::ssize(request.designs);
  for (const OtherRelease& release : request.others) releases += release.times;
  checkInteger("designs", releases, 1, kNoLimit, Core::tr("designs and other releases"));
  checkInteger("designs", std::ssize(request.designs), request.bestOf ? 1 : 0, ProfileComposition::kMostProfiles);
  Budget budget;
  budget.delta = request.delta;
  budget.epsilon = std::numeric_limits<double>::infinity();
  if (request.bestOf) stopProbability(*request.bestOf);  // refuses a mean that is none
  const double all = static_cast<double>(releases) * (request.bestOf ? request.bestOf->mean : 1);
  const double beyond = std::max(1e-300, kBeyondProfile * request.delta / all);
  Parts parts;
  const double claimsFail = addDesigns(request, beyond, budget, parts, control);
  if (budget.stopped) return budget;
  std::optional<BestTrialProfile> best;
  if (request.bestOf) {
    const auto trial = std::make_shared<Joint>(std::move(parts), beyond, control);
    best.emplace(
        *request.bestOf, [trial](double epsilon) { return trial->deltaAt(epsilon); },
        [trial](double delta) { return trial->epsilonAt(delta); });
    budget.sumOfEpsilons = std::numeric_limits<double>::infinity();
    parts = Parts();
    parts.profiles = {best->profile(beyond)};
  }
  addOthers(request, beyond, budget, parts);
  budget.epsilon = best && request.others.empty() ? best->epsilon(request.delta)
                                                  : Joint(std::move(parts), beyond, control).epsilonAt(request.delta);
  budget.stopped = control.stopRequested();
  return notAboveClaims(budget, claimsFail);
}

}  // namespace noiseloom
