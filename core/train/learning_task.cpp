#include "core/train/learning_task.h"

#include <algorithm>
#include <utility>

#include "core/base/errors.h"

namespace noiseloom {
namespace {

const DataSet& there(const std::shared_ptr<const DataSet>& data) {
  if (!data) throw InvalidArgument("data", Core::tr("none"), Core::tr("a data set"));
  return *data;
}

// Some ten milliseconds of products in sequence, within the caches.
Index chunkOf(const Network& network) {
  const Index widest = std::max({network.features(), network.hidden(), network.outputs()});
  return std::clamp<Index>(std::min((Index{1} << 23) / network.parameters(), (Index{1} << 18) / widest), 1, 1024);
}

}  // namespace

// Some rows of the data in double precision, with capacity for more.
struct LearningTask::Rows {
  std::vector<double> features;
  std::vector<double> targets;

  Network::Batch of(const DataSet& data, const auto& rowOf, Index begin, Index end) {
    features.clear();
    targets.clear();
    for (Index i = begin; i < end; ++i) {
      const Index row = rowOf(i);
      const float* from = data.row(row);
      features.insert(features.end(), from, from + data.features);
      targets.push_back(data.targets[row]);
    }
    return {end - begin, features, targets};
  }
};

LearningTask::LearningTask(std::shared_ptr<const DataSet> data, ModelKind model, Index hidden)
    : m_data(std::move(data)),
      m_network(model, there(m_data).features, m_data->classes, hidden),
      m_chunk(chunkOf(m_network)) {
  if (m_data->train.empty()) throw InvalidArgument("data", Core::tr("none to train with"), Core::tr("examples"));
}

bool LearningTask::addClippedGradients(std::span<const double> weights, std::span<const Index> batch, double clipNorm,
                                       std::span<double> sum, ClipCounts& counts, const RunControl& control) const {
  Rows rows;
  std::vector<double> norms(m_chunk);
  const auto count = std::ssize(batch);
  for (Index begin = 0; begin < count; begin += m_chunk) {
    if (control.stopRequested()) return false;
    const Index end = std::min(count, begin + m_chunk);
    const auto rowOf = [&](Index i) { return m_data->train.at(batch[i]); };
    counts.loss += m_network.addClippedGradients(weights, rows.of(*m_data, rowOf, begin, end), clipNorm, sum, norms);
    counts.clipped +=
        std::count_if(norms.begin(), norms.begin() + (end - begin), [&](double n) { return n > clipNorm; });
  }
  counts.examples += count;
  return true;
}

bool LearningTask::addHessianProduct(std::span<const double> weights, std::span<const Index> batch,
                                     std::span<const double> direction, std::span<double> product,
                                     const RunControl& control) const {
  Rows rows;
  const auto count = std::ssize(batch);
  for (Index begin = 0; begin < count; begin += m_chunk) {
    if (control.stopRequested()) return false;
    const auto rowOf = [&](Index i) { return m_data->train.at(batch[i]); };
    m_network.addHessianProduct(weights, rows.of(*m_data, rowOf, begin, std::min(count, begin + m_chunk)), direction,
                                product);
  }
  return true;
}

std::optional<Evaluation> LearningTask::evaluate(std::span<const double> weights, Index most,
                                                 const RunControl& control) const {
  Rows rows;
  const auto scoreOf = [&](const std::vector<Index>& part, Index count) -> std::optional<Network::Score> {
    Network::Score total;
    for (Index begin = 0; begin < count; begin += m_chunk) {
      if (control.stopRequested()) return std::nullopt;
      const auto rowOf = [&](Index i) { return part[i]; };
      const Network::Score score =
          m_network.score(weights, rows.of(*m_data, rowOf, begin, std::min(count, begin + m_chunk)));
      total.loss += score.loss;
      total.right += score.right;
    }
    return total;
  };
  Evaluation found;
  found.of = std::min(most, examples());
  found.testOf = std::min(most, std::ssize(m_data->test));
  const auto train = scoreOf(m_data->train, found.of);
  const auto test = scoreOf(m_data->test, found.testOf);
  if (!train || !test) return std::nullopt;
  found.loss = train->loss / static_cast<double>(found.of);
  if (found.testOf > 0) {
    found.testLoss = test->loss / static_cast<double>(found.testOf);
    if (m_data->classes > 0) found.accuracy = static_cast<double>(test->right) / static_cast<double>(found.testOf);
  }
  return found;
}

}  // namespace noiseloom
