#include "core/train/network.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/train/network_layers.h"
#include "core/train/seeded_numbers.h"
#include "core/train/training_task.h"

namespace noiseloom {

using namespace layers;

namespace {

// Replaces the outputs by the loss's derivatives in them, which are propagated back; returns the sum of the losses.
double lossAndBack(Ending ending, Matrix& outputs, std::span<const double> targets) {
  double loss = 0;
  for (Index i = 0; i < outputs.rows(); ++i) {
    const double target = targets[static_cast<std::size_t>(i)];
    if (ending == Ending::Classes) {
      const auto wanted = static_cast<Index>(target);
      const double output = outputs(i, wanted);
      loss += normalise(outputs, i) - output;
      outputs(i, wanted) -= 1;
      continue;
    }
    const double z = outputs(i, 0);
    if (ending == Ending::TwoClasses) {
      loss += std::max(z, 0.0) - z * target + std::log1p(std::exp(-std::abs(z)));
      outputs(i, 0) = logistic(z) - target;
    } else {
      outputs(i, 0) = z - target;
      loss += (z - target) * (z - target) / 2;
    }
  }
  return loss;
}

}  // namespace

Network::Network(ModelKind kind, Index features, Index classes, Index hidden)
    : m_kind(kind),
      m_features(features),
      m_classes(classes),
      m_hidden(kind == ModelKind::Tanh || kind == ModelKind::Relu ? hidden : 0),
      m_outputs(classes > 2 || kind == ModelKind::Softmax ? classes : 1) {
  checkInteger("features", features, 1, kMostParameters);
  checkInteger("classes", classes, 0, kMostParameters);
  const auto refuse = [&](Phrase allowed) {
    throw InvalidArgument("model", std::string(toString(kind)), {allowed, classes});
  };
  if (kind == ModelKind::Linear && classes != 0)
    refuse(Core::tr("logistic, softmax, tanh or relu: the data have %1 classes"));
  if (kind == ModelKind::Logistic && classes != 2)
    refuse(classes == 0 ? Core::tr("linear, tanh or relu: the data have numbers to be met")
                        : Core::tr("softmax, tanh or relu: the data have %1 classes"));
  if (kind == ModelKind::Softmax && classes < 2)
    refuse(Core::tr("linear, tanh or relu: the data have numbers to be met"));
  if (kind == ModelKind::Tanh || kind == ModelKind::Relu) checkInteger("hidden", hidden, 1, kMostHidden);
  checkInteger("parameters", parameters(), 1, kMostParameters);
}

Index Network::parameters() const {
  return Layers(*this).last.end();
}

std::vector<double> Network::start(std::uint64_t seed) const {
  std::vector<double> weights(static_cast<std::size_t>(parameters()), 0.0);
  if (m_hidden == 0) return weights;
  const std::vector<double> normals = seededNormals(seed, SeedUse::FirstWeights, parameters());
  const Layers layers(*this);
  for (const Layer& layer : {layers.hidden, layers.last}) {
    const bool relu = m_kind == ModelKind::Relu && layer.offset == 0;
    const double stddev = std::sqrt((relu ? 2.0 : 1.0) / static_cast<double>(layer.inputs));
    for (Index i = 0; i < layer.outputs * layer.inputs; ++i) {
      const auto at = static_cast<std::size_t>(layer.offset + i);
      weights[at] = stddev * normals[at];
    }
  }
  return weights;
}

double Network::addClippedGradients(std::span<const double> weights, const Batch& batch, double clipNorm,
                                    std::span<double> sum, std::span<double> norms) const {
  const Layers layers(*this);
  const ConstMatrix inputs(batch.features.data(), batch.count, m_features);
  Matrix hidden;
  if (m_hidden > 0) {
    hidden = through(layers.hidden, weights, inputs);
    activate(m_kind, hidden);
  }
  Matrix back = m_hidden > 0 ? through(layers.last, weights, hidden) : through(layers.last, weights, inputs);
  const double loss = lossAndBack(endingOf(*this), back, batch.targets);
  const Vector inputSquares = inputs.rowwise().squaredNorm().array() + 1;  // the bias is a weight of an input of 1
  Matrix hiddenBack;
  Vector squares;
  if (m_hidden > 0) {
    hiddenBack.resize(batch.count, m_hidden);
    hiddenBack.noalias() = back * layers.last.matrix(weights);
    if (m_kind == ModelKind::Relu)
      hiddenBack.array() *= (hidden.array() > 0).cast<double>();
    else
      hiddenBack.array() *= 1 - hidden.array().square();
    squares = back.rowwise().squaredNorm().array() * (hidden.rowwise().squaredNorm().array() + 1) +
              hiddenBack.rowwise().squaredNorm().array() * inputSquares.array();
  } else {
    squares = back.rowwise().squaredNorm().array() * inputSquares.array();
  }
  for (Index i = 0; i < batch.count; ++i) {
    const double norm = std::sqrt(squares[i]);
    norms[static_cast<std::size_t>(i)] = norm;
    if (norm <= clipNorm) continue;
    const double factor = clipNorm / norm * (1 - TrainingTask::kClipMargin);
    back.row(i) *= factor;
    if (m_hidden > 0) hiddenBack.row(i) *= factor;
  }
  const auto add = [&](const Layer& layer, const Matrix& returned, const auto& entered) {
    layer.matrix(sum).noalias() += returned.transpose() * entered;
    layer.bias(sum) += returned.colwise().sum().transpose();
  };
  if (m_hidden > 0) {
    add(layers.hidden, hiddenBack, inputs);
    add(layers.last, back, hidden);
  } else {
    add(layers.last, back, inputs);
  }
  return loss;
}

namespace {

Matrix outputsOf(const Network& network, std::span<const double> weights, const ConstMatrix& inputs) {
  const Layers layers(network);
  if (network.hidden() == 0) return through(layers.last, weights, inputs);
  Matrix hidden = through(layers.hidden, weights, inputs);
  activate(network.kind(), hidden);
  return through(layers.last, weights, hidden);
}

}  // namespace

Network::Score Network::score(std::span<const double> weights, const Batch& batch) const {
  Matrix outputs = outputsOf(*this, weights, ConstMatrix(batch.features.data(), batch.count, m_features));
  Score found;
  for (Index i = 0; i < batch.count && m_classes > 0; ++i) {
    Index best = 0;
    if (m_outputs == 1)
      best = outputs(i, 0) > 0 ? 1 : 0;
    else
      outputs.row(i).maxCoeff(&best);
    if (best == static_cast<Index>(batch.targets[static_cast<std::size_t>(i)])) ++found.right;
  }
  found.loss = lossAndBack(endingOf(*this), outputs, batch.targets);
  return found;
}

std::vector<double> Network::predict(std::span<const double> weights, std::span<const double> features) const {
  const Index count = static_cast<Index>(features.size()) / m_features;
  checkSize("features", static_cast<Index>(features.size()), count * m_features);
  checkSize("weights", static_cast<Index>(weights.size()), parameters());
  Matrix outputs = outputsOf(*this, weights, ConstMatrix(features.data(), count, m_features));
  const Ending ending = endingOf(*this);
  std::vector<double> scores;
  scores.reserve(static_cast<std::size_t>(count * std::max<Index>(1, m_classes)));
  for (Index i = 0; i < count; ++i) {
    if (ending == Ending::Classes) normalise(outputs, i);
    for (Index c = 0; c < outputs.cols(); ++c) {
      if (ending == Ending::TwoClasses) {
        scores.push_back(logistic(-outputs(i, 0)));
        scores.push_back(logistic(outputs(i, 0)));
      } else {
        scores.push_back(outputs(i, c));
      }
    }
  }
  return scores;
}

}  // namespace noiseloom
