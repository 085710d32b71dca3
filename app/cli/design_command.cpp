#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/claim_note.h"
#include "app/cli/command.h"
#include "app/cli/design_output.h"
#include "app/cli/error_unit_option.h"
#include "app/cli/memory_note.h"
#include "app/cli/output_path.h"
#include "app/cli/progress_line.h"
#include "app/cli/scenario_options.h"
#include "app/cli/solve_for_options.h"
#include "core/base/errors.h"
#include "core/design/class_bounds.h"
#include "core/design/cost.h"
#include "core/io/strategy_file.h"
#include "core/scenario/cautions.h"
#include "core/search/designer.h"

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

  ScenarioOptions m_scenario;
  SolveForOptions m_solveFor;
  std::optional<std::string> m_out;
  std::optional<std::string> m_plan;
  ErrorUnitOption m_unit;
  bool m_claim = false;
  bool m_classBounds = false;
  bool m_json = false;
};

void DesignCommand::declare(CLI::App& command) {
  // What is to be solved for need not be given: scenario() asks for the rest.
  m_scenario.declare(command, false);
  m_solveFor.declare(command);
  const char* output = "Output";
  command.add_option("--out", m_out, "write the strategy file, replacing an older one")
      ->type_name("FILE.npz")
      ->group(output);
  command.add_option("--plan", m_plan, "write the noise plan beside it (needs --out)")
      ->type_name("FILE.plan.json")
      ->group(output);
  m_unit.declare(command);
  command.add_flag("--claim", m_claim, "print the whole privacy claim below the table (--json always has it)")
      ->group(output);
  command
      .add_flag("--class-bounds", m_classBounds,
                "also what no Toeplitz, equal-norm or banded strategy goes below, where that is proven (takes seconds)")
      ->group(output);
  command.add_flag("--json", m_json, "print one JSON object")->group(output);
}

void DesignCommand::checkFiles() const {
  if (m_plan && !m_out)
    throw InvalidArgument("plan", *m_plan,
                          std::string("--out with it: a plan names its strategy file and that file's hash"));
  checkOutputs(m_scenario.inputs(), {{"out", m_out}, {"plan", m_plan}});
}

Outcome DesignCommand::run(const std::stop_token& stop) const {
  checkFiles();
  if (!m_solveFor.given()) m_solveFor.refuseIdle();
  std::optional<Field> unknown;
  SolveTarget target;
  if (m_solveFor.given()) {
    unknown = m_solveFor.unknown();
    target = m_solveFor.target();
  }
  Scenario scenario = (unknown ? m_solveFor.started(m_scenario) : m_scenario).scenario();
  m_unit.check(scenario);
  // The best is the best of those that a machine has room for.
  if (const auto memory = memoryOfMachine(scenario.deployment); memory && scenario.asksForBest()) {
    const Index rows = mostRowsIn(*memory, scenario.deployment);
    scenario.mostNoiseRows = std::min(scenario.mostNoiseRows.value_or(rows), rows);
  }
  std::shared_ptr<const Design> result;
  std::vector<RankedMechanism> ranking;
  SolveForResult solved;
  {
    ProgressLine line;
    for (const Caution& caution : cautionsOf(scenario)) {
      if (caution.beforehand) line.keep(caution.text.english());
    }
    if (unknown) {
      solved = solveFor(scenario, *unknown, target, line.control(stop));
      result = solved.design;
    } else if (scenario.asksForBest()) {
      ranking = rankMechanisms(scenario, line.control(stop));
      result = bestOf(scenario, ranking);
    } else {
      result = design(scenario, line.control(stop));
    }
  }
  if (solved.outcome == SolveOutcome::Unreachable)
    return {kExitNo, "", "the target cannot be reached: " + explain(solved, *unknown, target)};
  const bool cancelled = stop.stop_requested();
  if (!result || (cancelled && !std::isfinite(result->noiseMultiplier.value))) {
    return {kExitCancelled, "", "cancelled before a first design was ready; nothing was written"};
  }
  WrittenFiles files;
  if (m_out) {
    files.strategy = *m_out;
    files.strategySha256 = writeStrategyFile(*m_out, *result);
  }
  Outcome outcome;
  if (m_plan) {
    // The strategy file is there: its design is printed whatever becomes of the plan.
    try {
      const NoisePlan plan = makeNoisePlan(*result, fs::path(*m_out).filename().string(), files.strategySha256);
      writeNoisePlan(*m_plan, plan);
      files.plan = *m_plan;
      files.noisePlan = plan;
    } catch (const std::exception& error) {
      outcome.exitCode = kExitUsage;
      outcome.note = "the strategy file was written, its noise plan was not: " + std::string(error.what());
    }
  }
  if (files.noisePlan && !sameFolder(*m_out, *m_plan)) {
    outcome.note = "the noise plan names its strategy file as " + fs::path(*m_out).filename().string() +
                   ": keep both in one folder where the plan is used";
  }
  const auto beforeProfile = std::chrono::steady_clock::now();
  // Where noise depends on the whole strategy each point of a profile takes draws of its own, up to seconds.
  const bool profile = m_claim || (m_json && !result->scenario.batching->ofStrategy);
  const PrivacyClaim claim = profile ? claimWithProfile(*result, {stop, {}}) : claimOf(*result);
  const std::chrono::duration<double> profileTime = std::chrono::steady_clock::now() - beforeProfile;
  const std::string found = !unknown ? ""
                            : m_json ? SolveForOptions::json(solved, *unknown, target)
                                     : SolveForOptions::text(solved, *unknown, target);
  const ErrorScale scale(m_unit.unit(), result->scenario, {stop, {}});
  std::vector<ClassBound> bounds;
  if (m_classBounds) {
    ProgressLine line;
    bounds = classBounds(*result, line.control(stop));
  }
  const std::vector<ClassBound>* asked = m_classBounds ? &bounds : nullptr;
  outcome.output = m_json ? designJson(*result, claim, profileTime.count(), files, ranking, found,
                                       m_unit.given() ? &scale : nullptr, asked)
                          : found + designText(*result, files, ranking, scale, asked);
  if (!m_json && m_claim) outcome.output += "\n" + claimText(claim);
  for (const std::string& warning : {memoryNote(*result), criticalNote(claim)}) {
    if (!warning.empty()) outcome.note += (outcome.note.empty() ? "" : "\n") + warning;
  }
  if (cancelled && outcome.exitCode == kExitSuccess) {
    outcome.exitCode = kExitCancelled;
    outcome.note += std::string(outcome.note.empty() ? "" : "\n") +
                    "cancelled: this is the best design so far (its noise suffices; its error may not be the smallest)";
  }
  return outcome;
}

}  // namespace

std::unique_ptr<Command> designCommand() {
  return std::make_unique<DesignCommand>();
}

}  // namespace noiseloom::cli
