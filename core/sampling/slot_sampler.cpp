// Balls-in-bins, random and cyclic allocation: every example draws a step of its own.

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include "core/base/check.h"
#include "core/batching/list.h"
#include "core/sampling/example_words.h"
#include "core/sampling/largest_batch.h"
#include "core/sampling/samplers.h"

namespace noiseloom {
namespace {

constexpr Index kMostKept = Index{1} << 22;  // examples: 32 MiB
constexpr Index kExamplesBetweenPolls = 65536;

// In each period of steps, example x takes part at one of the steps i with i mod groups = x mod groups, drawn
// uniformly: anew in every period, or once for all.
struct SlotLaw {
  Index period = 1;
  Index groups = 1;  // divides the period
  bool anew = false;
};

class SlotSampler final : public BatchSampler {
 public:
  SlotSampler(SamplerInput input, SlotLaw law)
      : BatchSampler(input.scenario, input.strategy, input.datasetSize),
        m_key(std::move(input.key)),
        m_largest(input.scenario.largestBatch),
        m_law(law),
        m_width(std::clamp<Index>(kMostKept / (datasetSize() / law.period + 1), 1, law.period)) {}

  double expectedBatch() const override {
    return static_cast<double>(datasetSize()) / static_cast<double>(m_law.period);
  }

 private:
  // The batches of some consecutive steps: one pass over all examples makes as many batches as the memory allows.
  struct Window {
    Index epoch = 0;
    Index first = 0;  // step of the period that the first batch is for
    std::vector<std::vector<Index>> batches;
  };

  std::vector<Index> examplesOf(Index step, const RunControl& control) const override {
    const Index epoch = m_law.anew ? step / m_law.period : 0;
    const Index within = step % m_law.period;
    const std::shared_ptr<const Window> window = windowOf(epoch, within / m_width * m_width, control);
    if (!window) return {};
    const Index cut = m_law.anew ? step : within;  // an example cut from a bin stays out
    return cutTo(m_largest, window->batches[within - window->first], WordStream(m_key, WordUse::Cut, cut));
  }

  // nullptr when stopped.
  std::shared_ptr<const Window> windowOf(Index epoch, Index first, const RunControl& control) const {
    const std::lock_guard lock(m_mutex);
    if (m_window && m_window->epoch == epoch && m_window->first == first) return m_window;
    m_window.reset();
    auto made = std::make_shared<Window>();
    made->epoch = epoch;
    made->first = first;
    made->batches.resize(std::min(m_width, m_law.period - first));
    const auto steps = std::ssize(made->batches);
    ExampleWords words(m_key, WordUse::Slot, epoch, true);
    const Index slots = m_law.period / m_law.groups;
    for (Index example = 0; example < datasetSize(); ++example) {
      if (example % kExamplesBetweenPolls == 0 && control.stopRequested()) return nullptr;
      const Index place = words.below(example, slots) * m_law.groups + example % m_law.groups - first;
      if (place >= 0 && place < steps) made->batches[place].push_back(example);
    }
    m_window = std::move(made);
    return m_window;
  }

  SecretKey m_key;
  std::optional<Index> m_largest;
  SlotLaw m_law;
  Index m_width;  // steps of a window
  mutable std::mutex m_mutex;
  mutable std::shared_ptr<const Window> m_window;
};

}  // namespace

std::shared_ptr<const BatchSampler> allocationSampler(SamplerInput input) {
  const Scenario& scenario = input.scenario;
  const Index steps = scenario.stepsPerEpoch();
  const Index groups = scenario.batching == &batchings::cyclicAllocation ? input.strategy.bands() : 1;
  if (steps % groups != 0 || input.strategy.bands() > groups) {
    throw InvalidArgument(
        "strategy", {groups == 1 ? Core::tr("%1 band") : Core::tr("%1 bands"), input.strategy.bands()},
        {Core::tr("one whose bands divide the %1 steps of an epoch under %2"), steps, scenario.batching->name});
  }
  return std::make_shared<SlotSampler>(std::move(input), SlotLaw{steps, groups, true});
}

std::shared_ptr<const BatchSampler> binSampler(SamplerInput input) {
  const Index bins = samplingOf(input.scenario, input.strategy.bands()).bins.value();
  return binSamplerOf(std::move(input), bins);
}

std::shared_ptr<const BatchSampler> binSamplerOf(SamplerInput input, Index bins) {
  return std::make_shared<SlotSampler>(std::move(input), SlotLaw{bins, 1, false});
}

}  // namespace noiseloom
