#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <span>

#include "core/train/network.h"

// The forward pass of a network: shared by its gradients and its curvature.
namespace noiseloom::layers {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;
using ConstMatrix = Eigen::Map<const Matrix>;
using ConstVector = Eigen::Map<const Vector>;

// A layer's share of the weights, or of the sum of gradients.
struct Layer {
  Index inputs, outputs, offset;
  ConstMatrix matrix(std::span<const double> all) const { return {all.data() + offset, outputs, inputs}; }
  ConstVector bias(std::span<const double> all) const { return {all.data() + offset + outputs * inputs, outputs}; }
  Eigen::Map<Matrix> matrix(std::span<double> all) const { return {all.data() + offset, outputs, inputs}; }
  Eigen::Map<Vector> bias(std::span<double> all) const { return {all.data() + offset + outputs * inputs, outputs}; }
  Index end() const { return offset + outputs * (inputs + 1); }
};

struct Layers {
  explicit Layers(const Network& network)
      : hidden{network.features(), network.hidden(), 0},
        last{network.hidden() > 0 ? network.hidden() : network.features(), network.outputs(),
             network.hidden() > 0 ? hidden.end() : 0} {}
  Layer hidden;
  Layer last;
};

inline Matrix through(const Layer& layer, std::span<const double> weights, const auto& inputs) {
  Matrix out(inputs.rows(), layer.outputs);
  out.noalias() = inputs * layer.matrix(weights).transpose();
  out.rowwise() += layer.bias(weights).transpose();
  return out;
}

inline void activate(ModelKind kind, Matrix& values) {
  if (kind == ModelKind::Relu)
    values = values.cwiseMax(0.0);
  else  // tanh, to 1e-16 of 1, in whole vectors; exp overflows to infinity, which gives 1
    values.array() = 1 - 2 / ((2 * values.array()).exp() + 1);
}

// The meaning of the outputs: a number, two classes that share one output, or one output per class.
enum class Ending { Number, TwoClasses, Classes };
inline Ending endingOf(const Network& network) {
  if (network.classes() == 0) return Ending::Number;
  return network.outputs() == 1 ? Ending::TwoClasses : Ending::Classes;
}

inline double logistic(double z) {
  if (z >= 0) return 1 / (1 + std::exp(-z));
  const double e = std::exp(z);
  return e / (1 + e);
}

// Turns a row into probabilities; returns the log sum exp of its previous values.
inline double normalise(Matrix& values, Index row) {
  const double largest = values.row(row).maxCoeff();
  double sum = 0;
  for (Index c = 0; c < values.cols(); ++c) {
    values(row, c) = std::exp(values(row, c) - largest);
    sum += values(row, c);
  }
  values.row(row) /= sum;
  return largest + std::log(sum);
}

}  // namespace noiseloom::layers
