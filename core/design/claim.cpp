#include "core/design/claim.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "core/accounting/analytic_gaussian.h"
#include "core/base/check.h"
#include "core/design/assumptions.h"
#include "core/design/scenario_noise.h"

namespace noiseloom {
namespace {

std::string adjacencyName(Adjacency adjacency) {
  switch (adjacency) {
    case Adjacency::AddRemove: return "add/remove";
    case Adjacency::ZeroOut: return "zero-out";
    case Adjacency::ReplaceOne: return "replace-one";
  }
  return "unknown";
}

std::string adjacencyText(Adjacency adjacency, const std::string& unit) {
  switch (adjacency) {
    case Adjacency::AddRemove: return "add/remove: one data set holds one " + unit + " more";
    case Adjacency::ZeroOut: return "zero-out: one " + unit + "'s gradients are replaced by zero";
    case Adjacency::ReplaceOne: return "replace-one: one " + unit + " is replaced by another";
  }
  return "unknown";
}

std::string unitText(PrivacyUnit unit) {
  switch (unit) {
    case PrivacyUnit::Example: return "one example";
    case PrivacyUnit::User: return "one user with all of their examples";
    case PrivacyUnit::Device: return "one device with all of its examples";
  }
  return "unknown";
}

std::string accountantDisplayName(const Design& design) {
  if (design.scenario.batching == Batching::CyclicPoisson) return "PLD";
  if (!design.ballsInBins || design.ballsInBins->method == BallsInBinsMethod::Unamplified) return "analytic Gaussian";
  return design.ballsInBins->method == BallsInBinsMethod::MonteCarlo ? "Monte Carlo certificate" : "PLD";
}

std::string twoDigits(double value) {
  char text[32];
  return {text, std::to_chars(text, std::end(text), value, std::chars_format::general, 2).ptr};
}

std::string methodText(const Design& design) {
  const Scenario& scenario = design.scenario;
  if (scenario.batching == Batching::CyclicPoisson) {
    const bool replaced = scenario.adjacency == Adjacency::ReplaceOne;
    return "privacy loss distribution of the Poisson-subsampled Gaussian mechanism" +
           std::string(replaced ? " whose contributions change sign" : "") + ", sampling probability " +
           shortest(scenario.samplingProbability(design.bands)) + ", " +
           std::to_string(scenario.compositions(design.bands)) +
           " compositions, the worse of both directions, pessimistic: sigma is too large by about " +
           twoDigits(design.noiseMultiplier.errorBound) + " relative";
  }
  if (design.ballsInBins && design.ballsInBins->method == BallsInBinsMethod::MonteCarlo) {
    return "importance sampling of the privacy loss of the balls-in-bins mixture, " +
           std::to_string(scenario.stepsPerEpoch()) + " bins, " + std::to_string(design.ballsInBins->samples) +
           " samples, the worse of both directions: an upper confidence bound that fails with probability at most " +
           shortest(design.ballsInBins->failureProbability) +
           " over the draw of the samples (and so does each other figure of the profile); the samples are those of a "
           "fixed public stream, so that anyone "
           "gets the same figure";
  }
  if (design.ballsInBins && design.ballsInBins->method == BallsInBinsMethod::Deterministic) {
    return "privacy loss distribution of independent noise under balls-in-bins, " +
           std::to_string(scenario.stepsPerEpoch()) +
           " bins, the worse of both directions, pessimistic, nothing sampled";
  }
  std::string text = "analytic Gaussian mechanism at L2 sensitivity " + shortest(design.sensitivity.value) + " (" +
                     std::string(toString(design.sensitivity.kind)) + ")";
  if (scenario.adjacency == Adjacency::ReplaceOne) {
    text += " per contribution; a replacement changes it by up to twice that, which the noise multiplier covers";
  }
  if (scenario.batching == Batching::BallsInBins) text += ": the random bins are not credited";
  return text;
}

Accountant accountantOf(const Design& design) {
  const Scenario& scenario = design.scenario;
  Accountant accountant;
  accountant.method = methodText(design);
  accountant.sensitivity = design.sensitivity.value;
  accountant.sensitivityKind = design.sensitivity.kind;
  accountant.noiseMultiplier = design.noiseMultiplier.value;
  accountant.errorBound = design.noiseMultiplier.errorBound;
  accountant.name = "analytic-gaussian";
  if (scenario.batching == Batching::CyclicPoisson) {
    accountant.name = "pld";
    accountant.samplingProbability = scenario.samplingProbability(design.bands);
    accountant.compositions = scenario.compositions(design.bands);
  } else if (scenario.batching == Batching::BallsInBins) {
    accountant.bins = scenario.stepsPerEpoch();
    const bool credited = design.ballsInBins && design.ballsInBins->method != BallsInBinsMethod::Unamplified;
    if (credited) accountant.name = "balls-in-bins";
    if (credited && design.ballsInBins->method == BallsInBinsMethod::MonteCarlo) {
      accountant.failureProbability = design.ballsInBins->failureProbability;
      accountant.tau = scenario.tau;
      accountant.samples = design.ballsInBins->samples;
    }
  }
  return accountant;
}

std::string statementOf(const PrivacyClaim& claim) {
  std::string text;
  if (claim.severity == ClaimSeverity::Critical) text = "NOT CLAIMED for the training job as described. ";
  return text + "Under the assumptions, for any two data sets that are adjacent (" + adjacencyName(claim.adjacency) +
         ", unit: " + claim.unitText + ") and any set S of outputs, P[M(D) in S] <= exp(" + shortest(claim.epsilon) +
         ") P[M(D') in S] + " + shortest(claim.delta) + "." +
         (claim.accountant.failureProbability > 0
              ? " The noise was certified by random samples, which let too little noise pass with a probability of at "
                "most " +
                    shortest(claim.accountant.failureProbability) + "."
              : "");
}

// Also what an unamplified design is in two other currencies: it is one Gaussian mechanism.
void addGaussianFigures(PrivacyClaim& claim) {
  const double distance = claim.adjacency == Adjacency::ReplaceOne ? 2 : 1;
  claim.gdpMu = distance / claim.accountant.noiseMultiplier;
  claim.zcdpRho = zcdpRho(claim.accountant.noiseMultiplier / distance);
}

std::string counted(Index count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// What makes one strategy of the mechanism another; empty where nothing does.
std::string sizeText(const Design& design) {
  const Strategy& strategy = design.strategy;
  if (design.mechanism->size) return design.mechanism->size(strategy);
  if (const auto* blt = strategy.as<BltStrategy>()) return counted(blt->buffers(), "buffer");
  if (strategy.as<IdentityStrategy>() || strategy.as<DenseStrategy>()) return {};
  return counted(design.bands, "band") + (design.mechanism->bandsOfInverse ? " of the inverse" : "");
}

}  // namespace

std::string_view toString(ClaimSeverity severity) {
  return severity == ClaimSeverity::Ok ? "ok" : "critical";
}

std::optional<ClaimSeverity> claimSeverityFromName(std::string_view name) {
  for (const ClaimSeverity each : {ClaimSeverity::Ok, ClaimSeverity::Critical}) {
    if (toString(each) == name) return each;
  }
  return std::nullopt;
}

PrivacyClaim claimOf(const Design& design) {
  const Scenario& scenario = design.scenario;
  PrivacyClaim claim;
  claim.epsilon = scenario.epsilon;
  claim.delta = scenario.delta;
  claim.setting = "central model: a trusted curator holds the data and adds the noise";
  claim.dataAccesses =
      "the sums of clipped gradients of the " + std::to_string(scenario.iterations) + " training steps";
  claim.notCovered = "tuning of hyperparameters, evaluation, statistics taken from the data by other means";
  claim.outputs = "all noisy gradient sums, hence every intermediate and final model computed from them";
  claim.unit = scenario.unit;
  claim.unitText = unitText(scenario.unit);
  claim.adjacency = scenario.adjacency;
  claim.adjacencyText = adjacencyText(scenario.adjacency, std::string(toString(scenario.unit)));
  claim.batching = scenario.batching;
  claim.jobBatching = scenario.jobBatching;
  claim.accountant = accountantOf(design);
  claim.assumptions = assumptionsOf(design);
  const bool holds = std::none_of(claim.assumptions.begin(), claim.assumptions.end(),
                                  [](const Assumption& each) { return each.status == AssumptionStatus::Violated; });
  claim.severity = holds ? ClaimSeverity::Ok : ClaimSeverity::Critical;
  claim.statement = statementOf(claim);
  claim.profile.emplace_back(scenario.epsilon, scenario.delta);
  if (!scenario.isAmplified()) addGaussianFigures(claim);
  claim.howToVerify = "noiseloom-cli verify FILE recomputes sensitivity, sigma, errors, hashes and this claim";
  return claim;
}

PrivacyClaim claimWithProfile(const Design& design, const RunControl& control) {
  PrivacyClaim claim = claimOf(design);
  const ScenarioNoise noise(design.scenario, design.strategy, design.sensitivity, {control.stop, {}});
  for (const double factor : {0.5, 2.0}) {
    if (control.stopRequested()) break;
    const double epsilon = factor * design.scenario.epsilon;
    claim.profile.emplace_back(epsilon, noise.deltaAt(design.noiseMultiplier.value, epsilon, {control.stop, {}}));
  }
  std::sort(claim.profile.begin(), claim.profile.end());
  return claim;
}

std::string claimSentence(const Design& design) {
  const Scenario& scenario = design.scenario;
  std::string sentence(design.mechanism->name);
  if (const std::string size = sizeText(design); !size.empty()) sentence += ", " + size;
  sentence += ": (" + shortest(scenario.epsilon) + ", " + shortest(scenario.delta) + ")-DP for one " +
              std::string(toString(scenario.unit)) + " (" + adjacencyName(scenario.adjacency) + "), " +
              std::string(displayName(scenario.batching)) + ", " + accountantDisplayName(design);
  if (pairingOf(scenario, design.bands).status == AssumptionStatus::Violated) {
    sentence += "; NOT CLAIMED for batches of this job (" + std::string(displayName(scenario.jobBatching)) + ")";
  }
  return sentence;
}

}  // namespace noiseloom
