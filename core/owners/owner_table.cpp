#include "core/owners/owner_table.h"

#include <algorithm>

#include "core/base/check.h"

namespace noiseloom {
namespace {

std::uint64_t placeOfEntry(const Ownership& entry) {
  return std::uint64_t{entry.example} << 32U | entry.owner;
}

}  // namespace

OwnerTable::OwnerTable(Index examples, Index owners, std::vector<Ownership> entries) : m_named(owners) {
  checkInteger("dataset_size", examples, 1, kMostExamples);
  checkInteger("owners", owners, 1, kMostOwners);
  for (const Ownership& entry : entries) {
    checkInteger("example of entries", entry.example, 0, examples - 1);
    checkInteger("owner of entries", entry.owner, 0, owners - 1);
  }
  if (!std::ranges::is_sorted(entries, {}, placeOfEntry)) std::ranges::sort(entries, {}, placeOfEntry);
  const auto end = std::unique(entries.begin(), entries.end(), [](const Ownership& a, const Ownership& b) {
    return placeOfEntry(a) == placeOfEntry(b);
  });
  m_repeated = entries.end() - end;
  entries.erase(end, entries.end());
  m_offsets.reserve(static_cast<std::size_t>(examples) + 1);
  m_owners.reserve(entries.size());
  m_offsets.push_back(0);
  auto entry = entries.begin();
  for (Index example = 0; example < examples; ++example) {
    const std::size_t before = m_owners.size();
    for (; entry != entries.end() && entry->example == example; ++entry) m_owners.push_back(entry->owner);
    if (m_owners.size() == before) m_owners.push_back(static_cast<std::uint32_t>(m_named + m_unowned++));
    m_offsets.push_back(m_owners.size());
  }
}

}  // namespace noiseloom
