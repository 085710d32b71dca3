#include <CLI/CLI.hpp>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/progress_line.h"
#include "core/answer/arguments.h"
#include "core/answer/claim_note.h"
#include "core/answer/scenario_options.h"
#include "core/base/errors.h"
#include "core/io/strategy_file.h"
#include "core/search/designer.h"
#include "core/search/mechanism_ranking.h"
#include "core/snippet/copied_command.h"
#include "core/snippet/python_snippet.h"

namespace noiseloom::cli {
namespace {

/// `snippet`: the programs and the command that the window copies, for a strategy file or for a scenario that is
/// solved.
class SnippetCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  /// Null when cancelled.
  std::shared_ptr<const Design> solved(const std::stop_token& stop) const;
  Scenario scenario() const;

  std::optional<std::string> m_file;
  std::string m_for;
  ScenarioOptions m_scenario;
};

void SnippetCommand::declare(CLI::App& command) {
  command.add_option("file", m_file, "strategy file, in place of a scenario's options")->type_name("FILE.npz");
  command
      .add_option("--for", m_for,
                  "numpy, jax or pytorch: a program that makes correlated noise and checks the design's numbers; "
                  "command: the command line that solves the scenario again")
      ->type_name("WHAT")
      ->required();
  m_scenario.declare(optionsOf(command), false);
}

Scenario SnippetCommand::scenario() const {
  if (!m_file) return m_scenario.scenario();
  for (const FieldInfo& field : scenarioFields()) {
    if (const auto typed = m_scenario.typed(field.name))
      throw InvalidArgument(std::string(field.name), *typed, "either options or a strategy file, " + *m_file);
  }
  return readStrategyFile(*m_file).scenario;
}

std::shared_ptr<const Design> SnippetCommand::solved(const std::stop_token& stop) const {
  const Scenario asked = scenario();
  if (m_file) return designOf(readStrategyFile(*m_file));
  ProgressLine line;
  const RunControl control = line.control(stop);
  std::shared_ptr<const Design> made =
      asked.asksForBest() ? bestOf(asked, rankMechanisms(asked, control)) : design(asked, control);
  return stop.stop_requested() ? nullptr : made;
}

Outcome SnippetCommand::run(const std::stop_token& stop) const {
  if (m_for == "command") {
    const Scenario asked = scenario();
    return {kExitSuccess, commandLine(asked) + "\n",
            needsRatesFile(asked) ? std::string("the command reads the learning rates from ") + kRatesFile : ""};
  }
  PythonLibrary library = PythonLibrary::NumPy;
  if (m_for == "jax")
    library = PythonLibrary::Jax;
  else if (m_for == "pytorch")
    library = PythonLibrary::PyTorch;
  else if (m_for != "numpy")
    refuseName("for", m_for, {"numpy", "jax", "pytorch", "command"});
  const std::shared_ptr<const Design> made = solved(stop);
  if (!made) return {kExitCancelled, "", "cancelled: there is no design to write a program of"};
  std::string note = criticalNote(claimOf(*made));
  if (snippetNeedsFile(*made)) {
    note += (note.empty() ? "" : "; ") + std::string("the program reads ") +
            (m_file ? *m_file + ": give it as its first argument"
                    : std::string("strategy.npz: write it with design --out strategy.npz"));
  }
  return {kExitSuccess, pythonSnippet(*made, library), note};
}

}  // namespace

std::unique_ptr<Command> snippetCommand() {
  return std::make_unique<SnippetCommand>();
}

}  // namespace noiseloom::cli
