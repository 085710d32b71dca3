#include "core/design/cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <vector>

#include "core/base/check.h"
#include "core/mechanism/square_root.h"
#include "core/noise/cost_model.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

constexpr Index kMostRows = Index{1} << 62;
// Enough rows for their cost to stand out, few enough that the measured shard is still long.
constexpr Index kMeasuredRows = 32;
constexpr Index kMeasuredBuffers = 8;
constexpr Index kMeasuredIterations = 4096;
// Approximate size of a measured shard; longer ones cost as much per coordinate.
constexpr Index kMeasuredCoordinates = Index{1} << 18;

Index coordinatesOf(const Deployment& deployment) {
  checkInteger("parameters", deployment.parameters, 1, kNoLimit);
  checkInteger("machines", deployment.machines, 1, kNoLimit);
  return deployment.parameters / deployment.machines + (deployment.parameters % deployment.machines > 0 ? 1 : 0);
}

bool usesBuffers(const Scenario& scenario) {
  return scenario.mechanism->uses(Field::Buffers) && !scenario.asksForBest();
}

BltStrategy measuredBlt() {
  std::vector<double> theta, inverseTheta;
  for (Index i = 0; i < kMeasuredBuffers; ++i) {
    const double gap = std::exp2(-static_cast<double>(i) - 1);
    theta.push_back(1 - gap / 2);
    inverseTheta.push_back(1 - gap * 0.75);
  }
  return {kMeasuredIterations, std::move(theta), std::move(inverseTheta)};
}

std::optional<NoiseRates> measure(NumberType numberType, const RunControl& control) {
  const auto seconds = [&](const Strategy& strategy) {
    return measureNoiseCost(strategy, numberType, kMeasuredCoordinates, control).secondsPerMillion;
  };
  const std::vector<double> coefficients = squareRootCoefficients(Workload::prefix(), kMeasuredRows + 1);
  NoiseRates rates;
  rates.fresh = seconds(IdentityStrategy(kMeasuredIterations));
  const auto perRow = [&](const Strategy& strategy) {
    return std::max(0.0, seconds(strategy) - rates.fresh) / static_cast<double>(strategy.noiseRows());
  };
  rates.bandedRow = perRow(ToeplitzStrategy(kMeasuredIterations, coefficients));
  rates.convolutionRow = perRow(InverseToeplitzStrategy(kMeasuredIterations, coefficients));
  rates.buffer = perRow(measuredBlt());
  rates.tree = seconds(TreeStrategy(kMeasuredIterations));
  if (control.stopRequested()) return std::nullopt;
  return rates;
}

}  // namespace

NoiseMemory noiseMemoryOf(Index rows, const Deployment& deployment) {
  checkInteger("rows", rows, 0, kNoLimit);
  NoiseMemory memory;
  memory.coordinates = coordinatesOf(deployment);
  const double row = static_cast<double>(rows) * static_cast<double>(bytesOf(deployment.numberType));
  memory.perMachine = row * static_cast<double>(memory.coordinates);
  memory.wholeModel = row * static_cast<double>(deployment.parameters);
  return memory;
}

std::optional<Index> memoryOfMachine(const Deployment& deployment) {
  return deployment.memoryPerMachine;
}

Index mostRowsIn(Index bytes, const Deployment& deployment) {
  checkInteger("bytes", bytes, 0, kNoLimit);
  const auto number = bytesOf(deployment.numberType);
  return std::min(bytes / number / coordinatesOf(deployment), kMostRows);
}

std::optional<Index> mostSizeIn(Index bytes, const Scenario& scenario) {
  const Index rows = mostRowsIn(bytes, scenario.deployment);
  if (usesBuffers(scenario)) return std::min(rows, kMostBltBuffers);
  if (!scenario.usesBands()) return std::nullopt;
  return std::min(rows + 1, scenario.mostBands());
}

double NoiseRates::secondsPerMillion(const NoiseShape& shape) const {
  switch (shape.route) {
    case NoiseRoute::Banded: return fresh + bandedRow * shape.rowsRead;
    case NoiseRoute::Convolution:
      return fresh * (1 + shape.redrawn) + convolutionRow * (shape.rowsRead + shape.redrawn);
    case NoiseRoute::Buffers: return fresh + buffer * shape.rowsRead;
    case NoiseRoute::Tree: return tree;
  }
  return fresh;
}

std::optional<NoiseRates> measuredNoiseRates(NumberType numberType, const RunControl& control) {
  static std::mutex mutex;
  static std::array<std::optional<NoiseRates>, 2> known;
  const std::lock_guard lock(mutex);
  std::optional<NoiseRates>& rates = known[numberType == NumberType::Float32 ? 0 : 1];
  if (!rates) rates = measure(numberType, control);
  return rates;
}

}  // namespace noiseloom
