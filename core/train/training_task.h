#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/base/interface.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// Limit on the magnitude of a run's weights: squares of it fit a double.
inline constexpr double kMostWeight = 1e100;

/// The performance of a model, on examples that are counted beside it.
struct Evaluation {
  Index step = 0;                       ///< number of steps taken
  double loss = 0;                      ///< mean over training examples
  Index of = 0;                         ///< number of them: the first of an order drawn by the data's seed
  std::optional<double> testLoss = {};  ///< if there are test examples
  std::optional<double> accuracy = {};  ///< share of test examples whose class has the highest score
  Index testOf = 0;

  bool operator==(const Evaluation&) const = default;
};

/// The effect of clipping on the examples of a batch.
struct ClipCounts {
  Index examples = 0;
  Index clipped = 0;  ///< examples whose gradient was longer than the clip norm
  double loss = 0;    ///< sum over the examples, before the step
};

/// A training problem: initial weights, examples that each have a gradient, and a loss. Immutable; thread-safe.
class TrainingTask : public Interface {
 public:
  /// A clipped gradient is shorter than the clip norm by this relative margin, so that rounding never exceeds it.
  static constexpr double kClipMargin = 1e-12;
  /// Squares of shorter gradients underflow: gradients of that length would pass unclipped.
  static constexpr double kLeastClipNorm = 1e-140;
  /// Throws InvalidArgument naming clip_norm; infinity clips nothing.
  static void checkClipNorm(double clipNorm);

  virtual Index parameters() const = 0;
  /// N: the range of the indices in batches.
  virtual Index examples() const = 0;
  virtual std::vector<double> start(std::uint64_t seed) const = 0;
  /// Adds to `sum` the gradients of the batch's examples (0 .. examples() - 1), each no longer than clipNorm (infinity:
  /// unclipped). The order of the sum depends on the batch alone. Returns false when stopped, the sum incomplete.
  virtual bool addClippedGradients(std::span<const double> weights, std::span<const Index> batch, double clipNorm,
                                   std::span<double> sum, ClipCounts& counts, const RunControl& control) const = 0;
  /// Adds to `product` the Hessian of the sum of the batch's losses times `direction`; nothing is clipped. Returns
  /// false when stopped: the product is then incomplete.
  virtual bool addHessianProduct(std::span<const double> weights, std::span<const Index> batch,
                                 std::span<const double> direction, std::span<double> product,
                                 const RunControl& control) const = 0;
  /// Evaluates at most this many training and test examples each; nullopt when stopped; infinite if a loss overflows.
  virtual std::optional<Evaluation> evaluate(std::span<const double> weights, Index most,
                                             const RunControl& control) const = 0;
};

}  // namespace noiseloom
