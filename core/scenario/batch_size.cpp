#include "core/scenario/batch_size.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/check.h"
#include "core/base/nearest_whole.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

std::optional<double> batchSizeOf(const Scenario& scenario) {
  if (!scenario.datasetSize || scenario.iterations < 1) return std::nullopt;
  // Epochs that follow from a whole B are rounded.
  return nearestWhole(scenario.effectiveEpochs() * static_cast<double>(*scenario.datasetSize) /
                      static_cast<double>(scenario.iterations));
}

std::optional<Index> mostExamplesOf(const Scenario& scenario) {
  return scenario.datasetSizeAtMost ? scenario.datasetSizeAtMost : scenario.datasetSize;
}

bool allowsDatasetSize(const Scenario& scenario, Index datasetSize) {
  if (!scenario.datasetSize) return true;
  return datasetSize >= *scenario.datasetSize && datasetSize <= mostExamplesOf(scenario).value();
}

void checkStatedSize(const Scenario& scenario, Index datasetSize) {
  if (allowsDatasetSize(scenario, datasetSize)) return;
  const Text wanted =
      scenario.datasetSizeAtMost
          ? Text(Core::tr("from %1 to %2, for which the strategy was designed, or design it anew"),
                 *scenario.datasetSize, *scenario.datasetSizeAtMost)
          : Text(Core::tr("%1, for which the strategy was designed, or design it anew"), *scenario.datasetSize);
  throw InvalidArgument("dataset_size", datasetSize, wanted);
}

Scenario ofDatasetSize(Scenario scenario, Index datasetSize) {
  const auto batch = batchSizeOf(scenario);
  if (!scenario.datasetSizeAtMost || !batch || datasetSize == *scenario.datasetSize) return scenario;
  scenario.datasetSize = datasetSize;
  scenario.datasetSizeAtMost.reset();
  return withBatchSize(std::move(scenario), *batch);
}

LastBatch lastBatchOf(const Scenario& scenario) {
  return matters(infoOf(Field::LastBatch), scenario) ? scenario.lastBatch : LastBatch::Smaller;
}

namespace {

std::optional<double> wholeEpochs(const Scenario& scenario) {
  const double epochs = scenario.effectiveEpochs();
  if (isWholeCount(epochs)) return epochs;
  const Index steps = scenario.stepsPerEpoch(), whole = scenario.iterations / steps;
  if (scenario.iterations < 1 || whole * steps != scenario.iterations) return std::nullopt;
  return static_cast<double>(whole);
}

}  // namespace

Index iterationsForBatchSize(const Scenario& scenario, double batchSize) {
  constexpr double kMostIterations = 1e15;
  if (!scenario.datasetSize)
    throw InvalidArgument("batch_size", batchSize, Core::tr("a batch size only after a data set size is given"));
  const double examples = static_cast<double>(*scenario.datasetSize);
  const double visits = scenario.effectiveEpochs() * examples;
  const double least = std::max(visits / kMostIterations, 1e-300);
  if (!(batchSize >= least && batchSize <= examples)) {
    throw InvalidArgument("batch_size", batchSize,
                          {Core::tr("a number above 0 and at most %1 (the data set size)"), examples});
  }
  const double batches = nearestWhole(examples / batchSize);
  const LastBatch last = lastBatchOf(scenario);
  const double steps = last == LastBatch::Smaller ? std::ceil(batches) : std::floor(batches);
  const auto epochs = last == LastBatch::CarriedOver ? std::nullopt : wholeEpochs(scenario);
  if (epochs && steps * *epochs <= kMostIterations) return static_cast<Index>(steps * *epochs);
  return std::max<Index>(1, std::llround(visits / batchSize));
}

Scenario withBatchSize(Scenario scenario, double batchSize) {
  if (!scenario.datasetSize || *scenario.datasetSize < 1 || scenario.iterations < 1) return scenario;
  scenario.epochs = static_cast<double>(scenario.iterations) * batchSize / static_cast<double>(*scenario.datasetSize);
  return scenario;
}

}  // namespace noiseloom
