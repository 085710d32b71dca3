#include "core/answer/recommendation_answer.h"

#include <cmath>

#include "core/answer/design_answer.h"
#include "core/design/cost.h"
#include "core/scenario/batch_size.h"
#include "core/snippet/copied_command.h"

namespace noiseloom {
namespace {

Json designObject(const RecommendedDesign& each, ErrorUnit unit, const PrivacyClaim& claim) {
  Json object = designJson({.design = each.design, .claim = claim});
  object["error"] = each.design->objectiveError();
  if (unit != ErrorUnit::Summed) object["error_in_unit"] = std::isfinite(each.error) ? Json(each.error) : Json(nullptr);
  if (!each.searched.empty()) object["bands_searched"] = each.searched.english();
  if (each.narrower) object["narrower"] = true;
  object["memory_per_machine"] = memoryPerMachine(each);
  if (each.stepSeconds > 0) object["step_seconds"] = each.stepSeconds;
  object["command"] = commandLine(each.design->scenario);
  return object;
}

}  // namespace

double memoryPerMachine(const RecommendedDesign& each) {
  return noiseMemoryOf(each.design->strategy.noiseRows(), each.design->scenario.deployment).perMachine;
}

Json recommendationJson(const Recommendation& found, const PrivacyClaim& claim) {
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
  return json;
}

}  // namespace noiseloom
