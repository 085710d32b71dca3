#pragma once

#include <span>
#include <vector>

#include "core/owners/owner_table.h"

namespace noiseloom {

/// The examples of each step of a run: step i takes indices[offsets[i] .. offsets[i + 1]), rising.
struct Schedule {
  std::vector<Index> offsets{0};
  std::vector<Index> indices;

  Index iterations() const { return std::ssize(offsets) - 1; }
  std::span<const Index> batch(Index step) const {
    const Index begin = offsets[static_cast<std::size_t>(step)];
    return std::span(indices).subspan(static_cast<std::size_t>(begin),
                                      static_cast<std::size_t>(offsets[static_cast<std::size_t>(step) + 1] - begin));
  }
};

/// The participation of the owners in a schedule, which a claim about every owner has to cover.
struct Spacing {
  Index participations = 0;  ///< k: the most steps in which one owner has an example
  Index separation = 0;      ///< b: the fewest steps between two such steps of one owner; n where nobody has two
  Index perStep = 0;  ///< the most examples of one owner in one step; 1 at most for contributions of one clip norm
};

/// Counts it, of any schedule and whoever made it. Throws InvalidArgument naming schedule: examples that the table does
/// not have, or offsets that do not rise from 0 to the number of indices.
Spacing spacingOf(const OwnerTable& table, const Schedule& schedule);

}  // namespace noiseloom
