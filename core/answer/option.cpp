#include "core/answer/option.h"

#include <algorithm>
#include <type_traits>

#include "core/answer/nearest_name.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {
namespace {

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

AddOption below(std::string group, AddOption add) {
  return [group = std::move(group), add = std::move(add)](Option option) {
    option.group = group;
    add(option);
  };
}

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
  const std::string meant(nearestName(typed, {names.begin(), names.end()}));
  return typed + what + (meant.empty() ? " (" + help + " lists them)" : ": did you mean " + meant + "?");
}

std::string unknownOption(const std::string& typed, const std::string& command, const std::vector<std::string>& names) {
  return unknownName(" is not an option of " + command, typed, names, command + " --help");
}

}  // namespace noiseloom
