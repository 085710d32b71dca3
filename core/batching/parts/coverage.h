#pragma once

#include "core/scenario/batching.h"

namespace noiseloom::coverage {

/// Of a job that forms its batches as accounted, be it under another name.
JobCoverage satisfied(Text why);
JobCoverage ensured(Text why, Text remedy);
/// Of a job that does more or less than is accounted, but nothing else.
JobCoverage contained(Text why);
JobCoverage violated(Text why, Text remedy);
/// Of an accounting that counts participations, for a job that samples: they have no limit there.
JobCoverage unlimited(Text remedy);
/// The same, for accountings without amplification.
JobCoverage unlimited();
/// Of one participation at most, for a job that samples nothing.
JobCoverage onePass();

/// Whether batches are cut where they exceed a size: the scenario's largest batch.
bool isCut(const Scenario& scenario);
/// Of a job whose batches are cut as an accounting has it that counts on `parts` parts of equal size, and, with
/// `uniformly`, on a draw of who is left out.
JobCoverage cutAsAccounted(const Scenario& scenario, Index parts, bool uniformly);
/// Of a job from all the data for a strategy whose bands correlate the noise of neighbouring steps.
JobCoverage neighbouring();
/// Of a job that samples all the data by independent coins, for an accounting of just that (one band), `uniformly` as
/// above; nothing for any other job.
std::optional<JobCoverage> coinsOfAll(const Scenario& scenario, const JobBatching& job, bool uniformly);

}  // namespace noiseloom::coverage
