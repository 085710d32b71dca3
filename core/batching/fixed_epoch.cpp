#include "core/batching/list.h"
#include "core/batching/parts/coverage.h"
#include "core/batching/parts/times.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

using namespace coverage;

Text assumes(const Scenario& scenario, Index, Phrase everyMember) {
  return {Core::tr("%1 takes part %2, exactly every %3 steps."), everyMember,
          atMostTimes(scenario.effectiveParticipations()), scenario.effectiveMinSeparation()};
}

JobCoverage covers(const Scenario& scenario, const JobBatching& job, Index) {
  if (job.samples) return unlimited();
  if (scenario.effectiveParticipations() == 1) return onePass();
  const Index steps = scenario.stepsPerEpoch();
  if (job.repeats)
    return contained({Core::tr("one order, kept in every epoch, brings an example back every %1 steps"), steps});
  if (&job == &jobs::randomAllocation || &job == &jobs::cyclicAllocation) {
    return violated(
        {Core::tr("drawn anew in each epoch, an example may return after one step instead of %1 steps"), steps},
        Core::tr("account for it with shuffled-each-epoch batching, or credit the draw with "
                 "random-allocation or cyclic-allocation batching"));
  }
  if (&job == &jobs::shuffledEachEpoch) {
    return violated(
        {Core::tr("shuffled anew for every epoch, an example may return after one step instead of %1 steps"), steps},
        Core::tr("keep one order for all epochs, or account for it with shuffled-each-epoch batching"));
  }
  if (&job == &jobs::balancedIterations) {
    return violated(
        {Core::tr("drawn among all steps, an example may return after one step instead of %1 steps"), steps},
        Core::tr("account for it with balanced-iterations batching, or min-sep of separation 1"));
  }
  return violated({Core::tr("at least that far apart is not exactly every %1 steps"), steps},
                  Core::tr("account for it with min-sep batching"));
}

}  // namespace

// Every example returns after the steps of an epoch.
constinit const Batching batchings::fixedEpoch{
    .id = "fixed-epoch",
    .name = Core::tr("fixed epoch order"),
    .summary = Core::tr("The same order in every epoch; also shuffled once. Not amplified"),
    .ofKnownSize = true,
    .problem = carriesOver,
    .participation =
        [](const Scenario& scenario) {
          return Participation::fixedEpochOrder(scenario.effectiveParticipations(), scenario.effectiveMinSeparation());
        },
    .assumes = assumes,
    .covers = covers,
};

}  // namespace noiseloom
