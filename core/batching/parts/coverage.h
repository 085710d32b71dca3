#pragma once

#include "core/scenario/batching.h"

namespace noiseloom::coverage {

JobCoverage satisfied(Text why);
JobCoverage violated(Text why, Text remedy);
/// Of an accounting that counts participations, for a job that samples: they have no limit there.
JobCoverage unlimited(Text remedy);
/// The same, for accountings without amplification.
JobCoverage unlimited();
/// Of one participation at most, for a job that samples nothing.
JobCoverage onePass();

}  // namespace noiseloom::coverage
