// Batchings whose accounting does not rely on randomness: every example returns after a fixed number of steps, in an
// order drawn once or anew in every epoch.

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/nearest_whole.h"
#include "core/sampling/keyed_order.h"
#include "core/sampling/samplers.h"
#include "core/scenario/batch_size.h"

namespace noiseloom {
namespace {

// Batch r of an epoch is the r-th part of the order.
struct OrderLaw {
  Index period = 1;                // steps of an epoch
  bool anew = false;               // another order in every epoch
  std::optional<Index> size = {};  // of a batch, the last one of an epoch perhaps smaller; nullopt: parts of the order
                                   // whose sizes differ by at most one
  bool carried = false;            // batches go on where the last one ended, over the end of the order
};

class OrderSampler final : public BatchSampler {
 public:
  OrderSampler(SamplerInput input, OrderLaw law) : BatchSampler(input), m_law(law) {}

  double expectedBatch() const override {
    if (m_law.carried) return static_cast<double>(*m_law.size);
    const Index room = m_law.size ? *m_law.size * m_law.period : datasetSize();
    return static_cast<double>(std::min(datasetSize(), room)) / static_cast<double>(m_law.period);
  }

 private:
  // Places in the order.
  std::pair<Index, Index> placesAt(Index step) const {
    const Index within = step % m_law.period;
    if (m_law.size) {
      const Index begin = (m_law.carried ? step : within) * *m_law.size;
      return {begin, m_law.carried ? begin + *m_law.size : std::min(begin + *m_law.size, datasetSize())};
    }
    const Index size = datasetSize() / m_law.period;
    const Index larger = datasetSize() % m_law.period;
    const Index begin = within * size + std::min(within, larger);
    return {begin, begin + size + (within < larger ? 1 : 0)};
  }

  std::vector<Index> examplesOf(Index step, const RunControl& control) const override {
    const auto [begin, end] = placesAt(step);
    const KeyedOrder order(key(), m_law.anew ? step / m_law.period : 0, datasetSize(), end - begin);
    std::vector<Index> taken;
    taken.reserve(end - begin);
    for (Index place = begin; place < end; ++place) {
      if (place % 4096 == 0 && control.stopRequested()) return {};
      taken.push_back(order.at(place % datasetSize()));
    }
    std::ranges::sort(taken);
    return taken;
  }

  OrderLaw m_law;
};

// The whole number of examples that a batch of the scenario has: of jobs that are not stated in whole epochs, whose
// batches have the sizes of parts.
std::optional<Index> batchOf(Scenario scenario, Index datasetSize) {
  if (lastBatchOf(scenario) == LastBatch::Smaller && isWholeCount(scenario.epochs)) return std::nullopt;
  scenario.datasetSize = datasetSize;
  const double batch = batchSizeOf(scenario).value();
  return isWholeCount(batch) ? std::optional(static_cast<Index>(batch)) : std::nullopt;
}

}  // namespace

// The period is an epoch, or the required separation if that is larger.
std::shared_ptr<const BatchSampler> orderSampler(SamplerInput input) {
  const Index period = std::max(input.scenario.stepsPerEpoch(), input.scenario.effectiveMinSeparation());
  const Scenario& scenario = input.scenario;
  std::optional<Index> size = batchOf(scenario, input.datasetSize);
  const bool carried = size && lastBatchOf(scenario) == LastBatch::CarriedOver && period == scenario.stepsPerEpoch();
  // Epochs that the separation makes longer hold the same data in smaller batches.
  if (period != scenario.stepsPerEpoch()) size.reset();
  return std::make_shared<OrderSampler>(std::move(input), OrderLaw{period, false, size, carried});
}

std::shared_ptr<const BatchSampler> reshuffledSampler(SamplerInput input) {
  const Index period = input.scenario.stepsPerEpoch();
  const std::optional<Index> size = batchOf(input.scenario, input.datasetSize);
  return std::make_shared<OrderSampler>(std::move(input), OrderLaw{period, true, size});
}

}  // namespace noiseloom
