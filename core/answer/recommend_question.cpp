#include "core/answer/recommend_question.h"

#include <algorithm>
#include <cmath>

#include "core/answer/arguments.h"
#include "core/answer/design_answer.h"
#include "core/base/errors.h"
#include "core/base/infinity.h"
#include "core/base/processor_time.h"
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

// A stop is not seen at once: this part of the seconds is planned for.
constexpr double kUsed = 0.99;

// The fields that recommend answers.
constexpr Field kAnswers[] = {Field::Mechanism, Field::Bands,    Field::Buffers,    Field::Stamps,
                              Field::Imported,  Field::Batching, Field::JobBatching};

}  // namespace

void RecommendQuestion::declare(const AddOption& add) {
  add({"batchings", "LIST", &m_batchings,
       "batches that the job can form, with commas between them, or all [all]: " + listOf(wayNames()), "Training"});
  m_scenario.declare(
      [&add](Option option) {
        const auto isThat = [&option](Field field) { return option.name == optionName(field); };
        option.hidden = std::ranges::any_of(kAnswers, isThat) || option.name == "strategy-kind";
        if (isThat(Field::Seconds))
          option.help = "most processor time of solving; what is left out for it is named [no limit]";
        add(option);
      },
      false);
  add({"step-seconds", "S", &m_stepSeconds, "most seconds of one core for the noise of a step of a machine",
       "Deployment"});
  m_unit.declare(add);
}

// Fields that belong to the answer, not to the job, are no options.
ScenarioOptions RecommendQuestion::jobOptions() const {
  for (const Field field : kAnswers) {
    const std::string name(infoOf(field).name);
    if (const auto typed = m_scenario.typed(name)) {
      const bool batches = field == Field::Batching || field == Field::JobBatching;
      throw InvalidArgument(name, *typed,
                            std::string(batches ? "--batchings for the batches that the job can form"
                                                : "design for a mechanism of your choice: recommend chooses it"));
    }
  }
  ScenarioOptions options = m_scenario.with("mechanism", bestMechanism().id.data());
  // Beside which what was typed means something.
  for (const Batching* batching : allBatchings()) {
    const auto typed = [&](Field field) { return options.typed(infoOf(field).name).has_value(); };
    if (std::ranges::any_of(batching->settings, typed)) options = options.with("batching", std::string(batching->id));
  }
  return options;
}

std::vector<BatchingWay> RecommendQuestion::ways(const Scenario& job) const {
  std::vector<BatchingWay> list;
  if (!m_batchings || *m_batchings == "all") return list;
  for (const std::string& name : listedValues("batchings", *m_batchings)) {
    const auto way = wayFromName(name, job);
    if (!way) refuseName("batchings", name, wayNames());
    if (std::ranges::find(list, way->id(), &BatchingWay::id) == list.end()) list.push_back(*way);
  }
  return list;
}

RecommendRequest RecommendQuestion::request() const {
  const ScenarioOptions options = jobOptions();
  RecommendRequest made;
  if (!options.typed("batch_size") && !options.typed("iterations"))
    throw InvalidArgument("batch_size", std::string("(missing)"), std::string("a value for it, or for --iterations"));
  made.job = options.scenario();
  made.ways = ways(made.job);
  made.unit = m_unit.unit();
  if (made.job.mostSeconds) made.seconds = *made.job.mostSeconds;
  if (m_stepSeconds) made.stepSeconds = parseReal("step_seconds", *m_stepSeconds);
  return made;
}

RecommendQuestion::Found RecommendQuestion::solve(const RecommendRequest& asked, bool profile,
                                                  const RunControl& control) {
  const double start = processorSeconds();
  Found found{recommend(asked, control), {}};
  Recommendation& recommendation = found.recommendation;
  if (!profile || recommendation.designs.empty()) return found;
  // Points of the profile that there is no time for are missing.
  const double left = kUsed * asked.seconds.value_or(kInfinity) - recommendation.seconds;
  const ProcessorBudget budget(control.stop, left);
  found.claim = claimWithProfile(*recommendation.designs.front().design, {budget.token(), {}});
  recommendation.seconds = processorSeconds() - start;
  return found;
}

Answer RecommendQuestion::ended(const Recommendation& found, const RunControl& control) {
  if (!found.designs.empty()) {
    if (!control.stopRequested()) return {};
    return {Ending::Stopped, nullptr, "cancelled: the best of what was ready"};
  }
  if (control.stopRequested()) return {Ending::Stopped, nullptr, "cancelled before a first design was ready"};
  std::string why = "nothing can run within these limits";
  for (const LeftOutMechanism& each : found.leftOut) {
    why +=
        "\n  " + std::string(toString(each.mechanism)) + ", " + std::string(each.way.id()) + ": " + each.why.english();
  }
  return {Ending::No, nullptr, why};
}

Answer RecommendQuestion::answer(const RunControl& control) const {
  const Found found = solve(request(), true, control);
  Answer answer = ended(found.recommendation, control);
  if (!found.recommendation.designs.empty() || answer.ending == Ending::No)
    answer.json = recommendationJson(found.recommendation, found.claim);
  return answer;
}

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
