#include "app/cli/recommend_output.h"

#include "app/cli/error_text.h"
#include "app/cli/text_table.h"
#include "core/answer/readable.h"
#include "core/answer/recommendation_answer.h"
#include "core/scenario/scenario_fields.h"
#include "core/snippet/copied_command.h"

namespace noiseloom::cli {

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

}  // namespace noiseloom::cli
