#include "ui/document/scenario_compare.h"

#include "core/design/comparable.h"

namespace noiseloom {
namespace {

/// What every family reads.
bool sameTask(const Scenario& left, const Scenario& right) {
  return left.iterations == right.iterations && left.epochs == right.epochs && left.epsilon == right.epsilon &&
         left.delta == right.delta && left.batching == right.batching && left.minSeparation == right.minSeparation &&
         left.adjacency == right.adjacency && left.clipNorm == right.clipNorm && left.objective == right.objective &&
         left.mostNoiseRows == right.mostNoiseRows && sameWorkload(left.workload, right.workload);
}

/// The scenario with the settings that its family and its batching do not read as they are by default.
Scenario essential(Scenario scenario) {
  const Scenario standard;
  if (scenario.batching != Batching::BallsInBins) {
    scenario.tau = standard.tau;
    scenario.failureProbability = standard.failureProbability;
  }
  const MechanismKind family = scenario.mechanism;
  const bool best = family == MechanismKind::Best;
  if (!scenario.usesBands()) scenario.bands = standard.bands;
  if (family != MechanismKind::Blt && !best) scenario.buffers = standard.buffers;
  if (family != MechanismKind::Tree && !best) scenario.treeDecoder = standard.treeDecoder;
  if (family != MechanismKind::BandedToeplitz && !best) scenario.robustFrom = standard.robustFrom;
  if (family != MechanismKind::Stamped) scenario.stamps = standard.stamps;
  if (family != MechanismKind::BandedToeplitz && family != MechanismKind::Dense && !best)
    scenario.columnNormalize = standard.columnNormalize;
  if (!best) scenario.mostSeconds = standard.mostSeconds;
  return scenario;
}

bool sameCertificate(const Scenario& left, const Scenario& right) {
  return left.tau == right.tau && left.failureProbability == right.failureProbability;
}

bool sameStrategyChoice(const Scenario& left, const Scenario& right) {
  return left.mechanism == right.mechanism && left.bands == right.bands && left.buffers == right.buffers &&
         left.treeDecoder == right.treeDecoder && left.stamps == right.stamps && left.robustFrom == right.robustFrom &&
         left.columnNormalize == right.columnNormalize && left.mostSeconds == right.mostSeconds;
}

}  // namespace

bool hasBandCurve(const Scenario& scenario) {
  return scenario.mechanism == MechanismKind::DpSgd ||
         (scenario.usesBands() && scenario.mechanism != MechanismKind::Dense);
}

bool sameDesign(const Scenario& left, const Scenario& right) {
  // Most that are compared differ here, where nothing has to be copied.
  if (left.mechanism != right.mechanism || !sameTask(left, right)) return false;
  const Scenario a = essential(left);
  const Scenario b = essential(right);
  return sameStrategyChoice(a, b) && sameCertificate(a, b);
}

Scenario sweepScenario(Scenario scenario) {
  scenario.bands.reset();
  // The points of a curve are approximate: they need no certificate.
  scenario.tau = Scenario{}.tau;
  scenario.failureProbability = Scenario{}.failureProbability;
  scenario = essential(scenario);
  if (scenario.mechanism == MechanismKind::DpSgd) scenario.mechanism = MechanismKind::BandedToeplitz;
  return scenario;
}

bool sameSweep(const Scenario& left, const Scenario& right) {
  return sameDesign(sweepScenario(left), sweepScenario(right));
}

bool sameScenario(const Scenario& left, const Scenario& right) {
  const Deployment& a = left.deployment;
  const Deployment& b = right.deployment;
  return sameTask(left, right) && sameStrategyChoice(left, right) && sameCertificate(left, right) &&
         left.jobBatching == right.jobBatching && left.schedule == right.schedule && left.unit == right.unit &&
         left.datasetSize == right.datasetSize && a.parameters == b.parameters && a.machines == b.machines &&
         a.numberType == b.numberType && a.memoryPerMachine == b.memoryPerMachine;
}

}  // namespace noiseloom
