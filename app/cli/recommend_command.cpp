#include <CLI/CLI.hpp>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/command.h"
#include "app/cli/error_text.h"
#include "app/cli/options.h"
#include "app/cli/output_path.h"
#include "app/cli/progress_line.h"
#include "app/cli/text_table.h"
#include "core/answer/readable.h"
#include "core/answer/recommend_question.h"
#include "core/io/strategy_file.h"
#include "core/recommend/recommendation.h"
#include "core/scenario/scenario_fields.h"
#include "core/snippet/copied_command.h"

namespace noiseloom::cli {
namespace {

/// A recommendation for a person: sentences, a table, what was left out, and the command that makes the files.
std::string recommendationText(const Recommendation& found) {
  std::string text;
  for (const Text& sentence : found.sentences) text.append(sentence.english()).append("\n");
  TextTable table;
  table.row({"Mechanism", "Batching", "Error", "Noise rows", "Memory", "Time a step", "Bands"});
  for (const RecommendedDesign& each : found.designs) {
    const Design& design = *each.design;
    std::string bands = !design.mechanism->uses(Field::Bands) ? "" : std::to_string(design.bands);
    const std::string note = each.narrower ? "the fewest within 2 %" : each.searched.english();
    if (!bands.empty() && !note.empty()) bands.append(", ").append(note);
    table.row({std::string(toString(design.mechanism)), std::string(each.way.id()), readableError(each.error),
               std::to_string(design.strategy.noiseRows()), readableBytes(memoryPerMachine(each)),
               each.stepSeconds > 0 ? readableSeconds(each.stepSeconds) : "", bands});
  }
  text += "\n" + table.text();
  if (found.unit != ErrorUnit::Summed) text += "  errors: " + Text(infoOf(found.unit).meaning).english() + "\n";
  TextTable left;
  for (const LeftOutMechanism& each : found.leftOut)
    left.row({std::string(toString(each.mechanism)), std::string(each.way.id()), each.why.english()});
  if (!found.leftOut.empty()) text += "\nLeft out:\n" + left.text();
  if (!found.designs.empty())
    text += "\nTo make it: " + commandLine(found.designs.front().design->scenario) + " --out strategy.npz\n";
  text += "Processor time: " + readableSeconds(found.seconds) + "\n";
  return text;
}

/// `recommend`: what a job should run, and why.
class RecommendCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  RecommendQuestion m_question;
  std::optional<std::string> m_out;
};

void RecommendCommand::declare(CLI::App& command) {
  m_question.declare(optionsOf(command));
  command.add_option("--out", m_out, "write the strategy file of what is recommended, replacing an older one")
      ->type_name("FILE.npz")
      ->group("Output");
  declareJson(command, "Output");
}

Outcome RecommendCommand::run(const std::stop_token& stop) const {
  checkOutputs(m_question.inputs(), {{"out", m_out}});
  const RecommendRequest asked = m_question.request();
  const RecommendQuestion::Found found =
      withProgress(stop, [&](const RunControl& control) { return RecommendQuestion::solve(asked, m_json, control); });
  const Answer ended = RecommendQuestion::ended(found.recommendation, {stop});
  const bool none = found.recommendation.designs.empty();
  if (none && (ended.ending == Ending::Stopped || !m_json)) return outcomeOf(ended);
  if (m_out && !none) writeStrategyFile(*m_out, *found.recommendation.designs.front().design);
  return outcomeOf(ended, m_json ? printedJson(recommendationJson(found.recommendation, found.claim))
                                 : recommendationText(found.recommendation));
}

}  // namespace

std::unique_ptr<Command> recommendCommand() {
  return std::make_unique<RecommendCommand>();
}

}  // namespace noiseloom::cli
