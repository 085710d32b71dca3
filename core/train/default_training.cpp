#include "core/train/default_training.h"

#include "core/batching/list.h"
#include "core/mechanism/list.h"

namespace noiseloom {

DefaultTraining defaultTraining() {
  DefaultTraining training;
  training.data = {.shape = PlaneShape::Circles, .train = 1000, .test = 1000};
  Scenario scenario({.iterations = 400,
                     .epochs = 20,
                     .epsilon = 1,
                     .delta = 1e-5,
                     .batching = &batchings::fixedEpoch,
                     .datasetSize = training.data.train});
  for (const Mechanism* mechanism : {&mechanisms::dpSgd, &mechanisms::bandedToeplitz, &mechanisms::blt}) {
    scenario.mechanism = mechanism;
    training.scenarios.push_back(scenario);
  }
  return training;
}

TrainingOptions curveOptions(Index iterations, Index evaluations) {
  TrainingOptions options;
  options.evaluateEvery = (iterations + evaluations - 1) / evaluations;
  options.evaluateAtMost = defaultTraining().data.test;
  options.keepSteps = false;
  options.pathWeights = 0;
  return options;
}

std::shared_ptr<const LearningTask> taskOf(const DefaultTraining& training) {
  return std::make_shared<LearningTask>(planePoints(training.data), training.model, training.hidden);
}

}  // namespace noiseloom
