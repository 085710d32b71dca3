// Samples of a fixed size, without replacement.

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/sampling/samplers.h"
#include "core/sampling/word_stream.h"

namespace noiseloom {
namespace {

// Part g has the examples x with x mod b = g, for b bands. Step i takes a uniform subset of part i mod b.
class FixedSizeSampler final : public BatchSampler {
 public:
  FixedSizeSampler(SamplerInput input, Index size) : BatchSampler(input), m_size(size) {}

  double expectedBatch() const override { return static_cast<double>(m_size); }

 private:
  std::vector<Index> examplesOf(Index step, const RunControl& control) const override {
    const Index part = step % bands();
    const Index members = (datasetSize() - part - 1) / bands() + 1;
    WordStream words(key(), WordUse::Step, step);
    // Floyd's algorithm: draw one of 0 .. last; if it is in the set already, take `last` itself. If more than half of
    // the members take part, it draws those that do not.
    const bool complement = m_size > members / 2;
    const Index draws = complement ? members - m_size : m_size;
    std::unordered_set<Index> drawn;
    drawn.reserve(draws);
    for (Index last = members - draws; last < members; ++last) {
      if (last % 4096 == 0 && control.stopRequested()) return {};
      if (const Index one = words.below(last + 1); !drawn.insert(one).second) drawn.insert(last);
    }
    std::vector<Index> taken;
    taken.reserve(m_size);
    if (complement) {
      for (Index member = 0; member < members; ++member) {
        if (!drawn.contains(member)) taken.push_back(member);
      }
    } else {
      taken.assign(drawn.begin(), drawn.end());
      std::ranges::sort(taken);
    }
    for (Index& example : taken) example = part + example * bands();
    return taken;
  }

  Index m_size;
};

}  // namespace

// Takes the largest size whose share of the smallest part, divided as the accounting does, is at most the accounted.
std::shared_ptr<const BatchSampler> fixedSizeSampler(SamplerInput input) {
  const Index bands = input.strategy.bands();
  const Index members = input.datasetSize / bands;
  const double share = samplingOf(input.scenario, bands).probability.value();
  auto size = static_cast<Index>(share * static_cast<double>(members)) + 1;
  while (size > 0 && static_cast<double>(size) > share * static_cast<double>(members) &&
         static_cast<double>(size) / static_cast<double>(members) > share)
    --size;
  size = std::min(size, members);
  if (size < 1) {
    throw InvalidArgument(
        "dataset_size", input.datasetSize,
        {Core::tr("more examples: the share of %1 that a batch takes of one of %2 parts is less than one example"),
         share, bands});
  }
  return std::make_shared<FixedSizeSampler>(std::move(input), size);
}

}  // namespace noiseloom
