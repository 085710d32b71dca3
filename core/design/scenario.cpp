#include "core/design/scenario.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "core/accounting/calibration.h"
#include "core/balls_in_bins/certificate.h"
#include "core/base/check.h"
#include "core/design/family.h"
#include "core/mechanism/banded.h"

namespace noiseloom {
namespace {

// Largest counts that every formula handles in doubles without losing a unit.
constexpr Index kMostIterations = 1'000'000'000'000;
constexpr double kMostEpsilon = 1000;
constexpr Index kMostParameters = 1'000'000'000'000'000;
constexpr Index kMostMemory = Index{1} << 53;  // every whole number up to here is a double
// Memory: an optimiser keeps some thirty vectors of this length.
constexpr Index kMostBands = Index{1} << 20;
constexpr Index kMostBuffers = 16;

}  // namespace

bool Scenario::usesBands() const {
  switch (mechanism) {
    case MechanismKind::DpSgd:
    case MechanismKind::Tree:
    case MechanismKind::SquareRoot:
    case MechanismKind::Stamped:
    case MechanismKind::Blt:
    case MechanismKind::Best: return false;
    default: return true;
  }
}

Index Scenario::effectiveStamps() const {
  return stamps.value_or(effectiveParticipations());
}

Index Scenario::effectiveParticipations() const {
  return batching == Batching::Single ? 1 : epochs;
}

Index Scenario::effectiveMinSeparation() const {
  if (batching == Batching::Single) return iterations;
  if (minSeparation && batching == Batching::MinSeparation) return *minSeparation;
  return stepsPerEpoch();
}

Index Scenario::stepsPerEpoch() const {
  return (iterations + epochs - 1) / std::max<Index>(epochs, 1);
}

Index Scenario::mostBands() const {
  if (!usesBands()) return 1;
  Index most = iterations;
  if (batching == Batching::CyclicPoisson) {
    most = iterations / std::max<Index>(epochs, 1);
  } else if (mechanism == MechanismKind::BandedToeplitz || mechanism == MechanismKind::Banded ||
             mechanism == MechanismKind::ReciprocalToeplitz) {
    most = effectiveMinSeparation();  // they are optimal where participations share no row of C
  }
  if (mostNoiseRows) most = std::min(most, *mostNoiseRows + 1);
  return std::clamp<Index>(most, 1, std::clamp<Index>(iterations, 1, kMostBands));
}

double Scenario::samplingProbability(Index chosenBands) const {
  return std::min(1.0,
                  static_cast<double>(chosenBands) * static_cast<double>(epochs) / static_cast<double>(iterations));
}

Index Scenario::compositions(Index chosenBands) const {
  return (iterations + chosenBands - 1) / chosenBands;
}

Participation Scenario::participation() const {
  switch (batching) {
    case Batching::CyclicPoisson:
    case Batching::Single: return Participation::single();
    case Batching::BallsInBins:
    case Batching::FixedEpoch: return Participation::fixedEpochOrder(epochs, effectiveMinSeparation());
    case Batching::MinSeparation: return Participation::minSeparation(epochs, effectiveMinSeparation());
  }
  return Participation::single();
}

Scenario Scenario::withIterations(Index n) const {
  Scenario other = *this;
  other.iterations = n;
  if (schedule.isFormula() && !workload.isToeplitz() && n != workload.fixedIterations())
    other.workload = Workload::learningRates(learningRates(schedule, n), workload.beta());
  return other;
}

std::vector<InvalidArgument> Scenario::problems() const {
  std::vector<InvalidArgument> found;
  const auto examine = [&found](const std::function<void()>& check) {
    try {
      check();
    } catch (const InvalidArgument& problem) {
      found.push_back(problem);
    }
  };
  // With one band, as for the baseline, every iteration is a composition.
  const bool sampled = batching == Batching::CyclicPoisson;
  examine([&] {
    checkInteger("iterations", iterations, 1, sampled ? kMostCompositions : kMostIterations,
                 sampled ? "the accountant of cyclic-poisson batching" : "");
  });
  const bool counts = found.empty();
  examine([&] { checkInteger("epochs", epochs, 1, counts ? iterations : kMostIterations, "the iterations"); });
  const bool sizes = found.empty();
  if (sizes && batching == Batching::MinSeparation) {
    examine([&] { checkInteger("min_separation", effectiveMinSeparation(), 1, iterations, "the iterations"); });
  }
  examine([&] {
    if (epsilon > 0 && epsilon <= kMostEpsilon) return;
    throw InvalidArgument("epsilon", shortest(epsilon), "a number above 0, at most " + shortest(kMostEpsilon));
  });
  examine([&] {
    checkOpenInterval("delta", delta, 0, 1);
    if (sampled) checkClosedInterval("delta", delta, kLeastSubsampledDelta, 1);
  });
  if (batching == Batching::BallsInBins) {
    if (sizes) {
      examine([&] {
        if (stepsPerEpoch() <= kMostBins) return;
        throw InvalidArgument("epochs", std::to_string(epochs),
                              "at least " + std::to_string((iterations + kMostBins - 1) / kMostBins) +
                                  " under balls-in-bins batching: at most " + std::to_string(kMostBins) +
                                  " bins, ceil(n/k), are accounted for");
      });
    }
    examine([&] { checkOpenInterval("tau", tau, 1, kMostTau); });
    examine([&] {
      checkClosedInterval("failure_probability", failureProbability, kLeastFailureProbability, kMostFailureProbability);
    });
  }
  if (mostNoiseRows) examine([&] { checkInteger("most_noise_rows", *mostNoiseRows, 0, kMostIterations); });
  if (mostSeconds) examine([&] { checkPositive("most_seconds", *mostSeconds); });
  if (buffers)
    examine(
        [&] { checkInteger("buffers", *buffers, 1, std::min(kMostBuffers, mostNoiseRows.value_or(kMostBuffers))); });
  if (sizes && bands && usesBands()) {
    examine([&] {
      const Index most = mostBands();
      checkInteger("bands", *bands, 1, most,
                   most == kMostBands                            ? "memory of the optimiser"
                   : mostNoiseRows && most == *mostNoiseRows + 1 ? "the noise rows"
                   : sampled                                     ? "n/k under cyclic Poisson"
                   : most == iterations                          ? "the iterations"
                                                                 : "the min-separation");
    });
  }
  if (sizes && robustFrom && mechanism == MechanismKind::BandedToeplitz)
    examine([&] { checkInteger("robust_from", *robustFrom, 1, mostBands(), "the most bands"); });
  if (sizes) {
    if (auto problem = familyProblem(*this)) found.push_back(*std::move(problem));
  }
  if (sizes && mechanism == MechanismKind::Banded) {
    const Index most = mostBandedBands(iterations);
    if (most < 1) {
      examine([&] {
        checkInteger("iterations", iterations, 1, mostBandedIterations(),
                     "memory of a general banded strategy; banded-toeplitz has no such limit");
      });
    } else if (bands && *bands <= mostBands()) {
      examine(
          [&] { checkInteger("bands", *bands, 1, most, "memory of a general banded strategy at these iterations"); });
    }
  }
  if (adjacency == Adjacency::ReplaceOne && batching == Batching::BallsInBins) {
    found.emplace_back("adjacency", "replace-one", "add-remove or zero-out under balls-in-bins batching");
  }
  if (counts && workload.fixedIterations() != 0) {
    examine([&] {
      checkInteger("size of learning_rates", workload.fixedIterations(), iterations, iterations, "the iterations");
    });
  }
  examine([&] { checkPositive("clip_norm", clipNorm); });
  if (datasetSize) examine([&] { checkInteger("dataset_size", *datasetSize, 1, kMostParameters); });
  examine([&] { checkInteger("parameters", deployment.parameters, 1, kMostParameters); });
  examine([&] {
    checkInteger("machines", deployment.machines, 1, std::clamp<Index>(deployment.parameters, 1, 1'000'000),
                 "at most one a parameter");
  });
  if (deployment.memoryPerMachine)
    examine([&] { checkInteger("memory_per_machine", *deployment.memoryPerMachine, 1, kMostMemory, "2^53 bytes"); });
  return found;
}

void Scenario::validate() const {
  const std::vector<InvalidArgument> found = problems();
  if (!found.empty()) throw found.front();
}

}  // namespace noiseloom
