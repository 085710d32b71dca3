#include "core/answer/option.h"

#include <algorithm>
#include <numeric>
#include <type_traits>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/scenario/scenario_fields.h"

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

// Empty where none is near.
std::string nearest(const std::string& typed, const std::vector<std::string>& names) {
  const auto apart = [&](const std::string& name) { return mistakesBetween(typed, name); };
  const auto best = std::ranges::min_element(names, {}, apart);
  return best != names.end() && apart(*best) <= typed.size() / kLettersForAMistake ? *best : "";
}

bool isNumber(const Given& given) {
  return std::holds_alternative<Index>(given.value) || std::holds_alternative<double>(given.value);
}

std::string textOf(const Given& given, char between) {
  if (const bool* on = std::get_if<bool>(&given.value)) return *on ? "on" : "off";
  if (const Index* count = std::get_if<Index>(&given.value)) return std::to_string(*count);
  if (const double* real = std::get_if<double>(&given.value)) return shortest(*real);
  if (const auto* text = std::get_if<std::string>(&given.value)) return *text;
  std::string all;
  for (const Given& each : std::get<std::vector<Given>>(given.value))
    all += (all.empty() ? "" : std::string(1, between)) + textOf(each, between);
  return all;
}

}  // namespace

bool isGiven(const Option& option) {
  const auto given = [](const auto* place) {
    if constexpr (std::is_same_v<decltype(place), const std::vector<std::string>*>) {
      return !place->empty();
    } else {
      return static_cast<bool>(*place);
    }
  };
  return std::visit([&](const auto* place) { return given(place); }, option.place);
}

std::string snakeCase(std::string_view option) {
  std::string name(option);
  std::ranges::replace(name, '-', '_');
  return name;
}

std::string dashed(std::string_view argument) {
  std::string name(argument);
  std::ranges::replace(name, '_', '-');
  return name;
}

std::optional<std::string> optionOfArgument(const std::string& argument,
                                            const std::function<bool(const std::string&)>& known) {
  const auto bracket = argument.find('[');
  const std::string asked = argument.substr(0, bracket);
  const std::optional<Field> field = fieldOfArgument(asked);
  const std::string name = field && infoOf(*field).name == asked ? optionName(*field) : dashed(asked);
  if (!known(name)) return std::nullopt;
  return bracket == std::string::npos ? name : name + argument.substr(bracket);
}

void give(const Option& option, const Given& given) {
  if (const auto* place = std::get_if<std::optional<std::string>*>(&option.place)) {
    **place = textOf(given, ',');
  } else if (const auto* several = std::get_if<std::vector<std::string>*>(&option.place)) {
    const auto* list = std::get_if<std::vector<Given>>(&given.value);
    if (!list || (!option.commas && !list->empty() && std::ranges::all_of(*list, isNumber))) {
      (*several)->push_back(textOf(given, ':'));
    } else {
      for (const Given& each : *list) (*several)->push_back(textOf(each, ':'));
    }
  } else {
    const bool* on = std::get_if<bool>(&given.value);
    if (!on) throw InvalidArgument(snakeCase(option.name), textOf(given, ','), std::string("True or False"));
    *std::get<bool*>(option.place) = *on;
  }
}

std::string unknownName(const std::string& what, const std::string& typed, const std::vector<std::string>& names,
                        const std::string& help) {
  const std::string meant = nearest(typed, names);
  return typed + what + (meant.empty() ? " (" + help + " lists them)" : ": did you mean " + meant + "?");
}

std::string unknownOption(const std::string& typed, const std::string& command, const std::vector<std::string>& names) {
  return unknownName(" is not an option of " + command, typed, names, command + " --help");
}

}  // namespace noiseloom
