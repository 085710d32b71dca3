#include "core/search/band_curve.h"

#include <algorithm>
#include <utility>

namespace noiseloom {

bool hasBandCurve(const Scenario& scenario) {
  // Independent noise stands on the standard mechanism's curve, which a given matrix does not have.
  return (scenario.mechanism == &baselineMechanism() && !scenario.workload.isMatrix()) || scenario.searchesBands();
}

Scenario sweepScenario(Scenario scenario) {
  scenario.bands.reset();
  // The points of a curve are approximate: they need no certificate.
  scenario.tau = Scenario{}.tau;
  scenario.failureProbability = Scenario{}.failureProbability;
  scenario = withoutIdleFields(std::move(scenario));
  if (scenario.mechanism == &baselineMechanism()) scenario.mechanism = &standardMechanism();
  return scenario;
}

bool sameSweep(const Scenario& left, const Scenario& right) {
  return sameDesign(sweepScenario(left), sweepScenario(right));
}

const BandPoint* bestPoint(const std::vector<BandPoint>& points, ErrorObjective objective) {
  if (points.empty()) return nullptr;
  return &*std::ranges::min_element(points, {}, [&](const BandPoint& point) { return point.error[objective]; });
}

}  // namespace noiseloom
