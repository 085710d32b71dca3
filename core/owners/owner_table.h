#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// An example and one of its owners, both counted from 0.
struct Ownership {
  std::uint32_t example = 0;
  std::uint32_t owner = 0;
};

/// Whose the examples of a data set are: each may have several owners, as a message has everybody who wrote or received
/// it. An example that nobody owns is an owner of its own, so that no claim about all owners leaves it out.
class OwnerTable {
 public:
  static constexpr Index kMostExamples = (Index{1} << 29) - 1;  ///< as many as a file of batches holds
  static constexpr Index kMostOwners = Index{1} << 30;

  /// entries: in any order; one that is there twice counts once. Throws InvalidArgument naming dataset_size (1 to
  /// kMostExamples), owners (1 to kMostOwners), or entries beyond these.
  OwnerTable(Index examples, Index owners, std::vector<Ownership> entries);

  Index examples() const { return std::ssize(m_offsets) - 1; }
  /// All owners: those of the entries, then the examples without one.
  Index owners() const { return m_named + m_unowned; }
  /// Those of the entries.
  Index namedOwners() const { return m_named; }
  /// Examples that nobody owns.
  Index unowned() const { return m_unowned; }
  /// Entries that were there already.
  Index repeated() const { return m_repeated; }
  /// The owners of an example, at least one, rising. 0 <= example < examples().
  std::span<const std::uint32_t> of(Index example) const {
    const auto at = static_cast<std::size_t>(example);
    return std::span(m_owners).subspan(m_offsets[at], m_offsets[at + 1] - m_offsets[at]);
  }

 private:
  Index m_named;
  Index m_unowned = 0;
  Index m_repeated = 0;
  std::vector<std::size_t> m_offsets;  // of examples() + 1 places in m_owners
  std::vector<std::uint32_t> m_owners;
};

}  // namespace noiseloom
