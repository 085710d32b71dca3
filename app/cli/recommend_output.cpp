#include "app/cli/recommend_output.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/design_output.h"
#include "app/cli/error_unit_option.h"
#include "app/cli/text_table.h"
#include "core/design/cost.h"
#include "core/scenario/batch_size.h"
#include "core/scenario/scenario_fields.h"
#include "core/snippet/copied_command.h"

namespace noiseloom::cli {
namespace {

using Json = nlohmann::ordered_json;

double memoryOf(const RecommendedDesign& each) {
  return noiseMemoryOf(each.design->strategy.noiseRows(), each.design->scenario.deployment).perMachine;
}

Json designObject(const RecommendedDesign& each, ErrorUnit unit, const PrivacyClaim& claim) {
  Json object = Json::parse(designJson(*each.design, claim, 0, {}));
  object["error"] = each.design->objectiveError();
  if (unit != ErrorUnit::Summed) object["error_in_unit"] = std::isfinite(each.error) ? Json(each.error) : Json(nullptr);
  if (!each.searched.empty()) object["bands_searched"] = each.searched.english();
  if (each.narrower) object["narrower"] = true;
  object["memory_per_machine"] = memoryOf(each);
  if (each.stepSeconds > 0) object["step_seconds"] = each.stepSeconds;
  object["command"] = commandLine(each.design->scenario);
  return object;
}

}  // namespace

std::string recommendationJson(const Recommendation& found, const PrivacyClaim& claim) {
  Json json;
  if (!found.designs.empty()) {
    const Scenario& scenario = found.designs.front().design->scenario;
    json["iterations"] = scenario.iterations;
    if (const auto batch = batchSizeOf(scenario)) json["batch_size"] = *batch;
    if (found.unit != ErrorUnit::Summed)
      json["error_unit"] = {{"unit", toString(found.unit)}, {"meaning", infoOf(found.unit).meaning.english()}};
    json["recommended"] = designObject(found.designs.front(), found.unit, claim);
  } else {
    json["recommended"] = nullptr;
  }
  json["alternatives"] = Json::array();
  for (std::size_t i = 1; i < found.designs.size(); ++i)
    json["alternatives"].push_back(designObject(found.designs[i], found.unit, claimOf(*found.designs[i].design)));
  json["left_out"] = Json::array();
  for (const LeftOutMechanism& each : found.leftOut) {
    json["left_out"].push_back({{"mechanism", toString(each.mechanism)},
                                {"batching", each.way.id()},
                                {"reason", each.why.english()},
                                {"for_time", each.forTime}});
  }
  json["sentences"] = Json::array();
  for (const Text& sentence : found.sentences) json["sentences"].push_back(sentence.english());
  json["seconds"] = found.seconds;
  return json.dump(2) + "\n";
}

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
               std::to_string(design.strategy.noiseRows()), readableBytes(memoryOf(each)),
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
