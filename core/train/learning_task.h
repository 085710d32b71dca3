#pragma once

#include <memory>
#include <vector>

#include "core/train/data_set.h"
#include "core/train/network.h"
#include "core/train/training_task.h"

namespace noiseloom {

/// A model and the data that it learns.
class LearningTask final : public TrainingTask {
 public:
  /// hidden: number of units, for models with a hidden layer. Throws InvalidArgument if model and data do not fit.
  LearningTask(std::shared_ptr<const DataSet> data, ModelKind model, Index hidden = 16);

  const DataSet& data() const { return *m_data; }
  const Network& network() const { return m_network; }

  Index parameters() const override { return m_network.parameters(); }
  Index examples() const override { return std::ssize(m_data->train); }
  std::vector<double> start(std::uint64_t seed) const override { return m_network.start(seed); }
  bool addClippedGradients(std::span<const double> weights, std::span<const Index> batch, double clipNorm,
                           std::span<double> sum, ClipCounts& counts, const RunControl& control) const override;
  bool addHessianProduct(std::span<const double> weights, std::span<const Index> batch,
                         std::span<const double> direction, std::span<double> product,
                         const RunControl& control) const override;
  std::optional<Evaluation> evaluate(std::span<const double> weights, Index most,
                                     const RunControl& control) const override;
  /// Network::predict() at points in the data set's coordinates, scaled: decision regions of points in the plane.
  std::vector<double> predict(std::span<const double> weights, std::span<const double> points) const {
    return m_network.predict(weights, points);
  }

 private:
  struct Rows;

  std::shared_ptr<const DataSet> m_data;
  Network m_network;
  Index m_chunk;  // rows that are processed at once
};

}  // namespace noiseloom
