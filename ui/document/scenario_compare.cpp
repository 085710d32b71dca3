#include "ui/document/scenario_compare.h"

#include <utility>

namespace noiseloom {

bool hasBandCurve(const Scenario& scenario) {
  return scenario.mechanism == MechanismKind::DpSgd ||
         (scenario.usesBands() && scenario.mechanism != MechanismKind::Dense);
}

Scenario sweepScenario(Scenario scenario) {
  scenario.bands.reset();
  // The points of a curve are approximate: they need no certificate.
  scenario.tau = Scenario{}.tau;
  scenario.failureProbability = Scenario{}.failureProbability;
  scenario = withoutIdleFields(std::move(scenario));
  if (scenario.mechanism == MechanismKind::DpSgd) scenario.mechanism = MechanismKind::BandedToeplitz;
  return scenario;
}

bool sameSweep(const Scenario& left, const Scenario& right) {
  return sameDesign(sweepScenario(left), sweepScenario(right));
}

}  // namespace noiseloom
