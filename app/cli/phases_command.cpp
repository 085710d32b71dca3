#include <CLI/CLI.hpp>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/error_text.h"
#include "app/cli/options.h"
#include "app/cli/output_path.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"
#include "core/answer/phases_question.h"
#include "core/answer/readable.h"
#include "core/base/errors.h"
#include "core/io/strategy_file.h"
#include "core/scenario/batch_size.h"

namespace noiseloom::cli {
namespace {

std::string phasesText(const PhasesRequest& asked, const PhasedDesigns& made) {
  TextTable table;
  table.row(
      {"Steps", "Batch", "Batching", "Mechanism", "Bands", "Noise multiplier", "Stddev", "RMSE", "Epsilon alone"});
  Index first = 0;
  for (const auto& design : made.designs) {
    const Scenario& scenario = design->scenario;
    const auto batch = batchSizeOf(scenario);
    table.row({std::to_string(first) + " to " + std::to_string(first + scenario.iterations - 1),
               batch ? readable(*batch) : "", std::string(scenario.batching->id), std::string(design->mechanism->id),
               std::to_string(design->bands), readableUp(design->noiseMultiplier.value, 6),
               readableUp(design->stddev, 6), readableError(design->error.mean), readableUp(scenario.epsilon, 4)});
    first += scenario.iterations;
  }
  return phasesStatement(asked, made) + "\n\n" + table.text();
}

/// `phases`: designs all phases of a run under one promise, and writes a strategy file for each.
class PhasesCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  PhasesQuestion m_question;
  std::vector<std::string> m_out;
};

void PhasesCommand::declare(CLI::App& command) {
  m_question.declare(optionsOf(command));
  command.add_option("--out", m_out, "write the strategy file of a phase, replacing an older one; one for each phase")
      ->type_name("FILE.npz")
      ->group("Output")
      ->allow_extra_args(false);
  declareJson(command, "Output");
}

Outcome PhasesCommand::run(const std::stop_token& stop) const {
  const PhasesRequest asked = m_question.request();
  if (!m_out.empty() && m_out.size() != asked.phases.size()) {
    throw InvalidArgument("out", std::to_string(m_out.size()) + " of them",
                          "one for each of the " + std::to_string(asked.phases.size()) + " phases, or none");
  }
  std::vector<FileOption> outputs;
  outputs.reserve(m_out.size());
  for (const std::string& file : m_out) outputs.push_back({"out", file});
  checkOutputs(m_question.inputs(), outputs);
  const PhasedDesigns made =
      withProgress(stop, [&](const RunControl& control) { return designPhases(asked, control); });
  if (made.stopped) return {kExitCancelled, "", "cancelled before all phases were ready; nothing was written"};
  for (std::size_t i = 0; i < m_out.size(); ++i) writeStrategyFile(m_out[i], *made.designs[i]);
  return {kExitSuccess, m_json ? printedJson(phasesJson(asked, made)) : phasesText(asked, made), phasesNote(made)};
}

}  // namespace

std::unique_ptr<Command> phasesCommand() {
  return std::make_unique<PhasesCommand>();
}

}  // namespace noiseloom::cli
