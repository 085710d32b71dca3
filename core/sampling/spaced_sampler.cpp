// b-min-sep sampling: an example that took part rests.

#include <cmath>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "core/batching/mixture_law.h"
#include "core/sampling/example_words.h"
#include "core/sampling/gap_law.h"
#include "core/sampling/rest_table.h"
#include "core/sampling/samplers.h"

namespace noiseloom {
namespace {

constexpr Index kSpacedBetweenPolls = 4096;

// Knows which examples rest, at separation s. Every example tosses its coin at every step, without effect while it
// rests. So an example whose coin has not come up for s - 1 steps is free: the state at a step follows from the coins
// of enough earlier steps, and consists of the examples whose coin came up within the last s - 1 steps.
class RestingExamples {
 public:
  RestingExamples(const SecretKey& key, const SpacedSampling& law, const GapLaw& coins, Index examples, Index begin)
      : m_key(key),
        m_law(law),
        m_coins(coins),
        m_examples(examples),
        m_begin(begin),
        m_next(begin),
        m_seen(expectedMarks()) {}

  Index next() const { return m_next; }
  /// True if it is known of every example whether it rests.
  bool settled() const { return m_unknown == 0 && (m_begin == 0 || m_next - m_begin >= m_law.separation - 1); }

  /// The examples that take part in step next(), which is then over; valid if settled() was true.
  std::vector<Index> advance(const RunControl& control) {
    const Index step = m_next++;
    WordStream words(m_key, WordUse::Step, step);
    std::vector<Index> candidates = takenOf(m_examples, m_coins, words, control);
    ExampleWords starts(m_key, WordUse::Rest, 0, false);
    ExampleWords lengths(m_key, WordUse::Rests, 0, false);
    std::vector<Index> taken;
    Index asked = 0;
    for (const Index example : candidates) {
      if (++asked % kSpacedBetweenPolls == 0 && control.stopRequested()) return {};  // and this state is not used again
      bool fresh = false;
      RestTable::Mark mark = m_seen.add(example, fresh);
      if (fresh) {
        if (m_begin > 0 && step - m_begin < m_law.separation - 1) {
          mark.freeFrom() = kUnknown;
          ++m_unknown;
        } else if (step < m_law.separation - 1 && !starts.coin(example, startsFree())) {
          mark.freeFrom() = 1 + lengths.below(example, m_law.separation - 1);
        }
      }
      mark.fell() = step;
      if (mark.freeFrom() == kUnknown || step < mark.freeFrom()) continue;
      mark.freeFrom() = step + m_law.separation;
      taken.push_back(example);
    }
    m_recent.push_back(std::move(candidates));
    if (std::ssize(m_recent) >= m_law.separation) forgetOldest(step - m_law.separation + 1);
    return taken;
  }

 private:
  static constexpr Index kUnknown = -1;

  // An upper bound on the number of marks at a time, except in very few runs.
  Index expectedMarks() const {
    const double share = -std::expm1(static_cast<double>(m_law.separation) * std::log1p(-m_law.probability));
    const double mean = share * static_cast<double>(m_examples);
    return static_cast<Index>(mean + 6 * std::sqrt(mean)) + 1;
  }
  // The stationary law of the chain: an example is free with this probability, or has 1 .. s - 1 steps left to rest.
  double startsFree() const { return 1 / (1 + static_cast<double>(m_law.separation - 1) * m_law.probability); }

  void forgetOldest(Index step) {
    for (const Index example : m_recent.front()) {
      if (!m_seen.contains(example)) continue;
      RestTable::Mark mark = m_seen.of(example);
      if (mark.fell() != step) continue;
      if (mark.freeFrom() == kUnknown) --m_unknown;
      m_seen.erase(example);
    }
    m_recent.pop_front();
  }

  const SecretKey& m_key;
  const SpacedSampling& m_law;
  const GapLaw& m_coins;
  Index m_examples;
  Index m_begin;
  Index m_next;
  Index m_unknown = 0;
  RestTable m_seen;
  std::deque<std::vector<Index>> m_recent;  // examples whose coin came up, by step
};

class SpacedSampler final : public BatchSampler {
 public:
  SpacedSampler(SamplerInput input, const SpacedSampling& law)
      : BatchSampler(input), m_law(law), m_coins(law.probability) {}

  double expectedBatch() const override {
    const double p = m_law.probability;
    return static_cast<double>(datasetSize()) * p / (1 + static_cast<double>(m_law.separation - 1) * p);
  }

 private:
  std::vector<Index> examplesOf(Index step, const RunControl& control) const override {
    const std::lock_guard lock(m_mutex);
    if (m_last == step) return m_batch;
    m_last = -1;
    // Usually only the steps since the last request are made. If these are too many, or the request goes back, the
    // state is rebuilt from 4 s earlier steps, or twice as many, .., until it is settled; from step 0 it always is.
    if (!m_state || m_state->next() > step || step - m_state->next() > 4 * m_law.separation) m_state.reset();
    for (Index before = 4 * m_law.separation; !m_state; before *= 2) {
      m_state.emplace(key(), m_law, m_coins, datasetSize(), before < step ? step - before : 0);
      while (m_state->next() < step && !control.stopRequested()) m_state->advance(control);
      if (!m_state->settled() && !control.stopRequested()) m_state.reset();
    }
    while (m_state->next() < step && !control.stopRequested()) m_state->advance(control);
    // An example that is cut from a batch rests as well.
    if (!control.stopRequested()) m_batch = cut(m_state->advance(control), step);
    if (control.stopRequested()) {
      m_state.reset();
      return {};
    }
    m_last = step;
    return m_batch;
  }

  SpacedSampling m_law;
  GapLaw m_coins;
  mutable std::mutex m_mutex;
  mutable std::optional<RestingExamples> m_state;
  mutable Index m_last = -1;  // of m_batch
  mutable std::vector<Index> m_batch;
};

}  // namespace

std::shared_ptr<const BatchSampler> spacedSampler(SamplerInput input) {
  const SpacedSampling law = spacedSampling(input.scenario, input.strategy.bands());
  if (law.separation == 1) return poissonSampler(std::move(input));  // no rests
  // Nobody waits: an example that starts with r steps of rest takes part at r, r + s, ..; every r is equally likely.
  if (law.probability >= 1) return binSamplerOf(std::move(input), law.separation);
  return std::make_shared<SpacedSampler>(std::move(input), law);
}

}  // namespace noiseloom
