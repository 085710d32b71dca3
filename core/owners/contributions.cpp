#include "core/owners/contributions.h"

#include <algorithm>
#include <numeric>

#include "core/base/check.h"
#include "core/train/seeded_numbers.h"

namespace noiseloom {

std::vector<Index> boundContributions(const OwnerTable& table, Index perOwner, OwnerOrder order, std::uint64_t seed,
                                      const RunControl& control) {
  checkInteger("per_owner", perOwner, 1, kNoLimit);
  std::vector<Index> offered = seededOrder(seed, SeedUse::Contributions, table.examples());
  if (order == OwnerOrder::FewestOwners)
    std::ranges::stable_sort(offered, {}, [&](Index example) { return table.of(example).size(); });
  std::vector<Index> counts(static_cast<std::size_t>(table.owners()));
  std::vector<Index> kept;
  for (std::size_t i = 0; i < offered.size(); ++i) {
    if (i % 4096 == 0 && control.stopRequested()) break;
    const auto owners = table.of(offered[i]);
    if (std::ranges::any_of(owners, [&](std::uint32_t owner) { return counts[owner] == perOwner; })) continue;
    for (const std::uint32_t owner : owners) ++counts[owner];
    kept.push_back(offered[i]);
  }
  std::ranges::sort(kept);
  return kept;
}

OwnerCounts ownerCounts(const OwnerTable& table, std::span<const Index> examples) {
  std::vector<Index> counts(static_cast<std::size_t>(table.owners()));
  for (const Index example : examples) {
    for (const std::uint32_t owner : table.of(example)) ++counts[owner];
  }
  counts.resize(static_cast<std::size_t>(table.namedOwners()));
  std::ranges::sort(counts);
  const Index all = std::accumulate(counts.begin(), counts.end(), Index{0});
  return {.least = counts.front(),
          .median = counts[(counts.size() - 1) / 2],
          .mean = static_cast<double>(all) / static_cast<double>(counts.size()),
          .most = counts.back(),
          .without = std::ranges::count(counts, Index{0})};
}

std::vector<Index> allExamples(Index count) {
  std::vector<Index> examples(static_cast<std::size_t>(count));
  std::iota(examples.begin(), examples.end(), Index{0});
  return examples;
}

}  // namespace noiseloom
