// Balls-in-bins, allocations and balanced iterations: every example draws steps of its own.

#include <algorithm>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/batching/list.h"
#include "core/sampling/example_words.h"
#include "core/sampling/samplers.h"

namespace noiseloom {
namespace {

constexpr Index kMostKept = Index{1} << 22;  // examples: 32 MiB
constexpr Index kDrawsBetweenPolls = 65536;

// In each period of steps, example x takes part at `times` of the steps i with i mod groups = x mod groups, every
// choice as likely: anew in every period, or once for all.
struct SlotLaw {
  Index period = 1;
  Index groups = 1;  // divides the period
  bool anew = false;
  Index times = 1;  // more in one period alone
};

// The steps of one example after another, each by a word of its own. Floyd's algorithm: draw one of 0 .. last; if it is
// there already, take `last` itself.
class StepDraws {
 public:
  StepDraws(const SecretKey& key, const SlotLaw& law, Index epoch) : m_slots(law.period / law.groups) {
    m_words.reserve(static_cast<std::size_t>(law.times));
    for (Index draw = 0; draw < law.times; ++draw)
      m_words.emplace_back(key, WordUse::Slot, epoch + draw, law.times <= kMostDense);
  }

  const std::vector<Index>& of(Index example) {
    const Index times = std::ssize(m_words);
    m_steps.clear();
    m_taken.clear();
    for (Index draw = 0; draw < times; ++draw) {
      const Index last = m_slots - times + draw;
      Index step = m_words[draw].below(example, last + 1);
      if (times > 1 && !m_taken.insert(step).second) m_taken.insert(step = last);
      m_steps.push_back(step);
    }
    return m_steps;
  }

 private:
  static constexpr Index kMostDense = 4096;  // streams that keep words of neighbouring examples

  Index m_slots;
  std::vector<ExampleWords> m_words;  // by draw
  std::vector<Index> m_steps;
  std::unordered_set<Index> m_taken;
};

class SlotSampler final : public BatchSampler {
 public:
  SlotSampler(SamplerInput input, SlotLaw law)
      : BatchSampler(input),
        m_law(law),
        m_width(std::clamp<Index>(kMostKept / (expectedOf(datasetSize(), law) + 1), 1, law.period)) {}

  double expectedBatch() const override {
    return static_cast<double>(datasetSize()) * static_cast<double>(m_law.times) / static_cast<double>(m_law.period);
  }

 private:
  static Index expectedOf(Index examples, const SlotLaw& law) {
    return static_cast<Index>(static_cast<double>(examples) / static_cast<double>(law.period) *
                              static_cast<double>(law.times));
  }

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
    // An example cut from a bin stays out.
    return cut(window->batches[within - window->first], m_law.anew ? step : within);
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
    StepDraws draws(key(), m_law, epoch);
    const Index examplesBetweenPolls = std::max<Index>(1, kDrawsBetweenPolls / m_law.times);
    for (Index example = 0; example < datasetSize(); ++example) {
      if (example % examplesBetweenPolls == 0 && control.stopRequested()) return nullptr;
      for (const Index slot : draws.of(example)) {
        const Index place = slot * m_law.groups + example % m_law.groups - first;
        if (place >= 0 && place < steps) made->batches[place].push_back(example);
      }
    }
    m_window = std::move(made);
    return m_window;
  }

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

std::shared_ptr<const BatchSampler> balancedSampler(SamplerInput input) {
  const Scenario& scenario = input.scenario;
  const auto times = static_cast<Index>(scenario.epochs);
  if (input.strategy.bands() > 1 || static_cast<double>(times) != scenario.epochs) {
    throw InvalidArgument("strategy", {Core::tr("%1 bands and %2 epochs"), input.strategy.bands(), scenario.epochs},
                          {Core::tr("one band and whole epochs under %1"), scenario.batching->name});
  }
  return std::make_shared<SlotSampler>(std::move(input), SlotLaw{scenario.iterations, 1, true, times});
}

std::shared_ptr<const BatchSampler> binSampler(SamplerInput input) {
  const Index bins = samplingOf(input.scenario, input.strategy.bands()).bins.value();
  return binSamplerOf(std::move(input), bins);
}

std::shared_ptr<const BatchSampler> binSamplerOf(SamplerInput input, Index bins) {
  return std::make_shared<SlotSampler>(std::move(input), SlotLaw{bins, 1, false});
}

}  // namespace noiseloom
