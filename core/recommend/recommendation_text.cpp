#include "core/recommend/recommendation_text.h"

#include <algorithm>
#include <cmath>

#include "core/base/safe_digits.h"
#include "core/claim/assumptions.h"
#include "core/claim/claim.h"
#include "core/design/baseline_error.h"
#include "core/mechanism/dense.h"
#include "core/scenario/batch_size.h"
#include "core/scenario/cautions.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/search_text.h"
#include "core/strategy/banded_strategy.h"

namespace noiseloom {
namespace {

// An error that is near another one.
constexpr double kNear = 0.1;
// A factor in the rows that is mentioned.
constexpr double kFewerRows = 1.5;

Text useSentence(const RecommendedDesign& best, ErrorUnit unit, const RecommendationFacts& facts) {
  const Design& design = *best.design;
  // The error may have no value in that unit.
  const bool stated = std::isfinite(best.error);
  const double value = stated ? best.error : design.objectiveError();
  // As the window shows the design's error elsewhere.
  const Text error{infoOf(stated ? unit : ErrorUnit::Summed).amount, rounded(value, 4)};
  if (design.mechanism == &baselineMechanism())
    return {Core::tr("Use %1, under %2: its error is %3; nothing that was tried is better."), nameOf(design),
            best.way.name(), error};
  if (!facts.bestBaseline || design.scenario.objective != ErrorObjective::Mean)
    return {Core::tr("Use %1, under %2: its error is %3."), nameOf(design), best.way.name(), error};
  const double less = 1 - design.error.mean / facts.bestBaseline->error;
  if (std::abs(less) < kHardlyDiffers) {
    const Phrase near =
        less < 0
            ? Core::tr("Use %1, under %2: its error is %3, hardly more than the best DP-SGD, which is that under %4.")
            : Core::tr("Use %1, under %2: its error is %3, hardly less than the best DP-SGD, which is that under %4.");
    return {near, nameOf(design), best.way.name(), error, facts.bestBaseline->way.name()};
  }
  const Phrase phrase =
      less < 0 ? Core::tr("Use %1, under %2: its error is %3, %4 % more than the best DP-SGD, which is that under %5.")
               : Core::tr("Use %1, under %2: its error is %3, %4 % less than the best DP-SGD, which is that under %5.");
  return {phrase, nameOf(design), best.way.name(), error, percent(std::abs(less)), facts.bestBaseline->way.name()};
}

// What it costs that the batches earn no privacy; empty where they do, or no others are known to be better.
Text unamplifiedSentence(const RecommendedDesign& best, const RecommendationFacts& facts) {
  if (best.design->scenario.batching->amplified()) return {};
  const auto amplified =
      std::ranges::find_if(facts.otherWays, [](const auto& other) { return other.first.batching->amplified(); });
  if (amplified == facts.otherWays.end() || amplified->second < kWorthwhileGain)
    return Core::tr("Unamplified: the way in which these batches are formed earns no privacy.");
  return {Core::tr("Unamplified: the way in which these batches are formed earns no privacy, which makes the error "
                   "about %1 times that under %2."),
          twoDigits(1 / (1 - amplified->second)), amplified->first.name()};
}

// Compares the rows of one design with those of another: "with 7.9 times less memory".
Text memoryText(Index rows, Index of) {
  if (rows == of) return Core::tr("in the same memory");
  if (rows == 0) return Core::tr("without any memory for noise");
  if (of == 0) return {Core::tr("and keeps %1 noise rows instead of none"), rows};
  const double ratio = static_cast<double>(of) / static_cast<double>(rows);
  if (ratio >= kFewerRows) return {Core::tr("with %1 times less memory"), twoDigits(ratio)};
  if (1 / ratio >= kFewerRows) return {Core::tr("with %1 times more memory"), twoDigits(1 / ratio)};
  return Core::tr("in about the same memory");
}

Text nearSentence(const RecommendedDesign& other, const RecommendedDesign& best) {
  const double loss = other.design->objectiveError() / best.design->objectiveError() - 1;
  const Phrase phrase = other.narrower ? Core::tr("%1, under %2, is within %3 % of it, %4.")
                        : loss < kNear
                            ? Core::tr("The next that was certified, %1, under %2, is within %3 % of it, %4.")
                            : Core::tr("The next that was certified, %1, under %2, has %3 % more error, %4.");
  // Rounded up, so that it is never understated.
  return {phrase, nameOf(*other.design), other.way.name(), percent(std::ceil(1000 * loss) / 1000),
          memoryText(other.design->strategy.noiseRows(), best.design->strategy.noiseRows())};
}

// States the class of strategies in which it is optimal, if there is a wider one (docs/mechanisms/banded.md, dense.md).
void addFreeNorms(std::vector<Text>& list, const Design& best) {
  const Scenario& scenario = best.scenario;
  if (scenario.batching->amplified() || scenario.effectiveParticipations() == 1) return;
  const Mechanism* free = *mechanismFromName("dense");
  const bool banded = best.strategy.as<BandedStrategy>() != nullptr;
  if (!banded && !(best.mechanism == free && scenario.columnNormalize)) return;
  if (scenario.iterations > mostDenseIterations()) return;
  const Text name =
      banded ? Text(Core::tr("%1, %2"), free->name, Text(Core::tr("%1 bands"), best.bands)) : Text(free->name);
  list.emplace_back(Core::tr("It is the best with columns of equal norm: free norms (%1, without equal column norms) "
                             "can have less error, above all under learning-rate schedules."),
                    name);
}

void addLeftForTime(std::vector<Text>& list, const Recommendation& result) {
  std::vector<const Mechanism*> named;
  Text names;
  for (const LeftOutMechanism& each : result.leftOut) {
    if (!each.forTime || std::ranges::find(named, each.mechanism) != named.end()) continue;
    names = named.empty() ? Text(each.mechanism->name) : Text(Core::tr("%1, %2"), names, each.mechanism->name);
    named.push_back(each.mechanism);
  }
  if (!named.empty())
    list.emplace_back(Core::tr("That is the best of those tried. Under some batchings there was no time for %1."),
                      names);
}

}  // namespace

std::vector<Text> recommendationSentences(const Recommendation& result, const Scenario& job) {
  std::vector<Text> list;
  const RecommendationFacts& facts = result.facts;
  const RecommendedDesign& best = result.designs.front();
  const Scenario& scenario = best.design->scenario;
  list.push_back(useSentence(best, result.unit, facts));
  if (Text unamplified = unamplifiedSentence(best, facts); !unamplified.empty()) list.push_back(std::move(unamplified));
  if (const auto batch = batchSizeOf(scenario)) {
    list.emplace_back(
        job.datasetSizeAtMost
            ? Core::tr("At least %1 examples, at most %2 times each in %3 steps: batches of %4 on average "
                       "of the fewest.")
            : Core::tr("%1 examples, %2 times each in %3 steps: batches of %4 on average."),
        *job.datasetSize, rounded(job.epochs, 6), job.iterations, rounded(*batch, 6));
  }
  const auto runnerUp = std::ranges::find_if(result.designs.begin() + 1, result.designs.end(),
                                             [](const RecommendedDesign& each) { return !each.narrower; });
  if (runnerUp != result.designs.end()) list.push_back(nearSentence(*runnerUp, best));
  const auto narrower = std::ranges::find(result.designs, true, &RecommendedDesign::narrower);
  if (narrower != result.designs.end() && narrower != result.designs.begin())
    list.push_back(nearSentence(*narrower, best));
  list.emplace_back(Core::tr("What the data loader has to do: %1"),
                    scenario.batching->assumes(scenario, best.design->bands, everyMember(scenario.contributor())));
  for (const Caution& caution : cautionsOf(scenario)) {
    if (!caution.beforehand) list.push_back(caution.text);
  }
  addFreeNorms(list, *best.design);
  if (const Text instead = accountedInstead(*best.design); !instead.empty())
    list.emplace_back(Core::tr("Its noise is accounted for otherwise: %1."), instead);
  if (best.design->certificate && best.design->certificate->failureProbability > 0) {
    list.emplace_back(Core::tr("Its noise is certified by sampling: about %1 % too large, too small with probability "
                               "%2 at most."),
                      percent(best.design->noiseMultiplier.errorBound),
                      roundedUp(best.design->certificate->failureProbability, 3));
  }
  for (const auto& [way, gain] : facts.otherWays) {
    if (gain >= kWorthwhileGain)
      list.emplace_back(Core::tr("If the data loader could form batches by %1, the error would be about %2 % less."),
                        way.name(), percent(gain));
  }
  if (facts.twiceTheMemory) {
    list.push_back(*facts.twiceTheMemory >= kWorthwhileGain
                       ? Text(Core::tr("With twice the memory the error would be about %1 % less."),
                              percent(*facts.twiceTheMemory))
                       : Text(Core::tr("Twice the memory would gain less than 1 %.")));
  }
  if (facts.twiceTheBatch) {
    list.push_back(
        *facts.twiceTheBatch >= kWorthwhileGain
            ? Text{Core::tr("Batches twice as large, in %1 steps and with twice the learning rate, would have about "
                            "%2 % less error on the summed gradient."),
                   facts.halfTheSteps, percent(*facts.twiceTheBatch)}
            : Text(Core::tr("Batches twice as large would gain less than 1 %.")));
  }
  if (facts.untried && !result.stopped)
    list.emplace_back(
        Core::tr("What other batches or more memory would gain was not searched in full: there was no "
                 "time for it."));
  addLeftForTime(list, result);
  for (const auto& [mechanism, way, seconds] : facts.apart) {
    list.emplace_back(
        Core::tr("%1 under %2 stands as it is best without amplification: optimising it together with its "
                 "noise would take about %3 s."),
        mechanism->name, way.name(), twoDigits(seconds));
  }
  if (result.stopped) list.emplace_back(Core::tr("It was stopped: what was not tried by then may be better."));
  return list;
}

}  // namespace noiseloom
