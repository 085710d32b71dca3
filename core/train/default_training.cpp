#include "core/train/default_training.h"

#include "core/batching/list.h"
#include "core/mechanism/list.h"

namespace noiseloom {

DefaultTraining defaultTraining() {
  DefaultTraining training;
  training.data = {.shape = PlaneShape::Circles, .train = 1000, .test = 1000};
  Scenario scenario;
  scenario.iterations = 400;
  scenario.epochs = 20;
  scenario.epsilon = 1;
  scenario.delta = 1e-5;
  scenario.batching = &batchings::fixedEpoch;
  scenario.datasetSize = training.data.train;
  for (const Mechanism* mechanism : {&mechanisms::dpSgd, &mechanisms::bandedToeplitz, &mechanisms::blt}) {
    scenario.mechanism = mechanism;
    training.scenarios.push_back(scenario);
  }
  return training;
}

std::shared_ptr<const LearningTask> taskOf(const DefaultTraining& training) {
  return std::make_shared<LearningTask>(planePoints(training.data), training.model, training.hidden);
}

}  // namespace noiseloom
