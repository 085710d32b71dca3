#include "ui/document/scenario_compare.h"

#include <algorithm>

namespace noiseloom {
namespace {

bool sameWorkload(const Workload& left, const Workload& right) {
  return left.name() == right.name() && left.alpha() == right.alpha() && left.beta() == right.beta() &&
         std::ranges::equal(left.eta(), right.eta());
}

bool sameButBandsAndMechanism(const Scenario& left, const Scenario& right) {
  return left.iterations == right.iterations && left.epochs == right.epochs && left.epsilon == right.epsilon &&
         left.delta == right.delta && left.batching == right.batching && left.minSeparation == right.minSeparation &&
         left.adjacency == right.adjacency && left.clipNorm == right.clipNorm &&
         sameWorkload(left.workload, right.workload);
}

bool sameScaling(const Scenario& left, const Scenario& right) {
  return left.columnNormalize == right.columnNormalize;
}

}  // namespace

bool sameDesign(const Scenario& left, const Scenario& right) {
  return sameButBandsAndMechanism(left, right) && left.mechanism == right.mechanism && left.bands == right.bands &&
         (sameScaling(left, right) || left.mechanism != MechanismKind::BandedToeplitz);
}

Scenario sweepScenario(Scenario scenario) {
  scenario.bands.reset();
  if (scenario.mechanism != MechanismKind::BandedToeplitz) scenario.columnNormalize = true;
  if (scenario.mechanism == MechanismKind::DpSgd) scenario.mechanism = MechanismKind::BandedToeplitz;
  return scenario;
}

bool sameSweep(const Scenario& left, const Scenario& right) {
  return sameDesign(sweepScenario(left), sweepScenario(right));
}

bool sameScenario(const Scenario& left, const Scenario& right) {
  const Deployment& a = left.deployment;
  const Deployment& b = right.deployment;
  return sameDesign(left, right) && sameScaling(left, right) && left.datasetSize == right.datasetSize &&
         a.parameters == b.parameters && a.machines == b.machines && a.numberType == b.numberType;
}

}  // namespace noiseloom
