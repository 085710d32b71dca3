#include <algorithm>
#include <limits>

#include "core/mechanism/blt.h"
#include "core/mechanism/list.h"
#include "core/mechanism/parts/unit_error.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

constexpr MechanismSource kSources[]{{"streaming-blt", Core::tr("section 4")}};
constexpr MechanismSetting kSettings[]{{Field::Buffers}};

// If the number of buffers is open, all possible numbers are tried: more of them reach further back, which is no gain
// at a small n. Without a single evaluation, as when stopped at once, returns the first.
Solution solve(const Scenario& scenario, Index, std::span<const double>, const RunControl& control) {
  if (scenario.buffers) return {rationalBlt(scenario.iterations, *scenario.buffers)};
  const Index most = std::min(kMostAutomaticBltBuffers, scenario.mostNoiseRows.value_or(kMostAutomaticBltBuffers));
  Solution best{rationalBlt(scenario.iterations, 1)};
  double least = std::numeric_limits<double>::infinity();
  for (Index buffers = 1; buffers <= most && !control.stopRequested(); ++buffers) {
    const BltStrategy strategy = rationalBlt(scenario.iterations, buffers);
    const double error = unitError(scenario, strategy, control.quiet());
    if (error < least) best.strategy = strategy;
    least = std::min(least, error);
  }
  return best;
}

// Twelve evaluations of the error.
double seconds(const Scenario& scenario, Index) {
  return scenario.workload.isToeplitz() ? 1e-3 : 3e-6 * static_cast<double>(scenario.iterations);
}

}  // namespace

constinit const Mechanism mechanisms::rationalBlt{
    .id = "rational-blt",
    .name = Core::tr("BLT by rational approximation"),
    .shortName = "RA-BLT",
    .summary = Core::tr("The buffers of an explicit rational approximation of the square root"),
    .sources = kSources,
    .color = 14,
    .settings = kSettings,
    .ofParticipation = true,
    .solve = solve,
    .seconds = seconds,
    .noise = [](const Scenario&, Index buffers) { return NoiseShape::of(NoiseRoute::Buffers, buffers); },
};

}  // namespace noiseloom
