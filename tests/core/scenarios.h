#pragma once

#include <concepts>
#include <optional>
#include <string>

#include "core/scenario/scenario.h"

namespace noiseloom {

/// The new value of a member; without one the member stays as it is.
template <class T>
class Change {
 public:
  Change() = default;
  template <std::convertible_to<T> Value>
  Change(const Value& value) : m_value(T(value)) {}  // NOLINT(google-explicit-constructor): for .bands = 5

  void apply(T& member) const {
    if (m_value) member = *m_value;
  }

 private:
  std::optional<T> m_value;
};

// clang-format off
#define NOISELOOM_EACH_MEMBER(DO) \
  DO(iterations) DO(epochs) DO(epsilon) DO(delta) DO(mechanism) DO(imported) DO(objective) DO(bands) DO(buffers) \
  DO(treeDecoder) DO(robustFrom) DO(stamps) DO(lastBatch) DO(batching) DO(jobBatching) DO(minSeparation) \
  DO(adjacency) DO(unit) DO(examplesPerUser) DO(tau) DO(failureProbability) DO(columnNormalize) DO(workload) \
  DO(schedule) DO(clipNorm) DO(datasetSize) DO(datasetSizeAtMost) DO(largestBatch) DO(deployment) DO(mostNoiseRows) \
  DO(mostSeconds)
// clang-format on

/// Changes of a scenario's members, by their names.
struct Changes {
// NOLINTNEXTLINE(bugprone-macro-parentheses): it is a name
#define NOISELOOM_CHANGE(member) Change<decltype(ScenarioData::member)> member = {};
  NOISELOOM_EACH_MEMBER(NOISELOOM_CHANGE)
#undef NOISELOOM_CHANGE
};

/// The scenario with some members changed: with(tiny(), {.epsilon = 2, .bands = std::nullopt}).
inline Scenario with(Scenario scenario, const Changes& changes) {
#define NOISELOOM_APPLY(member) changes.member.apply(scenario.member);
  NOISELOOM_EACH_MEMBER(NOISELOOM_APPLY)
#undef NOISELOOM_APPLY
  return scenario;
}
#undef NOISELOOM_EACH_MEMBER

/// A scenario of the standard mechanism and batching that is solved within milliseconds.
inline Scenario tiny() {
  return Scenario({.iterations = 60, .epochs = 3, .epsilon = 4, .bands = 5});
}

/// The first obstacle to a design; empty if there is none.
inline std::string problemOf(const Scenario& scenario) {
  const auto problems = scenario.problems();
  return problems.empty() ? std::string() : problems.front().what();
}

}  // namespace noiseloom
