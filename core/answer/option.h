#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// A value for an option: a switch, a number, a text as a person would type it, or several values.
struct Given {
  std::variant<bool, Index, double, std::string, std::vector<Given>> value;
};

/// An option of a question: what it is called, what it is for, and the place that its value goes to.
struct Option {
  /// Several: each time that the option is given adds one.
  using Place = std::variant<std::optional<std::string>*, std::vector<std::string>*, bool*>;

  std::string name;       ///< without dashes: "min-sep"
  std::string type = {};  ///< what its value is, for people: "NAME"; empty for a switch
  Place place = static_cast<bool*>(nullptr);
  std::string help = {};
  std::string group = {};  ///< heading that it stands under in a list of options; empty: none
  bool required = false;
  bool hidden = false;      ///< refused with a sentence of its own, and in no list of options
  bool positional = false;  ///< on a command line its value stands by itself, without its name
  bool commas = false;      ///< of several values: they may also be given at once, with commas between them
};

/// Takes the options of a question one after another.
using AddOption = std::function<void(const Option&)>;
/// Takes options as `add` does, below that heading.
AddOption below(std::string group, AddOption add);

/// A file that is read or written, by the name of its option, and its path where it is given.
struct FileOption {
  const char* name;
  std::optional<std::string> path;
};

/// True if it has a value, or is on.
bool isGiven(const Option& option);

/// "min_sep" as programs write "min-sep".
std::string snakeCase(std::string_view option);
/// The way back: "min-sep" of "min_sep".
std::string dashed(std::string_view argument);

/// The name of the option, without dashes, that takes what core calls `argument` in its messages ("min_separation",
/// "phase[2]"). known: whether there is an option of a name. Nothing where there is none.
std::optional<std::string> optionOfArgument(const std::string& argument,
                                            const std::function<bool(const std::string&)>& known);

/// Puts the value in the option's place. A list becomes one text with commas where one value is asked for; where
/// several are, a list of numbers is one of them, with colons: "Q:SIGMA:T". Throws InvalidArgument, naming the option
/// in snake_case.
void give(const Option& option, const Given& given);

/// "--colour is not an option of design: did you mean --color?", or where its options are listed.
std::string unknownOption(const std::string& typed, const std::string& command, const std::vector<std::string>& names);
/// The same of what is no command.
std::string unknownName(const std::string& what, const std::string& typed, const std::vector<std::string>& names,
                        const std::string& help);

}  // namespace noiseloom
