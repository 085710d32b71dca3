#include "core/train/network.h"
#include "core/train/network_layers.h"

namespace noiseloom {

using namespace layers;

namespace {

// Outputs z, with their derivative along the direction in `moved`. Replaces the outputs by their errors, as in the
// gradient, and `moved` by the derivative of those: the loss's second derivatives times it.
void backAndMoved(Ending ending, Matrix& outputs, Matrix& moved, std::span<const double> targets) {
  for (Index i = 0; i < outputs.rows(); ++i) {
    const double target = targets[i];
    if (ending == Ending::Classes) {
      normalise(outputs, i);
      const double mean = outputs.row(i).dot(moved.row(i));
      moved.row(i).array() = outputs.row(i).array() * (moved.row(i).array() - mean);
      outputs(i, static_cast<Index>(target)) -= 1;
    } else if (ending == Ending::TwoClasses) {
      const double z = outputs(i, 0);
      moved(i, 0) *= logistic(z) * logistic(-z);
      outputs(i, 0) = logistic(z) - target;
    } else {
      outputs(i, 0) -= target;
    }
  }
}

}  // namespace

void Network::addHessianProduct(std::span<const double> weights, const Batch& batch, std::span<const double> direction,
                                std::span<double> product) const {
  const Layers layers(*this);
  const ConstMatrix inputs(batch.features.data(), batch.count, m_features);
  const Ending ending = endingOf(*this);
  const auto add = [&](const Layer& layer, const Matrix& returned, const auto& entered) {
    layer.matrix(product).noalias() += returned.transpose() * entered;
  };
  if (m_hidden == 0) {
    Matrix back = through(layers.last, weights, inputs);
    Matrix moved = through(layers.last, direction, inputs);
    backAndMoved(ending, back, moved, batch.targets);
    add(layers.last, moved, inputs);
    layers.last.bias(product) += moved.colwise().sum().transpose();
    return;
  }
  // Forwards: the units, and their derivatives along the direction.
  Matrix hidden = through(layers.hidden, weights, inputs);
  activate(m_kind, hidden);
  const bool relu = m_kind == ModelKind::Relu;
  Matrix slope(batch.count, m_hidden);
  if (relu)
    slope = (hidden.array() > 0).cast<double>();
  else
    slope = 1 - hidden.array().square();
  const Matrix before = through(layers.hidden, direction, inputs);
  const Matrix hiddenMoved = before.cwiseProduct(slope);
  Matrix back = through(layers.last, weights, hidden);
  Matrix moved = through(layers.last, direction, hidden);
  moved.noalias() += hiddenMoved * layers.last.matrix(weights).transpose();
  backAndMoved(ending, back, moved, batch.targets);
  // Backwards: the errors change with the outputs, with the last layer's weights and with the units' slopes.
  add(layers.last, moved, hidden);
  add(layers.last, back, hiddenMoved);
  layers.last.bias(product) += moved.colwise().sum().transpose();
  Matrix returned(batch.count, m_hidden);
  returned.noalias() = moved * layers.last.matrix(weights);
  returned.noalias() += back * layers.last.matrix(direction);
  returned.array() *= slope.array();
  if (!relu) {
    const Matrix whole = back * layers.last.matrix(weights);
    returned.array() -= 2 * whole.array() * hidden.array() * hiddenMoved.array();  // tanh'' = -2 tanh tanh'
  }
  add(layers.hidden, returned, inputs);
  layers.hidden.bias(product) += returned.colwise().sum().transpose();
}

}  // namespace noiseloom
