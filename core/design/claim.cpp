#include "core/design/claim.h"

#include <cmath>

#include "core/base/check.h"
#include "core/design/scenario_noise.h"

namespace noiseloom {
namespace {

std::string batchingName(Batching batching) {
  switch (batching) {
    case Batching::CyclicPoisson: return "cyclic Poisson";
    case Batching::FixedEpoch: return "fixed epoch order";
    case Batching::MinSeparation: return "min-separation";
    case Batching::Single: return "single participation";
  }
  return "unknown";
}

std::string adjacencyName(Adjacency adjacency) {
  switch (adjacency) {
    case Adjacency::AddRemove: return "add/remove";
    case Adjacency::ZeroOut: return "zero-out";
    case Adjacency::ReplaceOne: return "replace-one";
  }
  return "unknown";
}

std::string pairText(const Design& design) {
  return "(" + shortest(design.scenario.epsilon) + ", " + shortest(design.scenario.delta) + ")-DP";
}

bool sampled(const Design& design) {
  return design.scenario.batching == Batching::CyclicPoisson;
}

std::string accountantName(const Design& design) {
  return sampled(design) ? "PLD" : "analytic Gaussian";
}

std::vector<std::string> assumptionsOf(const Design& design) {
  const Scenario& scenario = design.scenario;
  const std::string n = std::to_string(scenario.iterations);
  const std::string b = std::to_string(design.bands);
  std::vector<std::string> list = {
      "Every per-example gradient is clipped to L2 norm " + shortest(scenario.clipNorm) +
          " and the clipped gradients of a step are summed.",
      "Step i adds row i of C^-1 Z to that sum, where Z has independent Gaussian entries of standard deviation " +
          shortest(design.stddev) + " from a cryptographically secure generator, drawn once and never revealed.",
      "Training stops after at most " + n + " steps.",
      "The noise is that of real numbers: the finite precision of " +
          std::string(toString(scenario.deployment.numberType)) + " arithmetic is not part of the claim."};
  switch (scenario.batching) {
    case Batching::CyclicPoisson:
      list.push_back(
          "Every example belongs to one of " + b +
          " parts of about equal size, chosen once and independently of all other examples; step i samples from part "
          "i mod " +
          b + ", each of its examples independently with probability " +
          shortest(scenario.samplingProbability(design.bands)) + ". Shuffled batches do not satisfy this.");
      list.push_back(
          "The sampling probability, the bands and the other settings do not depend on the data, the exact number of "
          "examples included.");
      break;
    case Batching::FixedEpoch:
      list.push_back("Every example takes part at most " + std::to_string(scenario.epochs) + " times, exactly every " +
                     std::to_string(scenario.effectiveMinSeparation()) + " steps.");
      break;
    case Batching::MinSeparation:
      list.push_back("Every example takes part at most " + std::to_string(scenario.epochs) + " times, at least " +
                     std::to_string(scenario.effectiveMinSeparation()) + " steps apart.");
      break;
    case Batching::Single: list.push_back("Every example takes part at most once."); break;
  }
  return list;
}

std::string counted(Index count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// What makes one strategy of the family another; empty where nothing does.
std::string sizeText(const Design& design) {
  const Strategy& strategy = design.strategy;
  if (const auto* blt = strategy.as<BltStrategy>()) return counted(blt->buffers(), "buffer");
  switch (design.mechanism) {
    case MechanismKind::DpSgd:
    case MechanismKind::SquareRoot: return {};
    case MechanismKind::Tree: return strategy.as<TreeStrategy>() ? "online decoder" : "full decoder";
    case MechanismKind::Bisr:
    case MechanismKind::BandInvMf: return counted(design.bands, "band") + " of the inverse";
    case MechanismKind::Dense:
      if (strategy.as<DenseStrategy>()) return {};
      break;
    case MechanismKind::Stamped:
      if (const auto* dense = strategy.as<DenseStrategy>()) return counted(dense->stamps(), "block");
      break;
    default: break;
  }
  return counted(design.bands, "band");
}

}  // namespace

PrivacyClaim claimOf(const Design& design) {
  const Scenario& scenario = design.scenario;
  PrivacyClaim claim;
  claim.setting = "central model: a trusted curator holds the data and adds the noise";
  claim.dataAccesses = "the sums of clipped gradients of the " + std::to_string(scenario.iterations) +
                       " training steps; not covered: tuning of hyperparameters, evaluation, statistics taken from the "
                       "data by other means";
  claim.outputs = "all noisy gradient sums, hence every intermediate and final model computed from them";
  claim.unit = "one example";
  switch (scenario.adjacency) {
    case Adjacency::AddRemove: claim.adjacency = "add/remove: one data set holds one example more"; break;
    case Adjacency::ZeroOut: claim.adjacency = "zero-out: one example's gradients are replaced by zero"; break;
    case Adjacency::ReplaceOne: claim.adjacency = "replace-one: one example is replaced by another"; break;
  }
  if (sampled(design)) {
    claim.accountant = "privacy loss distribution of the Poisson-subsampled Gaussian mechanism, sampling probability " +
                       shortest(scenario.samplingProbability(design.bands)) + ", " +
                       std::to_string(scenario.compositions(design.bands)) +
                       " compositions, the worse of both directions, pessimistic: sigma is too large by about " +
                       shortest(design.noiseMultiplier.errorBound) + " relative";
  } else {
    claim.accountant = "analytic Gaussian mechanism at L2 sensitivity " + shortest(design.sensitivity.value) + " (" +
                       std::string(toString(design.sensitivity.kind)) + ")";
    if (scenario.adjacency == Adjacency::ReplaceOne) {
      claim.accountant +=
          " per contribution; replacing an example changes two, so the noise multiplier is calibrated for twice that";
    }
  }
  claim.assumptions = assumptionsOf(design);
  claim.statement = "Under the assumptions, for any two data sets that are adjacent (" +
                    adjacencyName(scenario.adjacency) +
                    ", unit: one example) and any set S of outputs, P[M(D) in S] <= exp(" + shortest(scenario.epsilon) +
                    ") P[M(D') in S] + " + shortest(scenario.delta) + ".";
  for (const double factor : {0.5, 1.0, 2.0}) {
    const double epsilon = factor * scenario.epsilon;
    claim.profile.emplace_back(epsilon, factor == 1.0
                                            ? scenario.delta
                                            : deltaAt(scenario, design.bands, design.noiseMultiplier.value, epsilon));
  }
  claim.howToVerify = "noiseloom-cli verify FILE recomputes sensitivity, sigma, errors and hashes";
  return claim;
}

std::string claimSentence(const Design& design) {
  std::string sentence(displayName(design.mechanism));
  if (const std::string size = sizeText(design); !size.empty()) sentence += ", " + size;
  return sentence + ": " + pairText(design) + " for one example (" + adjacencyName(design.scenario.adjacency) + "), " +
         batchingName(design.scenario.batching) + ", " + accountantName(design);
}

}  // namespace noiseloom
