#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// No weight of a run may leave this, in magnitude: squares of it fit a double.
inline constexpr double kMostWeight = 1e100;

/// How a model does, on examples that are counted beside it.
struct Evaluation {
  Index step = 0;                       ///< after so many steps
  double loss = 0;                      ///< mean over examples that are trained with
  Index of = 0;                         ///< so many of them: the first of an order drawn by the data's seed
  std::optional<double> testLoss = {};  ///< where there are examples to test on
  std::optional<double> accuracy = {};  ///< share of test examples whose class has the highest score
  Index testOf = 0;

  bool operator==(const Evaluation&) const = default;
};

/// What clipping did to the examples of a batch.
struct ClipCounts {
  Index examples = 0;
  Index clipped = 0;  ///< whose gradient was longer than the clip norm
  double loss = 0;    ///< sum over the examples, before the step
};

/// What is trained: weights that start somewhere, examples that each have a gradient, a loss to look at. Immutable; any
/// thread.
class TrainingTask {
 public:
  /// A clipped gradient is shorter than the clip norm by this share, so that rounding lengthens none beyond it.
  static constexpr double kClipMargin = 1e-12;
  /// Squares of shorter gradients leave the range of a double: what is as long as that would pass unclipped.
  static constexpr double kLeastClipNorm = 1e-140;
  /// Throws InvalidArgument naming clip_norm; infinity clips nothing.
  static void checkClipNorm(double clipNorm);

  TrainingTask() = default;
  TrainingTask(const TrainingTask&) = delete;
  TrainingTask& operator=(const TrainingTask&) = delete;
  virtual ~TrainingTask() = default;

  virtual Index parameters() const = 0;
  /// N: what batches count.
  virtual Index examples() const = 0;
  virtual std::vector<double> start(std::uint64_t seed) const = 0;
  /// Adds to `sum` the gradients of the batch's examples (0 .. examples() - 1), each no longer than clipNorm (infinity:
  /// as they are). False when stopped: the sum is then incomplete. Sums in an order that depends on the batch alone.
  virtual bool addClippedGradients(std::span<const double> weights, std::span<const Index> batch, double clipNorm,
                                   std::span<double> sum, ClipCounts& counts, const RunControl& control) const = 0;
  /// Adds to `product` the Hessian of the sum of the batch's losses times `direction`; nothing is clipped. False when
  /// stopped: the product is then incomplete.
  virtual bool addHessianProduct(std::span<const double> weights, std::span<const Index> batch,
                                 std::span<const double> direction, std::span<double> product,
                                 const RunControl& control) const = 0;
  /// On at most so many examples to train with and to test on; nullopt when stopped. Infinite where a loss leaves the
  /// range of a double.
  virtual std::optional<Evaluation> evaluate(std::span<const double> weights, Index most,
                                             const RunControl& control) const = 0;
};

}  // namespace noiseloom
