#include "core/batching/list.h"
#include "core/batching/parts/coverage.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

using namespace coverage;

Text assumes(const Scenario& scenario, Index, Phrase everyMember) {
  return {
      Core::tr(
          "%1 takes part at most once in each of %2 epochs of %3 steps, at any of them: the last step of one epoch and "
          "the first of the next may follow each other. No randomness of the order is credited."),
      everyMember, scenario.effectiveParticipations(), scenario.stepsPerEpoch()};
}

JobCoverage covers(const Scenario& scenario, const JobBatching& job, Index) {
  if (job.samples) return unlimited();
  if (&job == &jobs::minSeparation) {
    const Index steps = scenario.stepsPerEpoch();
    return violated({Core::tr("the job keeps no epochs of %1 steps with one participation each"), steps},
                    Core::tr("account for it with min-sep batching"));
  }
  if (&job == &jobs::balancedIterations && scenario.effectiveParticipations() > 1) {
    return violated(Core::tr("drawn among all steps, an example may take part several times in an epoch"),
                    Core::tr("account for it with balanced-iterations batching, or min-sep of separation 1"));
  }
  const Text why = Core::tr("every epoch uses an example once");
  return &job == &jobs::shuffledEachEpoch ? satisfied(why) : contained(why);
}

}  // namespace

// One step of each epoch, at any place (math: section 10.7).
constinit const Batching batchings::shuffledEachEpoch{
    .id = "shuffled-each-epoch",
    .name = Core::tr("shuffled every epoch"),
    .summary = Core::tr("Shuffled anew for every epoch: once an epoch, at any step. Not amplified"),
    .version = 7,
    .ofKnownSize = true,
    .problem = carriesOver,
    .participation =
        [](const Scenario& scenario) {
          return Participation::onceEachEpoch(scenario.effectiveParticipations(), scenario.stepsPerEpoch());
        },
    .separation = [](const Scenario&) { return Index{1}; },
    .assumes = assumes,
    .covers = covers,
};

}  // namespace noiseloom
