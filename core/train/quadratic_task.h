#pragma once

#include <vector>

#include "core/train/training_task.h"

namespace noiseloom {

/// A quadratic in coordinates where it is a sum: the loss of weights theta is sum_j curvature_j theta_j^2 / 2, with its
/// minimum 0 at theta = 0, and example x has the gradient
///   (curvature_j theta_j)_j + s_x,   sum over all x of s_x = 0.
/// With no spread (s = 0) all examples agree, and while no gradient is longer than the clip norm the statistics of a
/// run are known in closed form (docs/training.md).
class QuadraticTask final : public TrainingTask {
 public:
  static constexpr Index kMostCurvatures = 4096;

  struct Shape {
    std::vector<double> curvatures;  ///< each 0 to 10^6
    double start = 1;                ///< theta_j before the first step, of every j
    double spread = 0;               ///< standard deviation of each coordinate of s_x
    Index examples = 1000;           ///< N
    std::uint64_t seed = 1;          ///< of the spread
  };
  /// Throws InvalidArgument naming curvatures, start, spread or examples.
  explicit QuadraticTask(Shape shape);

  const Shape& shape() const { return m_shape; }

  Index parameters() const override { return std::ssize(m_shape.curvatures); }
  Index examples() const override { return m_shape.examples; }
  /// Equal for every seed.
  std::vector<double> start(std::uint64_t seed) const override;
  bool addClippedGradients(std::span<const double> weights, std::span<const Index> batch, double clipNorm,
                           std::span<double> sum, ClipCounts& counts, const RunControl& control) const override;
  bool addHessianProduct(std::span<const double> weights, std::span<const Index> batch,
                         std::span<const double> direction, std::span<double> product,
                         const RunControl& control) const override;
  /// The loss; there is no test data.
  std::optional<Evaluation> evaluate(std::span<const double> weights, Index most,
                                     const RunControl& control) const override;

 private:
  Shape m_shape;
  std::vector<double> m_spread;  // examples x parameters; empty if none
};

}  // namespace noiseloom
