#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/index.h"
#include "core/base/names.h"

namespace noiseloom {

enum class ModelKind {
  Linear,    ///< a number: w x + b, half the squared difference
  Logistic,  ///< two classes: the logistic loss of w x + b
  Softmax,   ///< any number of classes: the cross-entropy of W x + b
  Tanh,      ///< one hidden layer; its output is Linear, Logistic or Softmax, depending on the data
  Relu       ///< likewise
};
template <>
inline constexpr std::array<std::string_view, 5> kNamesOf<ModelKind>{"linear", "logistic", "softmax", "tanh", "relu"};

/// A model of one or two layers. Weights by rows: each layer's matrix (outputs x inputs), then its biases.
class Network {
 public:
  static constexpr Index kMostHidden = 4096;
  static constexpr Index kMostParameters = Index{1} << 24;

  /// classes 0: regression. Throws InvalidArgument naming model if it does not fit the classes, hidden or parameters if
  /// there are too many.
  Network(ModelKind kind, Index features, Index classes, Index hidden);

  ModelKind kind() const { return m_kind; }
  Index features() const { return m_features; }
  Index classes() const { return m_classes; }
  /// Units of the hidden layer; 0: none.
  Index hidden() const { return m_hidden; }
  /// Outputs of the last layer: 1 except for the softmax.
  Index outputs() const { return m_outputs; }
  Index parameters() const;
  /// Initial weights from a seed: normals of variance 1 / inputs (ReLU: 2 / inputs) before a hidden layer, of variance
  /// 1 / inputs after it, biases 0. All 0 without a hidden layer.
  std::vector<double> start(std::uint64_t seed) const;

  /// Examples as rows, and their targets.
  struct Batch {
    Index count = 0;
    std::span<const double> features;  ///< count x features()
    std::span<const double> targets;
  };
  /// Adds to `sum` the gradients of the examples, each at most clipNorm long: an example's gradient in a layer is the
  /// outer product of its backpropagated error and its input, so its norm is known without forming it, and clipping
  /// scales the error. norms: of the gradients before clipping. Returns the sum of the losses.
  double addClippedGradients(std::span<const double> weights, const Batch& batch, double clipNorm,
                             std::span<double> sum, std::span<double> norms) const;

  /// Adds to `product` the Hessian of the sum of the examples' losses times `direction`: exact, the derivative of the
  /// gradient along the direction, in the time of some two gradients (hessian-products). Nothing is clipped. The
  /// curvature at the kink of a ReLU counts as 0.
  void addHessianProduct(std::span<const double> weights, const Batch& batch, std::span<const double> direction,
                         std::span<double> product) const;

  struct Score {
    double loss = 0;  ///< sum over the examples
    Index right = 0;  ///< examples whose class has the highest score
  };
  Score score(std::span<const double> weights, const Batch& batch) const;
  /// Predictions at points: probabilities of the classes (count x classes()), or the number (count x 1).
  std::vector<double> predict(std::span<const double> weights, std::span<const double> features) const;

 private:
  ModelKind m_kind;
  Index m_features;
  Index m_classes;
  Index m_hidden;
  Index m_outputs;
};

}  // namespace noiseloom
