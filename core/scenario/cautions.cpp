#include "core/scenario/cautions.h"

#include <algorithm>

#include "core/base/safe_digits.h"
#include "core/scenario/batch_size.h"

namespace noiseloom {
namespace {

constexpr double kLargeEpsilon = 20;
constexpr double kLongSolve = 60;    // seconds
constexpr double kLargeSolve = 2e9;  // bytes
constexpr double kMostOfCap = 0.02;  // of delta: the cost of a largest batch that needs no caution

}  // namespace

std::vector<Caution> cautionsOf(const Scenario& scenario) {
  std::vector<Caution> found;
  if (scenario.mechanism->bytes && scenario.problems().empty()) {
    const Index bands = scenario.bands.value_or(scenario.mostBands());
    const double seconds = estimatedSeconds(scenario, bands), bytes = scenario.mechanism->bytes(scenario, bands);
    if (seconds > kLongSolve || bytes > kLargeSolve) {
      found.push_back({Field::Iterations,
                       {Core::tr("Solving for this takes about %1 min and up to %2 GB of memory; it can be stopped."),
                        rounded(std::max(seconds / 60, 0.1), 2), rounded(bytes / 1e9, 2)},
                       true});
    }
  }
  if (scenario.batching->uses(Field::MinSeparation) && scenario.iterations >= 1) {
    const Index separation = scenario.effectiveMinSeparation();
    const Index stated = scenario.effectiveParticipations();
    const Index most = separation >= 1 ? 1 + (scenario.iterations - 1) / separation : stated;
    if (stated > most) {
      found.push_back(
          {Field::Epochs,
           {most == 1 ? Core::tr("Only %1 participation fits into %2 steps with at least %3 from one to the "
                                 "next: the claim counts no more.")
                      : Core::tr("Only %1 participations fit into %2 steps with at least %3 from one to the "
                                 "next: the claim counts no more."),
            most, scenario.iterations, separation}});
    }
  }
  if (scenario.epsilon > kLargeEpsilon) {
    found.push_back({Field::Epsilon,
                     {Core::tr("Above %1 the guarantee says next to nothing by itself: the odds of an attacker may "
                               "grow by a factor of exp(epsilon)."),
                      kLargeEpsilon}});
  }
  if (const auto most = mostExamplesOf(scenario); most && scenario.unit == PrivacyUnit::Example) {
    const double size = static_cast<double>(*most);
    if (scenario.delta * size >= 1) {
      found.push_back(
          {Field::Delta,
           {Core::tr("At least 1 / N = %1: publishing one of the N = %2 examples whole would satisfy that."),
            roundedDown(1 / size, 2), *most}});
    } else if (scenario.delta * size > 0.1) {
      found.push_back(
          {Field::Delta,
           {Core::tr("Above 0.1 / N = %1: customary are values well below 1 / N, N = %2 being the number of "
                     "examples."),
            roundedDown(0.1 / size, 2), *most}});
    }
  }
  if (scenario.largestBatch && scenario.batching->batchLaw && scenario.problems().empty()) {
    const Index bands = scenario.bands.value_or(1);
    const double share = capReached(scenario, bands) / scenario.delta;
    const Index proposed = proposedLargestBatch(scenario, bands).value_or(*scenario.largestBatch);
    if (scenario.batching->noiseBy == NoiseBy::Composition && *scenario.largestBatch < proposed) {
      found.push_back(
          {Field::LargestBatch,
           {Core::tr("Batches are cut now and then, which costs noise; with room for %1 they hardly ever are."),
            proposed}});
    } else if (share > kMostOfCap) {
      found.push_back(
          {Field::LargestBatch,
           {Core::tr("That a batch may have to be cut takes %1 of delta; with room for %2 it takes a hundredth."),
            roundedUp(share, 2), proposed}});
    }
  }
  if (scenario.datasetSize && scenario.unit == PrivacyUnit::User && !scenario.examplesPerUser) {
    found.push_back({Field::ExamplesPerUser,
                     Core::tr("N and B count users, and all that one user contributes to a step is clipped as a whole. "
                              "Where examples are counted and clipped, state the most examples per user.")});
  }
  return found;
}

}  // namespace noiseloom
