#pragma once

#include "core/scenario/batching.h"

namespace noiseloom::coverage {

/// The job forms its batches as accounted, be it under another name.
JobCoverage satisfied(Text why);
JobCoverage ensured(Text why, Text remedy);
/// The job does more or less than is accounted, but nothing else.
JobCoverage contained(Text why);
JobCoverage violated(Text why, Text remedy);
/// The accounting counts participations, which have no limit in a job that samples.
JobCoverage unlimited(Text remedy);
/// The same, for accountings without amplification.
JobCoverage unlimited();
/// One participation at most, in a job that samples nothing.
JobCoverage onePass();

/// "1 band", "5 bands".
Text bandCount(Index bands);
/// The requirement that a strategy has at most one band for each part of the data: n/k.
Assumption needsParts(const Scenario& scenario, Index bands);
/// That the strategy has one band.
Assumption needsOneBand(const Scenario& scenario, Index bands);

/// Where a batch is filled from the next pass over the data, which has another order, an example may be in it twice.
std::optional<JobCoverage> carriedOver(const Scenario& scenario, const JobBatching& job);
/// Refuses that for accountings of whole epochs.
std::optional<InvalidArgument> carriesOver(const Scenario& scenario);

/// True if batches are cut where they exceed a size: the scenario's largest batch.
bool isCut(const Scenario& scenario);
/// The job cuts its batches as the accounting assumes: `parts` parts of equal size and, if `uniformly`, who is left out
/// drawn uniformly.
JobCoverage cutAsAccounted(const Scenario& scenario, Index parts, bool uniformly);
/// The job draws from all the data for a strategy whose bands correlate the noise of neighbouring steps.
JobCoverage neighbouring();
/// The job samples all the data by independent coins, for an accounting of just that (one band), `uniformly` as above;
/// nullopt for any other job.
std::optional<JobCoverage> coinsOfAll(const Scenario& scenario, const JobBatching& job, bool uniformly);

}  // namespace noiseloom::coverage
