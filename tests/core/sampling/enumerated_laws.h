#pragma once

#include <functional>
#include <map>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// Sets of steps, as bits, with their probabilities: by the definitions of the schemes, enumerated.
using Law = std::map<unsigned, double>;

/// Every one of `steps` taken independently with probability q.
inline Law coinsAt(const std::vector<Index>& steps, double q, double weight) {
  Law law{{0, weight}};
  for (const Index step : steps) {
    Law next;
    for (const auto& [pattern, p] : law) {
      next[pattern] += p * (1 - q);
      if (q > 0) next[pattern | 1U << step] += p * q;
    }
    law = next;
  }
  return law;
}

inline std::vector<Index> stepsOfGroup(Index group, Index groups, Index n) {
  std::vector<Index> steps;
  for (Index step = group; step < n; step += groups) steps.push_back(step);
  return steps;
}

inline void add(Law& law, const Law& other) {
  for (const auto& [pattern, p] : other) law[pattern] += p;
}

/// As the scheme is defined: a rest at the start, then a coin at each step at which there is none.
inline Law spacedLaw(Index n, Index s, double p) {
  Law law;
  const std::function<void(Index, Index, unsigned, double)> go = [&](Index step, Index rest, unsigned taken, double w) {
    if (step == n) {
      law[taken] += w;
    } else if (rest > 0) {
      go(step + 1, rest - 1, taken, w);
    } else {
      go(step + 1, 0, taken, w * (1 - p));
      go(step + 1, s - 1, taken | 1U << step, w * p);
    }
  };
  const double scale = 1 / (1 + static_cast<double>(s - 1) * p);
  for (Index rest = 0; rest < s; ++rest) go(0, rest, 0, rest == 0 ? scale : p * scale);
  std::erase_if(law, [](const auto& entry) { return entry.second == 0; });
  return law;
}

/// A step in every epoch, of those of the group; the same in all of them unless it is drawn anew.
inline Law allocationLaw(Index epochs, Index steps, Index groups, bool anew) {
  Law law;
  for (Index group = 0; group < groups; ++group) {
    Law drawn{{0, 1.0 / static_cast<double>(groups)}};
    for (Index epoch = 0; epoch < (anew ? epochs : 1); ++epoch) {
      Law next;
      for (const auto& [pattern, p] : drawn) {
        for (Index slot = group; slot < steps; slot += groups) {
          unsigned taken = pattern;
          for (Index at = epoch; at < (anew ? epoch + 1 : epochs); ++at) taken |= 1U << (at * steps + slot);
          next[taken] += p * static_cast<double>(groups) / static_cast<double>(steps);
        }
      }
      drawn = next;
    }
    add(law, drawn);
  }
  return law;
}

}  // namespace noiseloom
