#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/command.h"
#include "app/cli/design_output.h"
#include "app/cli/options.h"
#include "app/cli/output_path.h"
#include "app/cli/progress_line.h"
#include "core/answer/design_question.h"
#include "core/base/errors.h"
#include "core/io/strategy_file.h"

namespace noiseloom::cli {
namespace {

namespace fs = std::filesystem;

// Both in one folder? A plan names its strategy file without a folder, so that the pair can be moved together.
bool sameFolder(const fs::path& a, const fs::path& b) {
  return fs::weakly_canonical(fs::absolute(a)).parent_path() == fs::weakly_canonical(fs::absolute(b)).parent_path();
}

/// `design`: solves a scenario, prints the design, and writes a strategy file and a noise plan where asked to.
class DesignCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  /// Refuses output paths that cannot work, before any time is spent on solving.
  void checkFiles() const;
  /// Writes what is asked for. The strategy file is there and its design is printed whatever becomes of the plan: what
  /// is to be said of that goes to the outcome.
  WrittenFiles write(const Design& design, Outcome& outcome) const;

  DesignQuestion m_question;
  std::optional<std::string> m_out;
  std::optional<std::string> m_plan;
  bool m_claim = false;
};

void DesignCommand::declare(CLI::App& command) {
  const char* output = "Output";
  m_question.declare([&](const Option& option) {
    if (option.name == "error-unit") {
      command.add_option("--out", m_out, "write the strategy file, replacing an older one")
          ->type_name("FILE.npz")
          ->group(output);
      command.add_option("--plan", m_plan, "write the noise plan beside it (needs --out)")
          ->type_name("FILE.plan.json")
          ->group(output);
    }
    if (option.name == "class-bounds")
      command.add_flag("--claim", m_claim, "print the whole privacy claim below the table (--json always has it)")
          ->group(output);
    declareOption(command, option);
  });
  declareJson(command, output);
}

void DesignCommand::checkFiles() const {
  if (m_plan && !m_out)
    throw InvalidArgument("plan", *m_plan,
                          std::string("--out with it: a plan names its strategy file and that file's hash"));
  checkOutputs(m_question.inputs(), {{"out", m_out}, {"plan", m_plan}});
}

WrittenFiles DesignCommand::write(const Design& design, Outcome& outcome) const {
  WrittenFiles files;
  if (!m_out) return files;
  files.strategy = *m_out;
  files.strategySha256 = writeStrategyFile(*m_out, design);
  if (!m_plan) return files;
  const std::string name = fs::path(*m_out).filename().string();
  try {
    const NoisePlan plan = makeNoisePlan(design, name, files.strategySha256);
    writeNoisePlan(*m_plan, plan);
    files.plan = *m_plan;
    files.noisePlan = plan;
    if (!sameFolder(*m_out, *m_plan))
      outcome.note =
          "the noise plan names its strategy file as " + name + ": keep both in one folder where the plan is used";
  } catch (const std::exception& error) {
    outcome.exitCode = kExitUsage;
    outcome.note = "the strategy file was written, its noise plan was not: " + std::string(error.what());
  }
  return files;
}

Outcome DesignCommand::run(const std::stop_token& stop) const {
  checkFiles();
  DesignQuestion::Solved found;
  {
    ProgressLine line;
    found = m_question.solve(line.control(stop), [&line](const Text& caution) { line.keep(caution.english()); });
  }
  DesignAnswer& answer = found.answer;
  if (!answer.design) return outcomeOf(found.why);
  Outcome outcome;
  const WrittenFiles files = write(*answer.design, outcome);
  // Where noise depends on the whole strategy each point of a profile takes draws of its own, up to seconds.
  const bool profile = m_claim || (m_json && !answer.design->scenario.batching->ofStrategy());
  const std::string notes =
      withProgress(stop, [&](const RunControl& control) { return m_question.complete(found, profile, control); });
  outcome.output = m_json ? printedJson(designJson(answer, files)) : designText(answer, files);
  if (!m_json && m_claim) outcome.output += "\n" + claimText(answer.claim);
  if (!notes.empty()) outcome.note += (outcome.note.empty() ? "" : "\n") + notes;
  if (found.stopped && outcome.exitCode == kExitSuccess) outcome.exitCode = kExitCancelled;
  return outcome;
}

}  // namespace

std::unique_ptr<Command> designCommand() {
  return std::make_unique<DesignCommand>();
}

}  // namespace noiseloom::cli
