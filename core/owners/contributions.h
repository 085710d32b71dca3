#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/names.h"
#include "core/base/run_control.h"
#include "core/owners/owner_table.h"

namespace noiseloom {

/// The order in which examples are offered to boundContributions().
enum class OwnerOrder {
  Random,       ///< drawn by the seed
  FewestOwners  ///< those with fewer owners first, among equals as drawn: keeps more of them, and others
};
template <>
inline constexpr std::array<std::string_view, 2> kNamesOf<OwnerOrder>{"random", "fewest-owners"};

/// The examples, rising, that are left where nobody owns more than `perOwner` of them: each in turn is kept if all its
/// owners have room for it [several-owners], so that none that was dropped could be added. A function of the table, the
/// order and the seed. When stopped, some of them. Throws InvalidArgument naming per_owner below 1.
std::vector<Index> boundContributions(const OwnerTable& table, Index perOwner, OwnerOrder order, std::uint64_t seed,
                                      const RunControl& control = {});

/// How many of these examples each owner has, examples that nobody owns left out.
struct OwnerCounts {
  Index least = 0;
  Index median = 0;  ///< the lower one
  double mean = 0;
  Index most = 0;
  Index without = 0;  ///< owners that have none
};
OwnerCounts ownerCounts(const OwnerTable& table, std::span<const Index> examples);

/// 0 to count - 1.
std::vector<Index> allExamples(Index count);

}  // namespace noiseloom
