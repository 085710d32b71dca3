#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/batching/list.h"
#include "core/mechanism/list.h"
#include "core/search/designer.h"
#include "core/train/learning_task.h"
#include "core/train/quadratic_task.h"
#include "core/train/training_plan.h"

namespace noiseloom {

/// A design of n steps and k epochs over N examples.
inline Scenario trainingScenario(Index n, Index k, Index examples, const Mechanism& mechanism = mechanisms::dpSgd,
                                 const Batching& batching = batchings::fixedEpoch) {
  return Scenario({.iterations = n,
                   .epochs = static_cast<double>(k),
                   .epsilon = 8,
                   .mechanism = &mechanism,
                   .batching = &batching,
                   .datasetSize = examples});
}

/// Examples in the order that they are given in, none to test on unless `tested` of the last are.
inline std::shared_ptr<const DataSet> examplesOf(Index features, Index classes, std::vector<float> values,
                                                 std::vector<double> targets, Index tested = 0) {
  auto data = std::make_shared<DataSet>();
  data->features = features;
  data->classes = classes;
  data->values = std::move(values);
  data->targets = std::move(targets);
  const auto count = static_cast<Index>(data->targets.size());
  for (Index i = 0; i < count; ++i) (i < count - tested ? data->train : data->test).push_back(i);
  return data;
}

}  // namespace noiseloom
