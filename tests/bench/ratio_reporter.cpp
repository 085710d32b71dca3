#include "tests/bench/ratio_reporter.h"

#include <algorithm>
#include <cstdio>

namespace noiseloom {

void RatioReporter::ReportRuns(const std::vector<Run>& runs) {
  ConsoleReporter::ReportRuns(runs);
  for (const Run& run : runs) {
    if (run.error_occurred || run.run_type != Run::RT_Iteration || run.iterations == 0) continue;
    // Per iteration and free of the unit of the table. Processor time, so that other load does not count.
    const double seconds = run.cpu_accumulated_time / static_cast<double>(run.iterations);
    const auto [at, fresh] = m_seconds.emplace(run.benchmark_name(), seconds);
    if (!fresh) at->second = std::min(at->second, seconds);
  }
}

bool RatioReporter::printClaims() const {
  bool all = true;
  for (const RatioClaim& claim : m_claims) {
    const auto above = m_seconds.find(claim.numerator);
    const auto below = m_seconds.find(claim.denominator);
    if (above == m_seconds.end() || below == m_seconds.end()) continue;
    const double ratio = above->second / below->second;
    const bool atLeast = claim.limit == RatioClaim::Limit::AtLeast;
    const bool holds = atLeast ? ratio >= claim.bound : ratio <= claim.bound;
    std::printf("%-5s %8.3g (%s %g)  %s\n", holds ? "holds" : "MISS", ratio, atLeast ? "at least" : "at most",
                claim.bound, claim.text.c_str());
    all = all && holds;
  }
  return all;
}

}  // namespace noiseloom
