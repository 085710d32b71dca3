#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace noiseloom {

/// The names of an enum's values, in files and on the command line, in the order of its enumerators, which count from
/// 0. An enum that has names states them beside itself, by a specialisation, and in no other place.
template <class Enum>
inline constexpr std::array<std::string_view, 0> kNamesOf{};

template <class Enum>
concept Named = !kNamesOf<Enum>.empty();

/// All values, in the order in which they are offered.
template <Named Enum>
std::span<const Enum> valuesOf() {
  static constexpr auto kValues = [] {
    std::array<Enum, kNamesOf<Enum>.size()> list{};
    for (std::size_t i = 0; i < list.size(); ++i) list[i] = static_cast<Enum>(i);
    return list;
  }();
  return kValues;
}

template <Named Enum>
constexpr std::string_view toString(Enum value) {
  return kNamesOf<Enum>.at(static_cast<std::size_t>(value));
}

/// The value of that name; nullopt for a name that is none.
template <Named Enum>
constexpr std::optional<Enum> fromName(std::string_view name) {
  const auto& names = kNamesOf<Enum>;
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? std::nullopt : std::optional(static_cast<Enum>(found - names.begin()));
}

/// The names of a table with a row for each value.
template <class Row, std::size_t kCount>
constexpr std::array<std::string_view, kCount> namesIn(const std::array<Row, kCount>& rows,
                                                       std::string_view Row::*name) {
  std::array<std::string_view, kCount> names{};
  for (std::size_t i = 0; i < kCount; ++i) names[i] = rows[i].*name;
  return names;
}

}  // namespace noiseloom
