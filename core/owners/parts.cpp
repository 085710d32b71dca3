#include "core/owners/parts.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

// Places in the kept examples, joined where they have an owner in common. The top of a tree is its first place.
class Joined {
 public:
  explicit Joined(std::size_t count) : m_above(count) { std::iota(m_above.begin(), m_above.end(), std::size_t{0}); }

  std::size_t top(std::size_t place) {
    while (m_above[place] != place) {
      m_above[place] = m_above[m_above[place]];
      place = m_above[place];
    }
    return place;
  }
  void join(std::size_t one, std::size_t other) {
    const auto [first, second] = std::minmax({top(one), top(other)});
    m_above[second] = first;
  }

 private:
  std::vector<std::size_t> m_above;
};

// The largest group first, among equals that of the first example.
std::vector<std::vector<Index>> groupsOf(const OwnerTable& table, std::span<const Index> kept) {
  constexpr std::size_t kNone = SIZE_MAX;
  Joined joined(kept.size());
  std::vector<std::size_t> firstOf(static_cast<std::size_t>(table.owners()), kNone);
  for (std::size_t place = 0; place < kept.size(); ++place) {
    for (const std::uint32_t owner : table.of(kept[place])) {
      if (firstOf[owner] == kNone) firstOf[owner] = place;
      joined.join(place, firstOf[owner]);
    }
  }
  std::vector<std::vector<Index>> groups;
  std::vector<std::size_t> groupOf(kept.size());
  for (std::size_t place = 0; place < kept.size(); ++place) {
    const std::size_t top = joined.top(place);
    if (top == place) {
      groupOf[place] = groups.size();
      groups.emplace_back();
    }
    groups[groupOf[top]].push_back(kept[place]);
  }
  std::ranges::stable_sort(groups, std::greater<>(), [](const auto& group) { return group.size(); });
  return groups;
}

std::vector<std::vector<Index>> partsOf(const OwnerTable& table, std::span<const Index> kept, Index bands) {
  using Room = std::pair<std::size_t, std::size_t>;  // examples of a part, and which it is
  std::vector<std::vector<Index>> parts(static_cast<std::size_t>(bands));
  std::priority_queue<Room, std::vector<Room>, std::greater<>> rooms;
  for (std::size_t part = 0; part < parts.size(); ++part) rooms.emplace(0, part);
  for (const std::vector<Index>& group : groupsOf(table, kept)) {
    const auto [size, part] = rooms.top();
    rooms.pop();
    parts[part].insert(parts[part].end(), group.begin(), group.end());
    rooms.emplace(size + group.size(), part);
  }
  for (std::vector<Index>& part : parts) std::ranges::sort(part);
  std::ranges::stable_sort(parts, std::greater<>(), [](const auto& part) { return part.size(); });
  return parts;
}

}  // namespace

std::vector<Index> examplesInParts(const OwnerTable& table, std::span<const Index> kept, Index bands,
                                   std::optional<Index> datasetSize) {
  checkInteger("bands", bands, 1, OwnerTable::kMostExamples);
  const std::vector<std::vector<Index>> parts = partsOf(table, kept, bands);
  const Index needed = bands * std::max<Index>(1, std::ssize(parts.front()));
  const Index size = datasetSize.value_or(needed);
  checkInteger("dataset_size", size, 1, OwnerTable::kMostExamples);
  std::vector<Index> numbers(static_cast<std::size_t>(size), kNoExample);
  for (Index part = 0; part < bands; ++part) {
    Index number = part;
    for (const Index example : parts[static_cast<std::size_t>(part)]) {
      if (number >= size) {
        throw InvalidArgument(
            "dataset_size", size,
            {Core::tr("%1 for %2 bands, whose parts then have room for all examples of each owner"), needed, bands});
      }
      numbers[static_cast<std::size_t>(number)] = example;
      number += bands;
    }
  }
  return numbers;
}

}  // namespace noiseloom
