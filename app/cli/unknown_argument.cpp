#include "app/cli/unknown_argument.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "core/answer/option.h"

namespace noiseloom::cli {

std::string unknownArgument(const CLI::App& program, const std::vector<std::string>& left) {
  const auto commands = program.get_subcommands();
  const CLI::App& command = commands.empty() ? program : *commands.front();
  const auto option =
      std::ranges::find_if(left, [](const std::string& each) { return each.size() > 1 && each.starts_with('-'); });
  if (option != left.end()) {
    const std::string typed = option->substr(0, option->find('='));
    std::vector<std::string> names;
    for (const CLI::Option* each : command.get_options())
      for (const std::string& name : each->get_lnames()) names.push_back("--" + name);
    return unknownOption(typed, command.get_name(), names);
  }
  if (!commands.empty()) return left.front() + " is more than " + command.get_name() + " takes";
  std::vector<std::string> names;
  for (const CLI::App* each : program.get_subcommands({})) names.push_back(each->get_name());
  return unknownName(" is not a command", left.front(), names, "--help");
}

}  // namespace noiseloom::cli
