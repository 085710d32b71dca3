#include "core/scenario/batch_size.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"

namespace noiseloom {

std::optional<double> batchSizeOf(const Scenario& scenario) {
  if (!scenario.datasetSize || scenario.iterations < 1) return std::nullopt;
  return static_cast<double>(scenario.effectiveParticipations()) * static_cast<double>(*scenario.datasetSize) /
         static_cast<double>(scenario.iterations);
}

Index iterationsForBatchSize(const Scenario& scenario, double batchSize) {
  constexpr double kMostIterations = 1e15;
  if (!scenario.datasetSize) {
    throw InvalidArgument("batch_size", batchSize, Core::tr("a batch size only after a data set size is given"));
  }
  const double examples = static_cast<double>(*scenario.datasetSize);
  const double visits = static_cast<double>(scenario.effectiveParticipations()) * examples;
  const double least = std::max(visits / kMostIterations, 1e-300);
  if (!(batchSize >= least && batchSize <= examples)) {
    throw InvalidArgument("batch_size", batchSize,
                          {Core::tr("a number above 0 and at most %1 (the data set size)"), examples});
  }
  return std::max<Index>(1, std::llround(visits / batchSize));
}

}  // namespace noiseloom
