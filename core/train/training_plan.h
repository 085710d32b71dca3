#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "core/design/design.h"
#include "core/train/training_task.h"

namespace noiseloom {

/// What of a design's protection a run has.
enum class Protection {
  Private,   ///< clipped gradients, and the design's noise
  NoNoise,   ///< clipped gradients without noise: the limit of ever less noise, where all designs meet
  Unclipped  ///< neither: plain SGD over the design's batches
};

/// A run as a value, but for its seed. What the optimiser does is the scenario's workload, in one place, so that the
/// iterates are those that the strategy is designed for: with g_t the noisy gradient of step t (0-based) over the
/// expected batch size, alpha, beta and eta_t the workload's weight-decay factor, momentum and learning rates (1
/// without a schedule),
///   v_t = beta v_(t-1) + g_t,   theta_(t+1) = alpha theta_t - learningRate eta_t v_t.
/// Under the workload "identity", which is about single gradients, alpha = 1 and beta = 0.
struct TrainingPlan {
  std::shared_ptr<const TrainingTask> task;
  std::shared_ptr<const Design> design;
  double learningRate = 0.1;
  /// None: the scenario's. With another one the noise grows or shrinks in proportion, which leaves the guarantee as it
  /// is.
  std::optional<double> clipNorm = {};
  Protection protection = Protection::Private;

  /// What gradients are clipped at; infinite where they are not.
  double effectiveClipNorm() const;
  /// Of the noise z before C^-1, for the sum of clipped gradients; 0 without noise.
  double noiseStddev() const;
  /// Throws InvalidArgument naming
  /// - task or design where there is none, or a design that is estimated only where its noise is used;
  /// - learning_rate (0 < rate <= 10^6) or clip_norm;
  /// - dataset_size where the design is for another number of examples than the task's.
  void validate() const;
};

}  // namespace noiseloom
