#include "ui/document/scenario_compare.h"

#include <utility>

namespace noiseloom {

bool hasBandCurve(const Scenario& scenario) {
  return scenario.mechanism == &baselineMechanism() || scenario.searchesBands();
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

}  // namespace noiseloom
