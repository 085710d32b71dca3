#include "core/batching/list.h"
#include "core/batching/parts/coverage.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

// At most one participation.
constinit const Batching batchings::single{
    .id = "single",
    .name = Core::tr("single participation"),
    .summary = Core::tr("Every example takes part at most once. Not amplified"),
    .once = true,
    .separation = [](const Scenario& scenario) { return scenario.iterations; },
    .assumes = [](const Scenario&, Index,
                  Phrase everyMember) { return Text(Core::tr("%1 takes part at most once."), everyMember); },
    .covers = [](const Scenario&, const JobBatching& job,
                 Index) { return job.samples ? coverage::unlimited() : coverage::onePass(); },
};

}  // namespace noiseloom
