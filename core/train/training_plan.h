#pragma once

#include <memory>
#include <optional>

#include "core/design/design.h"
#include "core/train/training_task.h"

namespace noiseloom {

/// The parts of a design's protection that a run applies.
enum class Protection {
  Private,   ///< clipped gradients, and the design's noise
  NoNoise,   ///< clipped gradients without noise: the limit of ever less noise, where all designs meet
  Unclipped  ///< neither: plain SGD over the design's batches
};

/// A run as a value, without its seed. The optimiser follows the scenario's workload, so that the iterates are those
/// that the strategy is designed for: with g_t the noisy gradient of step t (0-based) over the expected batch size,
/// alpha, beta and eta_t the workload's weight-decay factor, momentum and learning rates (1 without a schedule),
///   v_t = beta v_(t-1) + g_t,   theta_(t+1) = alpha theta_t - learningRate eta_t v_t.
/// With averaging gamma, theta_bar_(t+1) = gamma theta_bar_t + (1 - gamma) theta_(t+1) is what is evaluated; with 1,
/// the mean of theta_1 .. theta_(t+1). With a window, its mean over the last so many steps is, theta_0 standing for
/// those before the first. Under the workload "identity", which concerns single gradients, and under coefficients from
/// a file, alpha = 1 and beta = 0.
struct TrainingPlan {
  std::shared_ptr<const TrainingTask> task;
  std::shared_ptr<const Design> design;
  double learningRate = 0.1;
  /// nullopt: the scenario's. With another one the noise changes in proportion, which preserves the guarantee.
  std::optional<double> clipNorm = {};
  Protection protection = Protection::Private;

  /// The clip norm of gradients; infinite without clipping.
  double effectiveClipNorm() const;
  /// Standard deviation of the noise z before C^-1, for the sum of clipped gradients; 0 without noise.
  double noiseStddev() const;
  /// Throws InvalidArgument naming
  /// - task or design if missing, or design if its noise is used and it is only estimated;
  /// - learning_rate (0 < rate <= 10^6) or clip_norm;
  /// - averaging_window if it holds more than 2^24 weights;
  /// - dataset_size if the design is for another number of examples than the task's.
  void validate() const;
};

}  // namespace noiseloom
