// Batchings whose accounting does not rely on randomness: every example returns after a fixed number of steps, in an
// order drawn once or anew in every epoch.

#include <algorithm>
#include <utility>

#include "core/sampling/keyed_order.h"
#include "core/sampling/samplers.h"

namespace noiseloom {
namespace {

class OrderSampler final : public BatchSampler {
 public:
  OrderSampler(SamplerInput input, Index period, bool anew)
      : BatchSampler(input.scenario, input.strategy, input.datasetSize),
        m_key(std::move(input.key)),
        m_period(period),
        m_anew(anew) {}

  double expectedBatch() const override { return static_cast<double>(datasetSize()) / static_cast<double>(m_period); }

 private:
  // Batch r of an epoch is the r-th of `period` parts of the order, of sizes that differ by at most one.
  std::vector<Index> examplesOf(Index step, const RunControl& control) const override {
    const Index within = step % m_period;
    const Index size = datasetSize() / m_period;
    const Index larger = datasetSize() % m_period;
    const Index begin = within * size + std::min(within, larger);
    const Index end = begin + size + (within < larger ? 1 : 0);
    const KeyedOrder order(m_key, m_anew ? step / m_period : 0, datasetSize(), end - begin);
    std::vector<Index> taken;
    taken.reserve(end - begin);
    for (Index place = begin; place < end; ++place) {
      if (place % 4096 == 0 && control.stopRequested()) return {};
      taken.push_back(order.at(place));
    }
    std::ranges::sort(taken);
    return taken;
  }

  SecretKey m_key;
  Index m_period;
  bool m_anew;
};

}  // namespace

// The period is ceil(n / k) steps, or the required separation if that is larger.
std::shared_ptr<const BatchSampler> orderSampler(SamplerInput input) {
  const Index period = std::max(input.scenario.stepsPerEpoch(), input.scenario.effectiveMinSeparation());
  return std::make_shared<OrderSampler>(std::move(input), period, false);
}

std::shared_ptr<const BatchSampler> reshuffledSampler(SamplerInput input) {
  const Index period = input.scenario.stepsPerEpoch();
  return std::make_shared<OrderSampler>(std::move(input), period, true);
}

}  // namespace noiseloom
