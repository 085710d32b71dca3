// Cyclic Poisson sampling, from known parts and from random groups.

#include <algorithm>
#include <utility>

#include "core/batching/mixture_law.h"
#include "core/sampling/example_words.h"
#include "core/sampling/gap_law.h"
#include "core/sampling/samplers.h"

namespace noiseloom {
namespace {

constexpr Index kAskedBetweenPolls = 65536;
constexpr double kDense = 1.0 / 16;  // from this rate on, words of many examples are made together

// Part g has the examples x with x mod b = g, for b bands. At step i each example of part i mod b tosses a coin.
class PoissonSampler final : public BatchSampler {
 public:
  explicit PoissonSampler(SamplerInput input)
      : BatchSampler(input),
        m_probability(samplingOf(input.scenario, input.strategy.bands()).probability.value()),
        m_law(m_probability) {}

  double expectedBatch() const override {
    return m_probability * static_cast<double>(datasetSize()) / static_cast<double>(bands());
  }

 private:
  std::vector<Index> examplesOf(Index step, const RunControl& control) const override {
    const Index part = step % bands();
    if (part >= datasetSize()) return {};
    const Index members = (datasetSize() - part - 1) / bands() + 1;
    WordStream words(key(), WordUse::Step, step);
    std::vector<Index> taken = takenOf(members, m_law, words, control);
    for (Index& example : taken) example = part + example * bands();
    return cut(std::move(taken), step);
  }

  double m_probability;
  GapLaw m_law;
};

// Every example tosses its coin at every step; the coins of examples of other groups have no effect.
class RandomGroupSampler final : public BatchSampler {
 public:
  RandomGroupSampler(SamplerInput input, const RandomGroups& groups)
      : BatchSampler(input), m_groups(groups), m_law(groups.probability) {}

  double expectedBatch() const override {
    return m_groups.probability * static_cast<double>(datasetSize()) / static_cast<double>(m_groups.cycle);
  }

 private:
  std::vector<Index> examplesOf(Index step, const RunControl& control) const override {
    WordStream words(key(), WordUse::Step, step);
    std::vector<Index> taken = takenOf(datasetSize(), m_law, words, control);
    ExampleWords groups(key(), WordUse::Group, 0, m_groups.probability > kDense);
    Index asked = 0;
    bool stopped = false;
    std::erase_if(taken, [&](Index example) {
      if (++asked % kAskedBetweenPolls == 0) stopped = stopped || control.stopRequested();
      return stopped || groups.below(example, m_groups.cycle) != step % m_groups.cycle;
    });
    return cut(std::move(taken), step);
  }

  RandomGroups m_groups;
  GapLaw m_law;
};

}  // namespace

std::shared_ptr<const BatchSampler> poissonSampler(SamplerInput input) {
  return std::make_shared<PoissonSampler>(std::move(input));
}

std::shared_ptr<const BatchSampler> randomGroupSampler(SamplerInput input) {
  const RandomGroups groups = randomGroups(input.scenario, input.strategy.bands());
  return std::make_shared<RandomGroupSampler>(std::move(input), groups);
}

}  // namespace noiseloom
