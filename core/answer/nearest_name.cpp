#include "core/answer/nearest_name.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace noiseloom {
namespace {

constexpr std::size_t kLettersForAMistake = 3;  // a name of so many letters may have one mistake, of twice as many two

// The fewest letters to insert, leave out, replace or swap with their neighbour: restricted Damerau-Levenshtein
// distance.
std::size_t mistakesBetween(std::string_view from, std::string_view to) {
  std::vector<std::size_t> beforeLast;
  std::vector<std::size_t> last(to.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::vector<std::size_t> row(to.size() + 1, i);
    for (std::size_t j = 1; j <= to.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
        row[j] = std::min(row[j], beforeLast[j - 2] + 1);
    }
    beforeLast = std::move(last);
    last = std::move(row);
  }
  return last.back();
}

}  // namespace

std::string_view nearestName(std::string_view typed, const std::vector<std::string_view>& names) {
  const auto apart = [&](std::string_view name) { return mistakesBetween(typed, name); };
  const auto best = std::ranges::min_element(names, {}, apart);
  if (best != names.end() && apart(*best) <= typed.size() / kLettersForAMistake) return *best;
  if (typed.size() < kLettersForAMistake) return {};
  const auto begins = [&](std::string_view name) { return typed.starts_with(name) || name.starts_with(typed); };
  const auto whole = std::ranges::find_if(names, begins);
  return whole != names.end() ? *whole : std::string_view();
}

}  // namespace noiseloom
