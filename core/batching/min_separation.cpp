#include <algorithm>

#include "core/batching/list.h"
#include "core/batching/parts/coverage.h"
#include "core/batching/parts/times.h"
#include "core/scenario/scenario.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

using namespace coverage;

constexpr Field kSettings[]{Field::MinSeparation};

Index separation(const Scenario& scenario) {
  return scenario.minSeparation.value_or(std::min(scenario.stepsPerEpoch(), std::max<Index>(scenario.iterations, 1)));
}

Text assumes(const Scenario& scenario, Index, Phrase everyMember) {
  return {Core::tr("%1 takes part %2, at least %3 steps apart."), everyMember,
          atMostTimes(scenario.effectiveParticipations()), separation(scenario)};
}

JobCoverage covers(const Scenario& scenario, const JobBatching& job, Index) {
  const Index wanted = separation(scenario);
  if (&job == &jobs::minSeparation) {
    return ensured({Core::tr("the job keeps participations %1 steps apart"), wanted},
                   Core::tr("enforce the waiting time and the number of participations where they are recorded"));
  }
  if (job.samples) return unlimited();
  if (auto twice = carriedOver(scenario, job)) return *twice;
  const Index apart = job.repeats || scenario.effectiveParticipations() == 1 ? scenario.stepsPerEpoch() : 1;
  if (apart >= wanted) {
    return contained({apart == 1 ? Core::tr("the job keeps participations at least %1 step apart")
                                 : Core::tr("the job keeps participations at least %1 steps apart"),
                      apart});
  }
  return violated({apart == 1 ? Core::tr("an example may return after %1 step instead of %2")
                              : Core::tr("an example may return after %1 steps instead of %2"),
                   apart, wanted},
                  {Core::tr("keep one order for all epochs, or a smaller min-separation (at most %1)"), apart});
}

}  // namespace

// At most k participations, at least s steps apart.
constinit const Batching batchings::minSeparation{
    .id = "min-sep",
    .name = Core::tr("min-separation"),
    .summary = Core::tr("At least s steps between two participations of an example. Not amplified"),
    .settings = kSettings,
    .participation =
        [](const Scenario& scenario) {
          return Participation::minSeparation(scenario.effectiveParticipations(), separation(scenario));
        },
    .separation = separation,
    .assumes = assumes,
    .covers = covers,
};

}  // namespace noiseloom
