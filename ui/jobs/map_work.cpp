#include "ui/jobs/map_work.h"

namespace noiseloom {
namespace {

/// The time of a cell under balls-in-bins grows with the square of its bins: beyond these it is no longer a matter of
/// seconds.
constexpr Index kMostMappedBins = 512;

}  // namespace

std::optional<MapRequest> mapRequestFor(const Scenario& scenario) {
  if (!scenario.batching->amplified || !scenario.problems().empty()) return std::nullopt;
  MapRequest request;
  request.problem = {scenario.workload, scenario.iterations, scenario.delta, scenario.objective, scenario.batching};
  request.epsilons = {0.25, 0.375, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16};
  for (const Index epochs : {1, 2, 4, 8, 16, 32, 64, 128}) {
    const bool accounted =
        !scenario.batching->ofStrategy || (scenario.iterations + epochs - 1) / epochs <= kMostMappedBins;
    if (epochs <= scenario.iterations && accounted) request.epochs.push_back(epochs);
  }
  if (request.epochs.empty()) return std::nullopt;
  return request;
}

bool sameMap(const MapRequest& left, const MapRequest& right) {
  const BestBandsProblem& a = left.problem;
  const BestBandsProblem& b = right.problem;
  return a.iterations == b.iterations && a.delta == b.delta && a.objective == b.objective && a.batching == b.batching &&
         a.workload == b.workload && left.epsilons == right.epsilons && left.epochs == right.epochs;
}

}  // namespace noiseloom
