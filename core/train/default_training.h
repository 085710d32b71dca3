#pragma once

#include <vector>

#include "core/scenario/scenario.h"
#include "core/train/learning_task.h"
#include "core/train/plane_points.h"
#include "core/train/training_run.h"

namespace noiseloom {

/// The default training task: small enough for a hundred seeds in seconds, private enough for the noise to show.
/// docs/training.md explains the choice of its numbers, and their results.
struct DefaultTraining {
  PlanePoints data;
  ModelKind model = ModelKind::Relu;
  Index hidden = 16;
  double learningRate = 0.2;
  std::vector<Scenario> scenarios;  ///< the designs, DP-SGD first, at one guarantee and for the same batches
};
DefaultTraining defaultTraining();

/// Options for curves or final values of such tasks: this many evaluations after the first, evenly over the steps, of
/// at most as many examples as the default task has; no single steps.
TrainingOptions curveOptions(Index iterations, Index evaluations);

/// The task of a DefaultTraining.
std::shared_ptr<const LearningTask> taskOf(const DefaultTraining& training);

}  // namespace noiseloom
