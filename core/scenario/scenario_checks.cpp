#include "core/scenario/scenario_checks.h"

#include <algorithm>

#include "core/accounting/calibration.h"
#include "core/balls_in_bins/certificate.h"
#include "core/base/check.h"

namespace noiseloom {
namespace {

// Largest counts that every formula handles in doubles without losing a unit.
constexpr Index kMostIterations = 1'000'000'000'000;
constexpr double kMostEpsilon = 1000;
constexpr Index kMostParameters = 1'000'000'000'000'000;
constexpr Index kMostMemory = Index{1} << 53;  // every whole number up to here is a double
constexpr Index kMostBuffers = 16;

bool isSampled(const Scenario& scenario) {
  return scenario.batching == Batching::CyclicPoisson;
}

// With one band, as for the baseline, every iteration is a composition.
Index mostIterations(const Scenario& scenario) {
  return isSampled(scenario) ? kMostCompositions : kMostIterations;
}

bool hasIterations(const Scenario& scenario) {
  return scenario.iterations >= 1 && scenario.iterations <= mostIterations(scenario);
}

// Whether n and k are such that other ranges follow from them.
bool hasSizes(const Scenario& scenario) {
  return hasIterations(scenario) && scenario.epochs >= 1 && scenario.epochs <= scenario.iterations;
}

}  // namespace

void checkIterations(const Scenario& scenario) {
  checkInteger("iterations", scenario.iterations, 1, mostIterations(scenario),
               isSampled(scenario) ? "the accountant of cyclic-poisson batching" : "");
}

void checkEpochs(const Scenario& scenario) {
  const Index most = hasIterations(scenario) ? scenario.iterations : kMostIterations;
  checkInteger("epochs", scenario.epochs, 1, most, "the iterations");
  if (scenario.batching != Batching::BallsInBins || scenario.stepsPerEpoch() <= kMostBins) return;
  throw InvalidArgument("epochs", std::to_string(scenario.epochs),
                        "at least " + std::to_string((scenario.iterations + kMostBins - 1) / kMostBins) +
                            " under balls-in-bins batching: at most " + std::to_string(kMostBins) +
                            " bins, ceil(n/k), are accounted for");
}

void checkEpsilon(const Scenario& scenario) {
  if (scenario.epsilon > 0 && scenario.epsilon <= kMostEpsilon) return;
  throw InvalidArgument("epsilon", shortest(scenario.epsilon), "a number above 0, at most " + shortest(kMostEpsilon));
}

void checkDelta(const Scenario& scenario) {
  checkOpenInterval("delta", scenario.delta, 0, 1);
  if (isSampled(scenario)) checkClosedInterval("delta", scenario.delta, kLeastSubsampledDelta, 1);
}

void checkMechanism(const Scenario& scenario) {
  if (!hasSizes(scenario)) return;
  if (const auto problem = mechanismProblem(scenario)) throw *problem;
}

void checkBands(const Scenario& scenario) {
  if (!scenario.bands || !hasSizes(scenario)) return;
  const Index most = scenario.mostBands();
  const Mechanism& mechanism = *scenario.mechanism;
  const bool byMemory = mechanism.mostBands && most == mechanism.mostBands(scenario.iterations);
  checkInteger("bands", *scenario.bands, 1, most,
               byMemory                                                        ? "memory at these iterations"
               : most == Scenario::kMostBands                                  ? "memory of the optimiser"
               : scenario.mostNoiseRows && most == *scenario.mostNoiseRows + 1 ? "the noise rows"
               : isSampled(scenario)                                           ? "n/k under cyclic Poisson"
               : most == scenario.iterations                                   ? "the iterations"
                                                                               : "the min-separation");
}

void checkBuffers(const Scenario& scenario) {
  if (!scenario.buffers) return;
  checkInteger("buffers", *scenario.buffers, 1, std::min(kMostBuffers, scenario.mostNoiseRows.value_or(kMostBuffers)));
}

void checkRobustFrom(const Scenario& scenario) {
  // Of "best", where each mechanism has bands of its own, it is for banded Toeplitz to judge.
  if (!scenario.robustFrom || !scenario.usesBands() || !hasSizes(scenario)) return;
  checkInteger("robust_from", *scenario.robustFrom, 1, scenario.mostBands(), "the most bands");
}

void checkNoiseRows(const Scenario& scenario) {
  if (scenario.mostNoiseRows) checkInteger("most_noise_rows", *scenario.mostNoiseRows, 0, kMostIterations);
}

void checkSeconds(const Scenario& scenario) {
  if (scenario.mostSeconds) checkPositive("most_seconds", *scenario.mostSeconds);
}

void checkMinSeparation(const Scenario& scenario) {
  if (!hasSizes(scenario)) return;
  checkInteger("min_separation", scenario.effectiveMinSeparation(), 1, scenario.iterations, "the iterations");
}

void checkTau(const Scenario& scenario) {
  checkOpenInterval("tau", scenario.tau, 1, kMostTau);
}

void checkFailureProbability(const Scenario& scenario) {
  checkClosedInterval("failure_probability", scenario.failureProbability, kLeastFailureProbability,
                      kMostFailureProbability);
}

void checkAdjacency(const Scenario& scenario) {
  if (scenario.adjacency != Adjacency::ReplaceOne || scenario.batching != Batching::BallsInBins) return;
  throw InvalidArgument("adjacency", "replace-one", "add-remove or zero-out under balls-in-bins batching");
}

void checkWorkload(const Scenario& scenario) {
  const Index fixed = scenario.workload.fixedIterations();
  if (fixed == 0 || !hasIterations(scenario)) return;
  checkInteger("size of learning_rates", fixed, scenario.iterations, scenario.iterations, "the iterations");
}

void checkClipNorm(const Scenario& scenario) {
  checkPositive("clip_norm", scenario.clipNorm);
}

void checkDatasetSize(const Scenario& scenario) {
  if (scenario.datasetSize) checkInteger("dataset_size", *scenario.datasetSize, 1, kMostParameters);
}

void checkParameters(const Scenario& scenario) {
  checkInteger("parameters", scenario.deployment.parameters, 1, kMostParameters);
}

void checkMachines(const Scenario& scenario) {
  const Index most = std::clamp<Index>(scenario.deployment.parameters, 1, 1'000'000);
  checkInteger("machines", scenario.deployment.machines, 1, most, "at most one a parameter");
}

void checkMemory(const Scenario& scenario) {
  const auto& memory = scenario.deployment.memoryPerMachine;
  if (memory) checkInteger("memory_per_machine", *memory, 1, kMostMemory, "2^53 bytes");
}

}  // namespace noiseloom
