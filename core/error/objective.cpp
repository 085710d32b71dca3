#include "core/error/objective.h"

#include <algorithm>

namespace noiseloom {

std::optional<ErrorObjective> objectiveFromName(std::string_view name) {
  const auto* const found = std::ranges::find(kObjectives, name, &ObjectiveInfo::id);
  return found == kObjectives.end() ? std::nullopt : std::optional(found->objective);
}

std::span<const ErrorObjective> allObjectives() {
  static constexpr auto all = [] {
    std::array<ErrorObjective, kObjectives.size()> list{};
    std::ranges::transform(kObjectives, list.begin(), &ObjectiveInfo::objective);
    return list;
  }();
  return all;
}

}  // namespace noiseloom
