#pragma once

#include <optional>
#include <vector>

#include "core/design/best_bands_map.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// What a map of best bands is asked for.
struct MapRequest {
  BestBandsProblem problem;
  std::vector<double> epsilons;
  std::vector<Index> epochs;
};

/// The map around a scenario: epsilons from 1/4 to 16, epochs from 1 to 128 as far as its iterations allow; under
/// balls-in-bins only those that leave at most 512 bins, which are mapped in seconds. Nothing for a batching that is
/// not amplified, which has no best number below n / k, and for scenarios that cannot be solved.
std::optional<MapRequest> mapRequestFor(const Scenario& scenario);
/// Whether two requests have the same map.
bool sameMap(const MapRequest& left, const MapRequest& right);

}  // namespace noiseloom
