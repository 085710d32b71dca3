#include "ui/document/known_states.h"

#include <algorithm>
#include <cmath>

#include "core/search/comparable.h"

namespace noiseloom {
namespace {

// Most differ in one of these, and the whole comparison takes microseconds.
bool mayBeSame(const Scenario& left, const Scenario& right) {
  return left.epsilon == right.epsilon && left.iterations == right.iterations && left.mechanism == right.mechanism &&
         left.batching == right.batching && left.bands == right.bands;
}

std::vector<double> lagsOf(const Strategy& strategy) {
  const Index n = strategy.iterations();
  std::vector<double> lags;
  lags.reserve(KnownStates::kLags);
  double most = 0;
  for (Index i = 0; i < KnownStates::kLags; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(KnownStates::kLags - 1);
    const Index lag =
        std::min(n - 1, std::max(i, static_cast<Index>(std::llround(std::pow(static_cast<double>(n), share))) - 1));
    lags.push_back(lag < strategy.rows() ? std::abs(strategy.entry(lag, 0)) : 0);
    most = std::max(most, lags.back());
  }
  if (most > 0)
    for (double& lag : lags) lag /= most;
  return lags;
}

}  // namespace

void KnownStates::learn(const Design& design) {
  if (find(design.scenario)) return;
  m_known.emplace_front(design.scenario, KnownState{design.objectiveError(), lagsOf(design.strategy)});
  if (m_known.size() > kMost) m_known.pop_back();
}

const KnownState* KnownStates::find(const Scenario& scenario) const {
  const auto found = std::ranges::find_if(
      m_known, [&](const auto& each) { return mayBeSame(each.first, scenario) && sameDesign(each.first, scenario); });
  return found == m_known.end() ? nullptr : &found->second;
}

}  // namespace noiseloom
