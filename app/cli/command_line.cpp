#include "app/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/progress_line.h"
#include "core/answer/arguments.h"
#include "core/answer/option.h"
#include "core/base/errors.h"
#include "core/base/version.h"

namespace noiseloom::cli {
namespace {

/// A message about arguments that parsing left over: the first one that is no option, no command or one too many, with
/// the name that it comes near to, as a person may have mistyped it. `left` holds them in any order, at least one.
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

// Core names arguments as its files do ("min_separation"); a person at the shell knows the option.
std::string optionFor(const CLI::App& command, const std::string& argument) {
  const auto known = [&](const std::string& name) { return command.get_option_no_throw("--" + name) != nullptr; };
  const std::optional<std::string> option = optionOfArgument(argument, known);
  return option ? "--" + *option : argument;
}

Outcome usage(std::string note) {
  return {kExitUsage, "", std::move(note)};
}

// CLI11 ends parsing by an exception for --help and --version too: those are answers, not failures.
Outcome parseOutcome(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream out;
  std::ostringstream err;
  if (app.exit(error, out, err) == static_cast<int>(CLI::ExitCodes::Success)) return {kExitSuccess, out.str(), ""};
  std::string note = err.str();
  note.erase(note.find_last_not_of('\n') + 1);
  return usage(std::move(note));
}

Outcome guarded(const CLI::App& app, const Command& command, const std::stop_token& stop) {
  try {
    return command.run(stop);
  } catch (const InvalidArgument& error) {
    return usage(optionFor(app, error.argument()) + " = " + error.value().english() + " is not allowed: use " +
                 error.allowed().english());
  } catch (const std::bad_alloc&) {
    return usage("out of memory: use fewer --iterations or fewer --bands");
  } catch (const std::length_error&) {
    return usage("out of memory: use fewer --iterations or fewer --bands");
  } catch (const std::exception& error) {
    return usage(error.what());
  }
}

Outcome parseAndRun(int argc, const char* const* argv, const std::stop_token& stop) {
  CLI::App app("Designs correlated-noise mechanisms for differentially private training.", "noiseloom-cli");
  app.set_version_flag("--version", std::string("noiseloom-cli ") + NOISELOOM_VERSION + " (" + builtFromCommit() + ")");
  app.require_subcommand(0, 1);
  app.failure_message(CLI::FailureMessage::simple);
  app.footer(
      "Exit codes: 0 success, 1 verification failed or target out of reach, 2 bad usage or input, 130 cancelled.");

  struct Row {
    const char* name;
    const char* help;
    std::unique_ptr<Command> command;
    CLI::App* app = nullptr;
  };
  std::array rows{
      Row{"design", "Solve a scenario for a mechanism and its noise", designCommand()},
      Row{"recommend", "Say what a job should run, and why", recommendCommand()},
      Row{"phases", "Design all phases of a training run under one promise", phasesCommand()},
      Row{"account",
          "Solve for noise multiplier, epsilon, delta, sampling probability or compositions (Poisson-sampled Gaussian)",
          accountCommand()},
      Row{"verify", "Recompute what a strategy file or a noise plan states, or check a training job's record",
          verifyCommand()},
      Row{"audit", "Say what a training run with canaries shows of its claim", auditCommand()},
      Row{"claim", "Show a strategy file's privacy claim, or what its noise promises at another min-separation",
          claimCommand()},
      Row{"sweep", "Solve a scenario, or evaluate one strategy, for many values of an option", sweepCommand()},
      Row{"merge", "Put the parts of a sweep that several machines shared together", mergeCommand()},
      Row{"batches", "Form the batches of a training run as a strategy file's claim assumes", batchesCommand()},
      Row{"owners", "Bound what owners of shared examples give, and form batches that keep each owner's separation",
          ownersCommand()},
      Row{"noise", "Make the noise of a strategy file's steps, for the sum of clipped gradients", noiseCommand()},
      Row{"train", "Train a model with several designs side by side, and say which learns better", trainCommand()},
      Row{"spectrum", "Measure the curvatures of a model's loss on data, as --spectrum reads them", spectrumCommand()},
      Row{"snippet", "Print a program, or a command, that repeats a design", snippetCommand()},
      Row{"reproduce", "Make figures and tables of the papers again, beside what they print", reproduceCommand()}};
  std::vector<std::string_view> names;
  for (Row& row : rows) {
    names.emplace_back(row.name);
    row.app = app.add_subcommand(row.name, row.help);
    row.command->declare(*row.app);
  }

  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    return usage(unknownArgument(app, app.remaining(true)));
  } catch (const CLI::ParseError& error) {
    return parseOutcome(app, error);
  }
  const auto row = std::ranges::find_if(rows, [](const Row& each) { return each.app->parsed(); });
  if (row == rows.end()) return usage("name a command: " + listOf(names) + " (--help says what they do)");
  return guarded(*row->app, *row->command, stop);
}

}  // namespace

void Command::declareJson(CLI::App& command, const std::string& group) {
  command.add_flag("--json", m_json, "print one JSON object")->group(group);
}

Outcome outcomeOf(const Answer& answer, std::string output) {
  switch (answer.ending) {
    case Ending::Answered: return {kExitSuccess, std::move(output), answer.note};
    case Ending::No: return {kExitNo, std::move(output), answer.note};
    case Ending::Refused: return {kExitUsage, std::move(output), answer.note};
    case Ending::Stopped: return {kExitCancelled, std::move(output), answer.note};
  }
  return {};
}

Outcome runCommandLine(int argc, const char* const* argv, const std::stop_token& stop) noexcept {
  try {
    return parseAndRun(argc, argv, stop);
  } catch (const std::exception& error) {
    return usage(error.what());
  }
}

}  // namespace noiseloom::cli
