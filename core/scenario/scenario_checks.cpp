#include "core/scenario/scenario_checks.h"

#include <algorithm>
#include <cmath>

#include "core/accounting/samplings/capped_poisson.h"
#include "core/accounting/samplings/user_sampling.h"
#include "core/base/check.h"
#include "core/base/nearest_whole.h"
#include "core/monte_carlo/certificate.h"
#include "core/scenario/batch_size.h"
#include "core/scenario/group_accounting.h"

namespace noiseloom {
namespace {

constexpr double kMostEpsilon = 1000;
constexpr Index kMostParameters = 1'000'000'000'000'000;
constexpr Index kMostMemory = Index{1} << 53;  // up to here every integer is a double
constexpr Index kMostBuffers = 16;
constexpr double kLeastClipNorm = 1e-300;
constexpr double kMostOfDelta = 0.9;  // the most that a largest batch may cost

bool hasIterations(const Scenario& scenario) {
  return scenario.iterations >= 1 && scenario.iterations <= scenario.batching->mostIterations;
}

// True if n and k are such that other ranges follow from them.
bool hasSizes(const Scenario& scenario) {
  return hasIterations(scenario) && scenario.epochs > 0 && scenario.epochs <= static_cast<double>(scenario.iterations);
}

}  // namespace

void checkIterations(const Scenario& scenario) {
  const Batching& batching = *scenario.batching;
  const bool own = batching.mostIterations < Batching::kMostIterations;
  checkInteger("iterations", scenario.iterations, 1, batching.mostIterations,
               own ? Text(Core::tr("the accountant of %1 batching"), batching.id) : Text());
}

void checkEpochs(const Scenario& scenario) {
  const Index most = hasIterations(scenario) ? scenario.iterations : Batching::kMostIterations;
  const double least = static_cast<double>(most) / static_cast<double>(kMostParameters);
  if (!(scenario.epochs >= least && scenario.epochs <= static_cast<double>(most)))
    throw InvalidArgument("epochs", scenario.epochs, {Core::tr("a number above 0, at most %1 (the iterations)"), most});
  const Index steps = scenario.batching->mostStepsPerEpoch;
  if (steps == kNoLimit || !hasIterations(scenario) || scenario.stepsPerEpoch() <= steps) return;
  throw InvalidArgument("epochs", scenario.epochs,
                        {Core::tr("at least %1 under %2 batching: at most %3 bins, ceil(n/k), are accounted for"),
                         (scenario.iterations + steps - 1) / steps, scenario.batching->id, steps});
}

void checkEpsilon(const Scenario& scenario) {
  if (scenario.epsilon >= 0 && scenario.epsilon <= kMostEpsilon) return;
  throw InvalidArgument("epsilon", scenario.epsilon, {Core::tr("a number from 0 to %1"), kMostEpsilon});
}

void checkDelta(const Scenario& scenario) {
  checkOpenInterval("delta", scenario.delta, 0, 1);
  checkClosedInterval("delta", scenario.delta, scenario.batching->leastDelta, 1);
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
  Text why = Core::tr("the min-separation");
  if (byMemory) {
    why = Core::tr("memory at these iterations");
  } else if (most == Scenario::kMostBands) {
    why = Core::tr("memory of the optimiser");
  } else if (scenario.mostNoiseRows && most == *scenario.mostNoiseRows + 1) {
    why = Core::tr("the noise rows");
  } else if (scenario.batching->bandsAtMost && scenario.batching->bandsAtMost(scenario, scenario.iterations) == 1) {
    why = {Core::tr("independent noise under %1"), scenario.batching->name};
  } else if (scenario.batching->banded) {
    why = {Core::tr("n/k under %1"), scenario.batching->name};
  } else if (most == scenario.iterations) {
    why = Core::tr("the iterations");
  }
  checkInteger("bands", *scenario.bands, 1, most, why);
  const Index run = scenario.bandsAtMost(*scenario.bands);
  if (run == *scenario.bands) return;
  Index next = *scenario.bands;
  while (next <= most && scenario.bandsAtMost(next) != next) ++next;
  throw InvalidArgument("bands", *scenario.bands,
                        next <= most ? Text(Core::tr("%1 or %2, which divide the %3 steps of an epoch, under %4"), run,
                                            next, scenario.stepsPerEpoch(), scenario.batching->name)
                                     : Text(Core::tr("%1, which divides the %2 steps of an epoch, under %3"), run,
                                            scenario.stepsPerEpoch(), scenario.batching->name));
}

void checkBuffers(const Scenario& scenario) {
  if (!scenario.buffers) return;
  checkInteger("buffers", *scenario.buffers, 1, std::min(kMostBuffers, scenario.mostNoiseRows.value_or(kMostBuffers)));
}

void checkRobustFrom(const Scenario& scenario) {
  // For "best", where each mechanism has bands of its own, it applies to banded Toeplitz.
  if (!scenario.robustFrom || !scenario.usesBands() || !hasSizes(scenario)) return;
  checkInteger("robust_from", *scenario.robustFrom, 1, scenario.mostBands(), Core::tr("the most bands"));
}

void checkNoiseRows(const Scenario& scenario) {
  if (scenario.mostNoiseRows) checkInteger("most_noise_rows", *scenario.mostNoiseRows, 0, Batching::kMostIterations);
}

void checkSeconds(const Scenario& scenario) {
  if (scenario.mostSeconds) checkPositive("most_seconds", *scenario.mostSeconds);
}

void checkMinSeparation(const Scenario& scenario) {
  if (!hasSizes(scenario)) return;
  checkInteger("min_separation", scenario.effectiveMinSeparation(), 1, scenario.iterations, Core::tr("the iterations"));
}

void checkTau(const Scenario& scenario) {
  checkOpenInterval("tau", scenario.tau, 1, kMostTau);
}

void checkFailureProbability(const Scenario& scenario) {
  checkClosedInterval("failure_probability", scenario.failureProbability, kLeastFailureProbability,
                      kMostFailureProbability);
}

void checkAdjacency(const Scenario& scenario) {
  if (scenario.adjacency != Adjacency::ReplaceOne || scenario.batching->replaceOne) return;
  throw InvalidArgument("adjacency", toString(scenario.adjacency),
                        {Core::tr("add-remove or zero-out under %1 batching"), scenario.batching->id});
}

void checkExamplesPerUser(const Scenario& scenario) {
  if (!scenario.examplesPerUser) return;
  checkInteger("examples_per_user", *scenario.examplesPerUser, 1, UserSampling::kMostExamples);
  if (scenario.examplesOfMember() == 1) return;
  const auto refuse = [&](const Text& allowed) {
    throw InvalidArgument("examples_per_user", *scenario.examplesPerUser, allowed);
  };
  if (!scenario.batching->amplified()) return;
  if (scenario.largestBatch) refuse(Core::tr("1 with a largest batch"));
  if (!accountsAsGroup(scenario) || !(scenario.epsilon >= 0 && scenario.delta > 0)) return;
  // The share of an example's batch would be another after each one that goes, and a user may be replaced by one of
  // fewer examples.
  if (scenario.batching->ofSizeAlone && scenario.adjacency != Adjacency::ZeroOut)
    refuse({Core::tr("1 under %1, but with zero-out adjacency, which keeps the number of examples"),
            scenario.batching->name});
  if (const double ofOne = ofOneExample(scenario).delta; !(ofOne > 0) || ofOne < scenario.batching->leastDelta)
    refuse({Core::tr("fewer, or a larger delta: that of one example, %1, is below %2"), ofOne,
            scenario.batching->leastDelta});
}

void checkWorkload(const Scenario& scenario) {
  const Workload& workload = scenario.workload;
  if (!hasIterations(scenario)) return;
  if (!workload.isRational()) {
    const Index most = kMostGivenCoefficients;
    checkInteger("iterations", scenario.iterations, 1, most, Core::tr("an averaging window or a workload from a file"));
    checkInteger("averaging_window", workload.window(), 1, scenario.iterations, Core::tr("the iterations"));
    const Index given = std::ssize(workload.given());
    if (workload.isMatrix()) {
      checkInteger("iterations", scenario.iterations, workload.fixedIterations(), workload.fixedIterations(),
                   Core::tr("the rows of the workload's matrix"));
    } else if (given > 0) {
      checkInteger("size of workload", given, scenario.iterations, most, Core::tr("one for each iteration"));
    }
  }
  const Index fixed = workload.fixedIterations();
  if (fixed == 0) return;
  checkInteger("size of learning_rates", fixed, scenario.iterations, scenario.iterations, Core::tr("the iterations"));
}

void checkObjective(const Scenario& scenario) {
  if (!ofCurvatures(scenario.objective)) return;
  const Workload& workload = scenario.workload;
  if (workload.name() == "prefix") return;
  const auto refuse = [&](const Phrase& why) {
    throw InvalidArgument("objective", std::string(toString(scenario.objective)), why);
  };
  if (workload.alpha() == 0) refuse(Core::tr("it with running sums: a curvature acts on what the steps add up to"));
  if (workload.fixedIterations() != 0)
    refuse(Core::tr("it with one learning rate for all steps: a curvature counts times the learning rate"));
  if (workload.beta() != 0)
    refuse(Core::tr("it without momentum: momentum and a curvature make another recursion, which is not known here"));
  if (workload.averaging() != 0 || workload.window() != 1)
    refuse(Core::tr("it without weight averaging: an average and a curvature make another recursion, not known here"));
  refuse(Core::tr("it without weight decay: that belongs to the curvatures, each larger by 1 less its factor"));
}

void checkSpectrum(const Scenario& scenario) {
  if (scenario.workload.spectrum().empty())
    throw InvalidArgument("spectrum", Core::tr("nothing"), Core::tr("curvatures, such as 0.001:5, 0.01, 0.1:2"));
}

void checkClipNorm(const Scenario& scenario) {
  checkPositive("clip_norm", scenario.clipNorm);
  if (scenario.clipNorm < kLeastClipNorm)
    throw InvalidArgument(
        "clip_norm", scenario.clipNorm,
        {Core::tr("a number of at least %1: the standard deviation of smaller noise loses digits"), kLeastClipNorm});
}

void checkDatasetSize(const Scenario& scenario) {
  if (scenario.datasetSize) checkInteger("dataset_size", *scenario.datasetSize, 1, kMostParameters);
}

void checkDatasetSizeAtMost(const Scenario& scenario) {
  if (!scenario.datasetSizeAtMost) return;
  const Index most = *scenario.datasetSizeAtMost;
  const auto refuse = [&](const Text& allowed) { throw InvalidArgument("dataset_size_at_most", most, allowed); };
  if (!scenario.datasetSize) refuse(Core::tr("it only beside the least number of examples"));
  checkInteger("dataset_size_at_most", most, *scenario.datasetSize, kMostParameters, Core::tr("from the least number"));
  if (most == *scenario.datasetSize) return;
  if (scenario.batching->ofKnownSize) {
    refuse({Core::tr("none under %1, whose steps of an epoch follow from the number of examples: with more of them an "
                     "example may meet steps that were not accounted for (min-sep counts all)"),
            scenario.batching->name});
  }
  if (scenario.largestBatch && scenario.batching->noiseBy == NoiseBy::Composition) {
    refuse({Core::tr("none beside a largest batch under %1: how often an example is left out depends on the number of "
                     "the others, and more of them may be the better or the worse"),
            scenario.batching->name});
  }
}

void checkBatching(const Scenario& scenario) {
  if (!scenario.batching->problem || !hasSizes(scenario)) return;
  if (const auto problem = scenario.batching->problem(scenario)) throw *problem;
}

void checkLastBatch(const Scenario& scenario) {
  if (scenario.lastBatch != LastBatch::CarriedOver || !hasSizes(scenario)) return;
  // Where batches begin in the order must be known to the example.
  if (const auto batch = batchSizeOf(scenario); batch && isWholeCount(*batch)) return;
  throw InvalidArgument("last_batch", toString(scenario.lastBatch),
                        Core::tr("it with the size of the data set and batches of a whole number of examples"));
}

void checkLargestBatch(const Scenario& scenario) {
  if (!scenario.largestBatch || !hasSizes(scenario)) return;
  const Index most = *scenario.largestBatch;
  checkInteger("largest_batch", most, 1, kMostParameters);
  if (!scenario.datasetSize) {
    throw InvalidArgument("largest_batch", most,
                          Core::tr("a largest batch only beside the size of the data set, which determines how often "
                                   "batches are cut"));
  }
  if (*scenario.datasetSize < 1 || *scenario.datasetSize > kMostParameters) return;
  const double expected = batchSizeOf(scenario).value();
  if (static_cast<double>(most) < expected)
    throw InvalidArgument("largest_batch", most, {Core::tr("at least %1, the expected size of a batch"), expected});
  const Index bands = scenario.bands.value_or(1);
  if (!(scenario.delta > 0 && scenario.delta < 1)) return;
  if (capReached(scenario, bands) <= kMostOfDelta * scenario.delta) return;
  const BatchLaw law = scenario.batching->batchLaw(scenario, bands);
  const auto least = [&](double share) {
    return leastCap(law.batches, law.examples, law.probability, std::log(share * scenario.delta));
  };
  throw InvalidArgument(
      "largest_batch", most,
      {Core::tr("at least %1 under %2: that a batch must be cut counts against delta (%3 takes a hundredth "
                "of it)"),
       least(kMostOfDelta), scenario.batching->name, least(0.01)});
}

void checkParameters(const Scenario& scenario) {
  checkInteger("parameters", scenario.deployment.parameters, 1, kMostParameters);
}

void checkMachines(const Scenario& scenario) {
  const Index most = std::clamp<Index>(scenario.deployment.parameters, 1, 1'000'000);
  checkInteger("machines", scenario.deployment.machines, 1, most, Core::tr("at most one a parameter"));
}

void checkMemory(const Scenario& scenario) {
  const auto& memory = scenario.deployment.memoryPerMachine;
  if (memory) checkInteger("memory_per_machine", *memory, 1, kMostMemory, Core::tr("2^53 bytes"));
}

}  // namespace noiseloom
