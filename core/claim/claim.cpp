#include "core/claim/claim.h"

#include <algorithm>

#include "core/accounting/losses/analytic_gaussian.h"
#include "core/base/check.h"
#include "core/claim/assumptions.h"
#include "core/claim/cut_tail.h"
#include "core/claim/privacy_profile.h"
#include "core/scenario/cautions.h"
#include "core/scenario/scenario_fields.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

Phrase adjacencyText(Adjacency adjacency, PrivacyUnit unit) {
  switch (adjacency) {
    case Adjacency::AddRemove:
      return forUnit(unit, Core::tr("add/remove: one data set holds one example more"),
                     Core::tr("add/remove: one data set holds one user more"),
                     Core::tr("add/remove: one data set holds one device more"));
    case Adjacency::ZeroOut:
      return forUnit(unit, Core::tr("zero-out: one example's gradients are replaced by zero"),
                     Core::tr("zero-out: one user's gradients are replaced by zero"),
                     Core::tr("zero-out: one device's gradients are replaced by zero"));
    case Adjacency::ReplaceOne:
      return forUnit(unit, Core::tr("replace-one: one example is replaced by another"),
                     Core::tr("replace-one: one user is replaced by another"),
                     Core::tr("replace-one: one device is replaced by another"));
  }
  return Core::tr("unknown");
}

Phrase unitText(PrivacyUnit unit) {
  return forUnit(unit, Core::tr("one example"), Core::tr("one user with all of their examples"),
                 Core::tr("one device with all of its examples"));
}

Accountant accountantOf(const Design& design) {
  Accountant accountant = accountantOf(
      Accounted{design.scenario, design.bands, design.sensitivity, design.noiseMultiplier, design.certificate});
  accountant.sensitivity = design.sensitivity.value;
  accountant.sensitivityKind = design.sensitivity.kind;
  accountant.noiseMultiplier = design.noiseMultiplier.value;
  accountant.errorBound = design.noiseMultiplier.errorBound;
  return accountant;
}

Text statementOf(const PrivacyClaim& claim) {
  Text text;
  if (claim.accountant.failureProbability > 0) {
    text = {Core::tr("Under the assumptions, for any two data sets that are adjacent (%1, unit: %2) and any set S of "
                     "outputs, P[M(D) in S] <= exp(%3) P[M(D') in S] + %4. The noise was certified by random samples, "
                     "which let too little noise pass with a probability of at most %5."),
            displayName(claim.adjacency),
            claim.unitText,
            claim.epsilon,
            claim.delta,
            claim.accountant.failureProbability};
  } else {
    text = {Core::tr("Under the assumptions, for any two data sets that are adjacent (%1, unit: %2) and any set S of "
                     "outputs, P[M(D) in S] <= exp(%3) P[M(D') in S] + %4."),
            displayName(claim.adjacency), claim.unitText, claim.epsilon, claim.delta};
  }
  if (claim.severity == ClaimSeverity::Ok) return text;
  return {Core::tr("NOT CLAIMED for the training job as described. %1"), text};
}

// An unamplified design is one Gaussian mechanism, which has a figure in two other notions of privacy as well.
void addGaussianFigures(PrivacyClaim& claim, Index examplesOfMember) {
  const double apart = static_cast<double>(examplesOfMember) * distance(claim.adjacency);
  claim.gdpMu = apart / claim.accountant.noiseMultiplier;
  claim.zcdpRho = zcdpRho(claim.accountant.noiseMultiplier / apart);
}

// The size that distinguishes strategies of the mechanism; empty if there is none.
Text sizeText(const Design& design) {
  const Strategy& strategy = design.strategy;
  if (design.mechanism->size) return design.mechanism->size(strategy);
  const StrategySizes sizes = sizesOf(strategy);
  if (strategy.kind().form == NoiseForm::Buffers)
    return sizes.buffers == 1 ? Text(Core::tr("1 buffer")) : Text(Core::tr("%1 buffers"), sizes.buffers);
  if (strategy.isIdentity() || sizes.blockSize > 0) return {};
  const bool inverse = design.mechanism->bandsOfInverse;
  if (design.bands == 1) return inverse ? Core::tr("1 band of the inverse") : Core::tr("1 band");
  return {inverse ? Core::tr("%1 bands of the inverse") : Core::tr("%1 bands"), design.bands};
}

}  // namespace

PrivacyClaim claimOf(const Design& design) {
  const Scenario& scenario = design.scenario;
  PrivacyClaim claim;
  claim.epsilon = scenario.epsilon;
  claim.delta = scenario.delta;
  claim.setting = Core::tr("central model: a trusted curator holds the data and adds the noise");
  claim.dataAccesses = {Core::tr("the sums of clipped gradients of the %1 training steps"), scenario.iterations};
  claim.notCovered = Core::tr("tuning of hyperparameters, evaluation, statistics taken from the data by other means");
  claim.outputs = Core::tr("all noisy gradient sums, hence every intermediate and final model computed from them");
  claim.unit = scenario.unit;
  claim.unitText = unitText(scenario.unit);
  if (scenario.contributor() != scenario.unit)
    claim.unitText = {Core::tr("one user with all of their examples, at most %1"), *scenario.examplesPerUser};
  claim.adjacency = scenario.adjacency;
  claim.adjacencyText = adjacencyText(scenario.adjacency, scenario.unit);
  claim.batching = scenario.batching;
  claim.jobBatching = scenario.jobBatching;
  claim.accountant = accountantOf(design);
  claim.assumptions = assumptionsOf(design);
  for (NamedCaution& caution : cautionsOf(design)) claim.cautions.push_back(std::move(caution.text));
  const bool holds = std::none_of(claim.assumptions.begin(), claim.assumptions.end(),
                                  [](const Assumption& each) { return each.status == AssumptionStatus::Violated; });
  claim.severity = holds ? ClaimSeverity::Ok : ClaimSeverity::Critical;
  claim.statement = statementOf(claim);
  claim.profile.emplace_back(scenario.epsilon, scenario.delta);
  if (!scenario.batching->amplified()) addGaussianFigures(claim, scenario.examplesOfMember());
  claim.howToVerify =
      Core::tr("noiseloom-cli verify FILE recomputes sensitivity, sigma, errors, hashes and this claim");
  return claim;
}

PrivacyClaim claimWithProfile(const Design& design, const RunControl& control) {
  PrivacyClaim claim = claimOf(design);
  const auto noise = accountingOf(design.scenario, design.strategy, design.sensitivity, control.quiet());
  for (const double factor : {0.5, 2.0}) {
    if (control.stopRequested()) break;
    const double epsilon = factor * profileScale(design.scenario.epsilon);
    const double delta = noise->deltaAt(design.noiseMultiplier.value, epsilon, control.quiet());
    // A stopped certificate is one without amplification.
    if (control.stopRequested()) break;
    // Delta never rises with epsilon. Each point has a certificate of its own, though: with noise that a stop left too
    // large, half the epsilon can have a smaller delta than the claimed one.
    const bool below = epsilon < design.scenario.epsilon;
    claim.profile.emplace_back(epsilon, below ? std::max(delta, claim.delta) : std::min(delta, claim.delta));
  }
  std::sort(claim.profile.begin(), claim.profile.end());
  return claim;
}

Phrase mechanismNameOf(const Scenario& scenario) {
  const auto& imported = scenario.imported;
  const bool drawn = scenario.mechanism == &importedMechanism() && imported && imported->isDrawn();
  return drawn ? Core::tr("Drawn by hand") : scenario.mechanism->name;
}

Text nameOf(const Design& design) {
  const Text size = sizeText(design);
  const bool imported = design.mechanism == &importedMechanism();
  // The design's mechanism, as its scenario's may be "best".
  const Phrase name = imported ? mechanismNameOf(design.scenario) : design.mechanism->name;
  return size.empty() ? Text(name) : Text(Core::tr("%1, %2"), name, size);
}

Text accountedInstead(const Design& design) {
  return accountantOf(design).instead;
}

std::vector<NamedCaution> cautionsOf(const Design& design) {
  std::vector<NamedCaution> cautions;
  for (Caution& caution : cautionsOf(design.scenario)) {
    if (!caution.beforehand) cautions.push_back({infoOf(caution.field).name, std::move(caution.text)});
  }
  if (Text caution = cutTailCaution(design); !caution.empty())
    cautions.push_back({"gaussian_method", std::move(caution)});
  return cautions;
}

Text claimSentence(const Design& design) {
  const Scenario& scenario = design.scenario;
  const Phrase batching = scenario.batching->name;
  const Text batches = scenario.batching->uses(Field::MinSeparation)
                           ? Text(Core::tr("%1 of %2 steps"), batching, scenario.effectiveMinSeparation())
                           : Text(batching);
  const Accountant accountant = accountantOf(design);
  Text sentence(forUnit(scenario.unit, Core::tr("%1: (%2, %3)-DP for one example (%4), %5, %6"),
                        Core::tr("%1: (%2, %3)-DP for one user (%4), %5, %6"),
                        Core::tr("%1: (%2, %3)-DP for one device (%4), %5, %6")),
                nameOf(design), scenario.epsilon, scenario.delta, displayName(scenario.adjacency), batches,
                accountant.shortName);
  if (!accountant.instead.empty()) sentence = {Core::tr("%1; %2"), sentence, accountant.instead};
  if (coverageOf(scenario, design.bands).status != AssumptionStatus::Violated) return sentence;
  return {Core::tr("%1; NOT CLAIMED for batches of this job (%2)"), sentence, scenario.jobBatching->name};
}

}  // namespace noiseloom
