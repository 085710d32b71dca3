#include "core/claim/privacy_profile.h"

#include <cmath>
#include <limits>

#include "core/accounting/composition/attack_risk.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/optimize/line_minimum.h"
#include "core/scenario/group_accounting.h"

namespace noiseloom {
namespace {

/// A group of members, each of whom is sampled by themselves, is accounted for as one user with so many examples.
Scenario ofGroup(Scenario scenario, Index members) {
  const Index others = scenario.examplesOfMember();
  scenario.unit = PrivacyUnit::User;
  scenario.examplesPerUser = members <= kNoLimit / others ? members * others : kNoLimit;
  return scenario;
}

}  // namespace

double profileScale(double epsilon) {
  return epsilon > 0 ? epsilon : 1;
}

std::vector<double> profileEpsilons(const Design& design) {
  // Delta at 0 is the advantage of membership inference.
  const double own = design.scenario.epsilon;
  std::vector<double> epsilons;
  if (own == 0) epsilons.push_back(0);
  for (const double octave : {0.0, -1.0, 1.0, -0.5, 0.5, -1.5, -2.0})
    epsilons.push_back(profileScale(own) * std::exp2(octave));
  if (own > 0) epsilons.push_back(0);
  return epsilons;
}

bool accountsGroups(const Design& design, Index members) {
  checkInteger("group", members, 1, kNoLimit);
  if (!design.scenario.batching->amplified()) return true;
  return design.scenario.batching->noiseBy == NoiseBy::Composition && design.bands == 1 &&
         !accountsAsGroup(ofGroup(design.scenario, members)) && ofGroup(design.scenario, members).problems().empty();
}

void certifyProfile(const Design& design, const RunControl& control, const std::function<void(ProfilePoint)>& onPoint,
                    const ProfileOf& of) {
  const RunControl quiet = control.quiet();
  const bool alone = of.members == 1;
  const bool sampled = design.scenario.batching->amplified();
  const auto members = static_cast<double>(of.members);
  const Scenario scenario = !alone && sampled ? ofGroup(design.scenario, of.members) : design.scenario;
  const auto noise = accountingOf(scenario, design.strategy, design.sensitivity, quiet);
  // Without sampling what a group of g contributes is at most g times as large.
  const double noiseMultiplier = design.noiseMultiplier.value / (sampled ? 1 : members * (1 + 1e-15));
  const auto certify = [&](double epsilon) -> std::optional<double> {
    try {
      // The claimed point itself is certified already.
      const double delta =
          alone && epsilon == scenario.epsilon ? scenario.delta : noise->deltaAt(noiseMultiplier, epsilon, quiet);
      if (control.stopRequested() || !(delta > 0 && delta <= 1)) return std::nullopt;
      onPoint({epsilon, delta});
      return delta;
    } catch (const InvalidArgument&) {
      return std::nullopt;  // outside the accountant's range; the other points are still valid
    }
  };
  for (const double epsilon : profileEpsilons(design)) {
    certify(members * epsilon);
    if (control.stopRequested()) return;
  }
  if (of.prior && *of.prior > 0 && *of.prior < 1) certify(guessEpsilon(*of.prior));
  if (control.stopRequested()) return;
  if (!of.falsePositives || !(*of.falsePositives > 0 && *of.falsePositives < 1)) return;
  const double most = -std::log(*of.falsePositives);
  const auto truePositives = [&](double epsilon) {
    const auto delta = certify(epsilon);
    return delta ? *delta + std::exp(epsilon) * *of.falsePositives : std::numeric_limits<double>::infinity();
  };
  minimizeAlongLine(
      truePositives,
      {.start = most / 2, .least = 0, .most = most, .step = most / 8, .tolerance = 0.005 * most, .variable = {}},
      quiet);
}

}  // namespace noiseloom
