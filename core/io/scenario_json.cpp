#include "core/io/scenario_json.h"

#include <algorithm>
#include <limits>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/workload/learning_rates.h"

namespace noiseloom {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kFormat[] = "noiseloom-scenario";
constexpr char kRatesArray[] = "learning_rates";
constexpr char kRatesFollow[] = "schedule";
constexpr Index kFormulaVersion = 5;

template <class Value>
Json orNull(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json orBest(const std::optional<Index>& value) {
  return value ? Json(*value) : Json("best");
}

Json ratesJson(const Scenario& scenario, RatesPlace place) {
  const Workload& workload = scenario.workload;
  if (workload.eta().empty()) return nullptr;
  if (place == RatesPlace::Formula && ratesFollow(scenario)) return kRatesFollow;
  if (place == RatesPlace::OwnArray) return kRatesArray;
  return std::vector<double>(workload.eta().begin(), workload.eta().end());
}

void checkNumbers(const Scenario& scenario) {
  checkFinite("epsilon", scenario.epsilon);
  checkFinite("delta", scenario.delta);
  checkFinite("tau", scenario.tau);
  checkFinite("failure_probability", scenario.failureProbability);
  checkFinite("clip_norm", scenario.clipNorm);
  checkFinite("warmup", scenario.schedule.warmup);
  checkFinite("cooldown", scenario.schedule.cooldown);
  if (scenario.mostSeconds) checkFinite("most_seconds", *scenario.mostSeconds);
}

// Reads numbers of a scenario: above 0, or any.
struct NumberReader {
  JsonObject& json;
  Index least;
  bool any;

  NumberReader(JsonObject& object, ScenarioValues values)
      : json(object),
        least(values == ScenarioValues::Any ? std::numeric_limits<Index>::lowest() : 1),
        any(values == ScenarioValues::Any) {}
  Index count(const char* key) { return json.integer(key, least); }
  std::optional<Index> countOrNull(const char* key) { return json.integerOrNull(key, least); }
  double number(const char* key) { return any ? json.number(key) : json.positive(key); }
  std::optional<Index> countOrBest(const char* key) {
    if (!json.value(key).is_string()) return json.integer(key, least);
    json.expect(key, "best");
    return std::nullopt;
  }
};

// A file's name is bytes that need not be text.
Json validText(const std::string& bytes) {
  return Json::parse(Json(bytes).dump(-1, ' ', true, Json::error_handler_t::replace));
}

// The fields that version 4 brought.
Json scheduleJson(const LearningRateSchedule& schedule, bool hasRates) {
  if (schedule.kind == ScheduleKind::Constant || !hasRates) return nullptr;
  return {{"kind", toString(schedule.kind)},
          {"warmup", schedule.warmup},
          {"cooldown", schedule.cooldown},
          {"file", validText(schedule.file)}};
}

LearningRateSchedule readSchedule(JsonObject& workload) {
  LearningRateSchedule schedule;
  if (workload.value("schedule").is_null()) return schedule;
  JsonObject json = workload.object("schedule");
  schedule.kind = json.named("kind", scheduleKindFromName);
  schedule.warmup = json.number("warmup");
  schedule.cooldown = json.number("cooldown");
  schedule.file = json.text("file");
  json.finish();
  if (schedule.kind == ScheduleKind::Constant) json.refuse("kind", "'constant' stands as null in place of a schedule");
  if (schedule.isFormula()) {
    try {
      (void)learningRates(schedule, 1);
    } catch (const InvalidArgument& error) {
      json.refuse(error.argument(), error.value() + " is not allowed: must be " + error.allowed());
    }
  }
  return schedule;
}

// Those that a formula gives for the iterations.
std::vector<double> ratesOfSchedule(JsonObject& json, const Scenario& scenario) {
  if (!scenario.schedule.isFormula()) json.refuse(kRatesArray, "'schedule' needs a linear or cosine schedule");
  if (scenario.iterations > kMostFollowingRates)
    json.refuse(kRatesArray, "'schedule' stands for at most " + std::to_string(kMostFollowingRates) + " rates");
  try {
    return learningRates(scenario.schedule, scenario.iterations);
  } catch (const InvalidArgument& error) {
    json.refuse(kRatesArray, error.argument() + " " + error.value() + " is not allowed: must be " + error.allowed());
  }
}

// Of a workload without its schedule, which must already be sound.
Workload plainWorkload(const JsonObject& json, const std::string& name, double alpha, double beta, bool schedule) {
  try {
    return name == "prefix" && !schedule ? Workload::prefix() : Workload::sgd(alpha, beta);
  } catch (const InvalidArgument& error) {
    json.refuse(error.argument(), error.value() + " is not allowed: must be " + error.allowed());
  }
}

// Whether a schedule stands in an array of the file; one that stands in the workload itself joins it here.
bool readWorkload(JsonObject json, Index version, RatesPlace place, Scenario& scenario) {
  Workload& workload = scenario.workload;
  const std::string name = json.text("name");
  const double alpha = json.number("weight_decay");
  const double beta = json.number("momentum");
  const bool schedule = !json.value(kRatesArray).is_null();
  if (schedule && place == RatesPlace::OwnArray && json.text(kRatesArray) != kRatesArray)
    json.refuse(kRatesArray, "must be null or the name of that array");
  const bool follow = schedule && version >= kFormulaVersion && json.value(kRatesArray).is_string();
  if (follow) json.expect(kRatesArray, kRatesFollow);
  std::vector<double> rates =
      schedule && !follow && place == RatesPlace::Inline ? json.numbers(kRatesArray) : std::vector<double>();
  if (version > 3) scenario.schedule = readSchedule(json);
  if (follow) rates = ratesOfSchedule(json, scenario);
  json.finish();
  if (!schedule && scenario.schedule.kind != ScheduleKind::Constant)
    json.refuse("schedule", "must be null without learning rates");
  if (schedule && alpha != 1) json.refuse("weight_decay", "must be 1 beside learning rates");
  workload = plainWorkload(json, name, alpha, beta, schedule);
  const bool known = name == "prefix" || name == "sgd";
  if (!known) json.refuse("name", "'" + name + "' is not a known workload");
  if (workload.alpha() != alpha || workload.beta() != beta) {
    json.refuse("momentum", "a prefix workload has weight decay 1 and momentum 0");
  }
  if (!schedule || place == RatesPlace::OwnArray) return schedule;
  try {
    workload = Workload::learningRates(std::move(rates), beta);
  } catch (const InvalidArgument& error) {
    json.refuse(kRatesArray, error.argument() + " " + error.value() + " is not allowed: must be " + error.allowed());
  }
  return false;
}

// The fields that version 1 lacks.
void readChoices(JsonObject& json, NumberReader& numbers, Scenario& scenario) {
  scenario.buffers = numbers.countOrBest("buffers_requested");
  scenario.treeDecoder = json.named("tree_decoder", treeDecoderFromName);
  scenario.robustFrom = numbers.countOrNull("robust_from");
  scenario.stamps = numbers.countOrNull("stamps_requested");
  scenario.mostNoiseRows = json.integerOrNull("most_noise_rows", numbers.any ? numbers.least : 0);
  scenario.mostSeconds = json.numberOrNull("most_seconds");
  if (!numbers.any && scenario.mostSeconds && !(*scenario.mostSeconds > 0)) {
    json.refuse("most_seconds", shortest(*scenario.mostSeconds) + " is not allowed: must be above 0");
  }
}

// The fields that versions 1 and 2 lack.
void readPrivacyChoices(JsonObject& json, NumberReader& numbers, Scenario& scenario) {
  scenario.jobBatching = json.named("job_batching", jobBatchingFromName);
  scenario.unit = json.named("unit", privacyUnitFromName);
  scenario.tau = numbers.number("tau");
  scenario.failureProbability = numbers.number("failure_probability");
}

Deployment readDeployment(JsonObject json, Index version, ScenarioValues values) {
  NumberReader numbers(json, values);
  Deployment deployment;
  deployment.parameters = numbers.count("parameters");
  deployment.machines = numbers.count("machines");
  deployment.numberType = json.named("number_type", numberTypeFromName);
  if (version > 3) deployment.memoryPerMachine = numbers.countOrNull("memory_per_machine");
  json.finish();
  return deployment;
}

}  // namespace

Index scenarioVersion(const Scenario& scenario) {
  // Only beside rates: a schedule whose rates are gone says nothing.
  const bool schedule = scenario.schedule.kind != ScheduleKind::Constant && !scenario.workload.eta().empty();
  return schedule || scenario.deployment.memoryPerMachine ? 4 : 3;
}

void addScenarioFields(Json& json, const Scenario& scenario, RatesPlace rates) {
  checkNumbers(scenario);
  json["mechanism_requested"] = toString(scenario.mechanism);
  json["iterations"] = scenario.iterations;
  json["epochs"] = scenario.epochs;
  json["epsilon"] = scenario.epsilon;
  json["delta"] = scenario.delta;
  json["bands_requested"] = orBest(scenario.bands);
  json["buffers_requested"] = orBest(scenario.buffers);
  json["tree_decoder"] = toString(scenario.treeDecoder);
  json["robust_from"] = orNull(scenario.robustFrom);
  json["stamps_requested"] = orNull(scenario.stamps);
  json["most_noise_rows"] = orNull(scenario.mostNoiseRows);
  json["most_seconds"] = orNull(scenario.mostSeconds);
  json["batching"] = toString(scenario.batching);
  json["job_batching"] = toString(scenario.jobBatching);
  json["min_separation_requested"] = orNull(scenario.minSeparation);
  json["adjacency"] = toString(scenario.adjacency);
  json["unit"] = toString(scenario.unit);
  json["tau"] = scenario.tau;
  json["failure_probability"] = scenario.failureProbability;
  json["column_normalize"] = scenario.columnNormalize;
  json["objective"] = toString(scenario.objective);
  json["workload"] = {{"name", scenario.workload.name()},
                      {"weight_decay", scenario.workload.alpha()},
                      {"momentum", scenario.workload.beta()},
                      {kRatesArray, ratesJson(scenario, rates)}};
  const bool extended = scenarioVersion(scenario) > 3;
  if (extended) json["workload"]["schedule"] = scheduleJson(scenario.schedule, !scenario.workload.eta().empty());
  json["clip_norm"] = scenario.clipNorm;
  json["dataset_size"] = orNull(scenario.datasetSize);
  json["deployment"] = {{"parameters", scenario.deployment.parameters},
                        {"machines", scenario.deployment.machines},
                        {"number_type", toString(scenario.deployment.numberType)}};
  if (extended) json["deployment"]["memory_per_machine"] = orNull(scenario.deployment.memoryPerMachine);
}

ScenarioFields readScenarioFields(JsonObject& json, Index version, RatesPlace rates, ScenarioValues values) {
  ScenarioFields fields;
  Scenario& scenario = fields.scenario;
  NumberReader numbers(json, values);
  if (version > 1) scenario.mechanism = json.named("mechanism_requested", mechanismFromName);
  scenario.iterations = numbers.count("iterations");
  scenario.epochs = numbers.count("epochs");
  scenario.epsilon = numbers.number("epsilon");
  scenario.delta = numbers.number("delta");
  scenario.bands = numbers.countOrBest("bands_requested");
  if (version > 1) readChoices(json, numbers, scenario);
  scenario.batching = json.named("batching", batchingFromName);
  if (version > 2) readPrivacyChoices(json, numbers, scenario);
  if (version < 3 && scenario.batching == Batching::BallsInBins) {
    json.refuse("batching", "'balls-in-bins' is not known before version 3");
  }
  scenario.minSeparation = numbers.countOrNull("min_separation_requested");
  scenario.adjacency = json.named("adjacency", adjacencyFromName);
  scenario.columnNormalize = json.flag("column_normalize");
  scenario.objective = json.named("objective", objectiveFromName);
  if (version == 1 && scenario.objective != ErrorObjective::Mean) {
    json.refuse("objective", "must be 'mean' in version 1");
  }
  fields.ratesMissing = readWorkload(json.object("workload"), version, rates, scenario);
  scenario.clipNorm = numbers.number("clip_norm");
  scenario.datasetSize = numbers.countOrNull("dataset_size");
  scenario.deployment = readDeployment(json.object("deployment"), version, values);
  return fields;
}

bool ratesFollow(const Scenario& scenario) {
  const auto rates = scenario.workload.eta();
  if (!scenario.schedule.isFormula() || rates.empty() || std::ssize(rates) != scenario.iterations) return false;
  if (scenario.iterations > kMostFollowingRates) return false;
  try {
    return std::ranges::equal(rates, learningRates(scenario.schedule, scenario.iterations));
  } catch (const InvalidArgument&) {
    return false;
  }
}

namespace {

Json textJson(const Scenario& scenario, RatesPlace rates) {
  Json json;
  json["format"] = kFormat;
  json["version"] = scenarioVersion(scenario);
  json["software"] = "noiseloom";
  json["software_version"] = NOISELOOM_VERSION;
  addScenarioFields(json, scenario, rates);
  if (json["workload"][kRatesArray].is_string()) json["version"] = kFormulaVersion;
  return json;
}

}  // namespace

Json scenarioJson(const Scenario& scenario) {
  return textJson(scenario, RatesPlace::Inline);
}

Json shortScenarioJson(const Scenario& scenario) {
  return textJson(scenario, RatesPlace::Formula);
}

std::string scenarioText(const Scenario& scenario) {
  return scenarioJson(scenario).dump(2, ' ', true);
}

Scenario readScenario(JsonObject json) {
  json.expect("format", kFormat);
  constexpr Index kFirst = 3;  // strategy files had versions before, texts of their own had none
  const Index version = json.integer("version", 0);
  if (version < kFirst || version > kScenarioTextVersion) {
    json.refuse("version", std::to_string(version) + " is not known: this program reads versions " +
                               std::to_string(kFirst) + " to " + std::to_string(kScenarioTextVersion));
  }
  json.expect("software", "noiseloom");
  (void)json.text("software_version");
  Scenario scenario = readScenarioFields(json, version, RatesPlace::Inline, ScenarioValues::Any).scenario;
  json.finish();
  return scenario;
}

Scenario parseScenario(std::string_view text, const std::filesystem::path& path) {
  const nlohmann::json parsed = parseJson(text, path, "scenario");
  return readScenario(JsonObject(parsed, path, "scenario"));
}

}  // namespace noiseloom
