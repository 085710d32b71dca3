#include "app/cli/options.h"

#include <CLI/CLI.hpp>
#include <type_traits>

namespace noiseloom::cli {

void declareOption(CLI::App& command, const Option& option) {
  const std::string name = (option.positional ? "" : "--") + option.name;
  const auto declared = [&](auto* place) {
    if constexpr (std::is_same_v<decltype(place), bool*>) {
      return command.add_flag(name, *place, option.help);
    } else {
      CLI::Option* added = command.add_option(name, *place, option.help)->type_name(option.type);
      if constexpr (std::is_same_v<decltype(place), std::vector<std::string>*>)
        option.commas ? added->delimiter(',') : added->take_all();
      return added;
    }
  };
  CLI::Option* added = std::visit(declared, option.place)->required(option.required);
  if (option.hidden || !option.group.empty()) added->group(option.hidden ? "" : option.group);
}

AddOption optionsOf(CLI::App& command) {
  return [&command](const Option& option) { declareOption(command, option); };
}

}  // namespace noiseloom::cli
