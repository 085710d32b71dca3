#include "core/io/scenario_json.h"

#include <limits>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kFormat[] = "noiseloom-scenario";
constexpr char kRatesArray[] = "learning_rates";

template <class Value>
Json orNull(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json orBest(const std::optional<Index>& value) {
  return value ? Json(*value) : Json("best");
}

Json ratesJson(const Workload& workload, RatesPlace place) {
  if (workload.eta().empty()) return nullptr;
  if (place == RatesPlace::OwnArray) return kRatesArray;
  return std::vector<double>(workload.eta().begin(), workload.eta().end());
}

void checkNumbers(const Scenario& scenario) {
  checkFinite("epsilon", scenario.epsilon);
  checkFinite("delta", scenario.delta);
  checkFinite("tau", scenario.tau);
  checkFinite("failure_probability", scenario.failureProbability);
  checkFinite("clip_norm", scenario.clipNorm);
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

// Of a workload without its schedule, which must already be sound.
Workload plainWorkload(const JsonObject& json, const std::string& name, double alpha, double beta, bool schedule) {
  try {
    return name == "prefix" && !schedule ? Workload::prefix() : Workload::sgd(alpha, beta);
  } catch (const InvalidArgument& error) {
    json.refuse(error.argument(), error.value() + " is not allowed: must be " + error.allowed());
  }
}

// Whether a schedule stands in an array of the file; one that stands in the workload itself joins it here.
bool readWorkload(JsonObject json, RatesPlace place, Workload& workload) {
  const std::string name = json.text("name");
  const double alpha = json.number("weight_decay");
  const double beta = json.number("momentum");
  const bool schedule = !json.value(kRatesArray).is_null();
  if (schedule && place == RatesPlace::OwnArray && json.text(kRatesArray) != kRatesArray)
    json.refuse(kRatesArray, "must be null or the name of that array");
  const std::vector<double> rates =
      schedule && place == RatesPlace::Inline ? json.numbers(kRatesArray) : std::vector<double>();
  json.finish();
  if (schedule && alpha != 1) json.refuse("weight_decay", "must be 1 beside learning rates");
  workload = plainWorkload(json, name, alpha, beta, schedule);
  const bool known = name == "prefix" || name == "sgd";
  if (!known) json.refuse("name", "'" + name + "' is not a known workload");
  if (workload.alpha() != alpha || workload.beta() != beta) {
    json.refuse("momentum", "a prefix workload has weight decay 1 and momentum 0");
  }
  if (!schedule || place == RatesPlace::OwnArray) return schedule;
  try {
    workload = Workload::learningRates(rates, beta);
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

Deployment readDeployment(JsonObject json, ScenarioValues values) {
  NumberReader numbers(json, values);
  Deployment deployment;
  deployment.parameters = numbers.count("parameters");
  deployment.machines = numbers.count("machines");
  deployment.numberType = json.named("number_type", numberTypeFromName);
  json.finish();
  return deployment;
}

}  // namespace

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
                      {kRatesArray, ratesJson(scenario.workload, rates)}};
  json["clip_norm"] = scenario.clipNorm;
  json["dataset_size"] = orNull(scenario.datasetSize);
  json["deployment"] = {{"parameters", scenario.deployment.parameters},
                        {"machines", scenario.deployment.machines},
                        {"number_type", toString(scenario.deployment.numberType)}};
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
  fields.ratesMissing = readWorkload(json.object("workload"), rates, scenario.workload);
  scenario.clipNorm = numbers.number("clip_norm");
  scenario.datasetSize = numbers.countOrNull("dataset_size");
  scenario.deployment = readDeployment(json.object("deployment"), values);
  return fields;
}

Json scenarioJson(const Scenario& scenario) {
  Json json;
  json["format"] = kFormat;
  json["version"] = kScenarioVersion;
  json["software"] = "noiseloom";
  json["software_version"] = NOISELOOM_VERSION;
  addScenarioFields(json, scenario, RatesPlace::Inline);
  return json;
}

std::string scenarioText(const Scenario& scenario) {
  return scenarioJson(scenario).dump(2, ' ', true);
}

Scenario readScenario(JsonObject json) {
  json.expect("format", kFormat);
  constexpr Index kFirst = 3;  // strategy files had versions before, texts of their own had none
  const Index version = json.integer("version", 0);
  if (version < kFirst || version > kScenarioVersion) {
    json.refuse("version", std::to_string(version) + " is not known: this program reads versions " +
                               std::to_string(kFirst) + " to " + std::to_string(kScenarioVersion));
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
