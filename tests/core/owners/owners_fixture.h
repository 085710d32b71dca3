#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "core/owners/owner_table.h"

namespace noiseloom::test {

/// A table of that many examples and owners in which an example has 0 to 3 owners, few owners having many examples.
inline OwnerTable randomOwners(std::mt19937& random, Index examples, Index owners) {
  std::vector<Ownership> entries;
  for (Index example = 0; example < examples; ++example) {
    for (auto i = random() % 4; i > 0; --i) {
      const auto most = static_cast<std::uint32_t>(owners);
      const auto owner = static_cast<std::uint32_t>(random() % most);
      entries.push_back(
          {static_cast<std::uint32_t>(example), random() % 3 == 0 ? owner : owner % std::max(most / 4, 1U)});
    }
  }
  return {examples, owners, std::move(entries)};
}

/// True if two examples have an owner in common, by going through all pairs of them.
inline bool shareOwner(const OwnerTable& table, Index a, Index b) {
  for (const std::uint32_t one : table.of(a)) {
    for (const std::uint32_t other : table.of(b)) {
      if (one == other) return true;
    }
  }
  return false;
}

}  // namespace noiseloom::test
