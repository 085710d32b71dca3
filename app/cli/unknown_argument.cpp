#include "app/cli/unknown_argument.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <numeric>
#include <string_view>

namespace noiseloom::cli {
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

std::string withSuggestion(const std::string& what, const std::string& meant, const std::string& help) {
  return what + (meant.empty() ? " (" + help + " lists them)" : ": did you mean " + meant + "?");
}

}  // namespace

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
    return withSuggestion(typed + " is not an option of " + command.get_name(), nearest(typed, names),
                          command.get_name() + " --help");
  }
  if (!commands.empty()) return left.front() + " is more than " + command.get_name() + " takes";
  std::vector<std::string> names;
  for (const CLI::App* each : program.get_subcommands({})) names.push_back(each->get_name());
  return withSuggestion(left.front() + " is not a command", nearest(left.front(), names), "--help");
}

}  // namespace noiseloom::cli
