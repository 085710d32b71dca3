#include "core/io/scenario_json.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/nearest_whole.h"
#include "core/io/foreign_strategy.h"
#include "core/io/sha256.h"
#include "core/workload/learning_rates.h"

namespace noiseloom {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kScenarioFormat[] = "noiseloom-scenario";
constexpr char kRatesArray[] = "learning_rates";
constexpr char kCoefficientsArray[] = "workload_coefficients";
constexpr char kRatesFollow[] = "schedule";
constexpr Index kFormulaVersion = 5;
constexpr Index kScenarioImportedVersion = 6;
constexpr Index kSpectrumVersion = 8;

Json ratesJson(const Scenario& scenario, RatesPlace place) {
  const Workload& workload = scenario.workload;
  if (workload.eta().empty()) return nullptr;
  if (place == RatesPlace::Formula && ratesFollow(scenario)) return kRatesFollow;
  if (place == RatesPlace::OwnArray) return kRatesArray;
  return std::vector<double>(workload.eta().begin(), workload.eta().end());
}

// A file's name is bytes that need not be text.
Json validText(const std::string& bytes) {
  return Json::parse(Json(bytes).dump(-1, ' ', true, Json::error_handler_t::replace));
}

void addSeries(Json& json, const Workload& workload, RatesPlace place) {
  const auto given = workload.given();
  json["averaging_window"] = workload.window();
  json["coefficients"] = given.empty()                   ? Json(nullptr)
                         : place == RatesPlace::OwnArray ? Json(kCoefficientsArray)
                                                         : Json(std::vector<double>(given.begin(), given.end()));
  json["coefficients_file"] = workload.file().empty() ? Json(nullptr) : validText(workload.file());
}

// Pairs of eta lambda and weight.
Json spectrumJson(const Spectrum& spectrum) {
  if (spectrum.empty()) return nullptr;
  Json pairs = Json::array();
  for (const Curvature& curvature : spectrum.curvatures()) pairs.push_back({curvature.step, curvature.weight});
  return pairs;
}

Spectrum readSpectrum(JsonObject& workload) {
  const nlohmann::json& pairs = workload.value("spectrum");
  if (pairs.is_null()) return {};
  std::vector<Curvature> curvatures;
  const auto isPair = [](const nlohmann::json& pair) {
    return pair.is_array() && pair.size() == 2 && pair[0].is_number() && pair[1].is_number();
  };
  if (!pairs.is_array() || std::ssize(pairs) > kMostCurvatures || !std::ranges::all_of(pairs, isPair))
    workload.refuse("spectrum", {Core::tr("must be null or a list of at most %1 pairs of numbers"), kMostCurvatures});
  for (const nlohmann::json& pair : pairs) curvatures.push_back({pair[0].get<double>(), pair[1].get<double>()});
  try {
    return Spectrum(std::move(curvatures));
  } catch (const InvalidArgument& error) {
    workload.refuse("spectrum", {Core::tr("%1 is not allowed: must be %2"), error.value(), error.allowed()});
  }
}

bool hasSpectrum(const Scenario& scenario) {
  return !scenario.workload.spectrum().empty() || ofCurvatures(scenario.objective);
}

// Beside every other mechanism nobody asks for it.
bool hasImported(const Scenario& scenario) {
  return scenario.imported && matters(infoOf(Field::Imported), scenario);
}

std::optional<ImportedStrategy> readImported(JsonObject& scenario) {
  if (scenario.value("imported").is_null()) return std::nullopt;
  JsonObject json = scenario.object("imported");
  std::string file = json.text("file");
  std::string content = json.textOrNull("content").value_or("");
  std::string sha256 = json.text("sha256");
  if (!isSha256Hex(sha256)) json.refuse("sha256", Core::tr("must be 64 lower-case hexadecimal digits"));
  if (!content.empty() && !fromName<StrategyContent>(content))
    json.refuse("content", {Core::tr("'%1' is not a known name"), content});
  json.finish();
  return ImportedStrategy(std::move(file), std::move(content), std::move(sha256), std::nullopt);
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
  schedule.kind = json.named<ScheduleKind>("kind");
  schedule.warmup = json.number("warmup");
  schedule.cooldown = json.number("cooldown");
  schedule.file = json.text("file");
  json.finish();
  if (schedule.kind == ScheduleKind::Constant)
    json.refuse("kind", Core::tr("'constant' stands as null in place of a schedule"));
  if (schedule.isFormula()) {
    try {
      (void)learningRates(schedule, 1);
    } catch (const InvalidArgument& error) {
      json.refuse(error.argument(), {Core::tr("%1 is not allowed: must be %2"), error.value(), error.allowed()});
    }
  }
  return schedule;
}

// Those that a formula gives for the iterations.
std::vector<double> ratesOfSchedule(JsonObject& json, const Scenario& scenario) {
  if (!scenario.schedule.isFormula())
    json.refuse(kRatesArray, Core::tr("'schedule' needs a linear or cosine schedule"));
  if (scenario.iterations > kMostFollowingRates)
    json.refuse(kRatesArray, {Core::tr("'schedule' stands for at most %1 rates"), kMostFollowingRates});
  try {
    return learningRates(scenario.schedule, scenario.iterations);
  } catch (const InvalidArgument& error) {
    json.refuse(kRatesArray,
                {Core::tr("%1 %2 is not allowed: must be %3"), error.argument(), error.value(), error.allowed()});
  }
}

// What version 12 brought: the coefficients, and a placeholder where they stand in an array of the file.
struct Series {
  Index window = 1;
  std::optional<std::vector<double>> coefficients = {};
  std::string file = {};
  bool missing = false;
};

Series readSeries(JsonObject& json, RatesPlace place) {
  Series series;
  series.window = json.integer("averaging_window", 1, kMostGivenCoefficients);
  series.file = json.textOrNull("coefficients_file").value_or("");
  if (json.value("coefficients").is_null()) return series;
  series.missing = place == RatesPlace::OwnArray;
  if (series.missing) json.expect("coefficients", kCoefficientsArray);
  series.coefficients = series.missing ? std::vector<double>{1} : json.numbers("coefficients");
  return series;
}

// The workload without its schedule, which must already be sound.
Workload plainWorkload(const JsonObject& json, const std::string& name, double alpha, double beta, double gamma,
                       Series series, bool schedule) {
  try {
    if (series.coefficients && !series.missing && name == "matrix")
      return Workload::matrix(*std::move(series.coefficients), std::move(series.file));
    if (series.coefficients) return Workload::toeplitz(*std::move(series.coefficients), std::move(series.file));
    if (!schedule && name == "prefix") return Workload::prefix();
    if (!schedule && name == "identity") return Workload::identity();
    return Workload::sgd(alpha, beta).withAveraging(gamma).withWindow(series.window);
  } catch (const InvalidArgument& error) {
    json.refuse(error.argument(), {Core::tr("%1 is not allowed: must be %2"), error.value(), error.allowed()});
  }
}

// Says what stands in arrays of the file; a schedule that stands in the workload itself joins it here.
void readWorkload(JsonObject json, Index version, RatesPlace place, ScenarioFields& missing) {
  Scenario& scenario = missing.scenario;
  Workload& workload = scenario.workload;
  const std::string name = json.text("name");
  const double alpha = json.number("weight_decay");
  const double beta = json.number("momentum");
  const double gamma = version >= kAveragingVersion ? json.number("averaging") : 0;
  if (gamma == 1 && version < kByRowVersion)
    json.refuse("averaging", {Core::tr("%1 is not allowed: must be %2"), gamma, Core::tr("below 1 in this version")});
  const Series series = version >= kSeriesVersion ? readSeries(json, place) : Series();
  const bool schedule = !json.value(kRatesArray).is_null();
  if (schedule && place == RatesPlace::OwnArray && json.text(kRatesArray) != kRatesArray)
    json.refuse(kRatesArray, Core::tr("must be null or the name of that array"));
  const bool follow =
      schedule && place != RatesPlace::OwnArray && version >= kFormulaVersion && json.value(kRatesArray).is_string();
  if (follow) json.expect(kRatesArray, kRatesFollow);
  std::vector<double> rates =
      schedule && !follow && place == RatesPlace::Inline ? json.numbers(kRatesArray) : std::vector<double>();
  if (version > 3) scenario.schedule = readSchedule(json);
  const Spectrum spectrum = version >= kSpectrumVersion ? readSpectrum(json) : Spectrum();
  if (follow) rates = ratesOfSchedule(json, scenario);
  json.finish();
  if (!schedule && scenario.schedule.kind != ScheduleKind::Constant)
    json.refuse("schedule", Core::tr("must be null without learning rates"));
  const bool matrix = name == "matrix" && version >= kByRowVersion;
  const bool given = matrix || (name == "toeplitz" && version >= kSeriesVersion);
  if (given != series.coefficients.has_value() || (given && schedule))
    json.refuse("coefficients",
                Core::tr("must stand in a toeplitz or matrix workload, without learning rates, and in no other"));
  workload = plainWorkload(json, name, alpha, beta, gamma, series, schedule).withSpectrum(spectrum);
  const bool known = given || name == "prefix" || name == "identity" || name == "sgd";
  if (!known) json.refuse("name", {Core::tr("'%1' is not a known workload"), name});
  if (workload.alpha() != alpha || workload.beta() != beta)
    json.refuse("momentum", {Core::tr("the workload %1 has weight decay %2 and momentum 0"), name, workload.alpha()});
  if (workload.averaging() != gamma)
    json.refuse("averaging", {Core::tr("%1 is not allowed: must be %2"), gamma, Core::tr("0 without SGD")});
  if (workload.window() != series.window)
    json.refuse("averaging_window",
                {Core::tr("%1 is not allowed: must be %2"), series.window, Core::tr("1 without SGD")});
  missing.coefficientsMissing = series.missing;
  missing.ofMatrix = series.missing && matrix;
  if (series.missing) {
    missing.coefficientsFile = series.file;
    workload = Workload::prefix().withSpectrum(spectrum);
  }
  missing.ratesMissing = schedule && place == RatesPlace::OwnArray;
  if (!schedule || place == RatesPlace::OwnArray) return;
  try {
    workload = workload.withRates(std::move(rates));
  } catch (const InvalidArgument& error) {
    json.refuse(kRatesArray,
                {Core::tr("%1 %2 is not allowed: must be %3"), error.argument(), error.value(), error.allowed()});
  }
}

// An inner object and the name in it, of a key with a slash.
std::pair<std::string, std::string> pathOf(const FieldInfo& field) {
  const std::string_view key = field.key.empty() ? field.name : field.key;
  const std::size_t slash = key.find('/');
  if (slash == key.npos) return {"", std::string(key)};
  return {std::string(key.substr(0, slash)), std::string(key.substr(slash + 1))};
}

template <class Kind>
constexpr bool kIsOptional =
    std::is_same_v<Kind, Place<std::optional<Index>>> || std::is_same_v<Kind, Place<std::optional<double>>>;

Json valueJson(const FieldInfo& field, const Scenario& scenario) {
  const auto write = [&](const auto& place) -> Json {
    using Kind = std::remove_cvref_t<decltype(place)>;
    if constexpr (std::is_same_v<Kind, Place<double>>) checkFinite(field.name, place.of(scenario));
    if constexpr (std::is_same_v<Kind, Place<std::optional<double>>>)
      checkFinite(field.name, place.of(scenario).value_or(0));
    if constexpr (kIsOptional<Kind>) {
      const auto& value = place.of(scenario);
      return value ? Json(*value) : field.open.empty() ? Json(nullptr) : Json(field.open);
    } else if constexpr (std::is_same_v<Kind, Place<double>>) {
      return field.field == Field::Epochs ? epochsJson(scenario.epochs) : Json(place.of(scenario));
    } else if constexpr (kStandsAlone<Kind>) {
      return place.of(scenario);
    } else {
      return nullptr;
    }
  };
  return std::visit(write, field.place);
}

void readValue(JsonObject& json, const char* key, const FieldInfo& field, ScenarioValues values, Scenario& scenario) {
  const bool any = values == ScenarioValues::Any;
  const Index least = any ? std::numeric_limits<Index>::lowest() : field.least;
  const auto read = [&](const auto& place) {
    using Kind = std::remove_cvref_t<decltype(place)>;
    if constexpr (std::is_same_v<Kind, Place<Index>>) {
      place.in(scenario) = json.integer(key, least);
    } else if constexpr (std::is_same_v<Kind, Place<std::optional<Index>>>) {
      if (field.open.empty()) {
        place.in(scenario) = json.integerOrNull(key, least);
      } else if (json.value(key).is_string()) {
        json.expect(key, field.open);
        place.in(scenario) = std::nullopt;
      } else {
        place.in(scenario) = json.integer(key, least);
      }
    } else if constexpr (std::is_same_v<Kind, Place<double>>) {
      place.in(scenario) = any                             ? json.number(key)
                           : field.field == Field::Epsilon ? json.notNegative(key)
                                                           : json.positive(key);
    } else if constexpr (std::is_same_v<Kind, Place<std::optional<double>>>) {
      place.in(scenario) = json.numberOrNull(key);
      if (const auto& value = place.of(scenario); !any && value && !(*value > 0))
        json.refuse(key, {Core::tr("%1 is not allowed: must be above 0"), *value});
    } else if constexpr (std::is_same_v<Kind, Place<bool>>) {
      place.in(scenario) = json.flag(key);
    } else if constexpr (std::is_same_v<Kind, Choice>) {
      const std::string name = json.text(key);
      if (!place.set(scenario, name)) json.refuse(key, {Core::tr("'%1' is not a known name"), name});
    }
  };
  std::visit(read, field.place);
}

}  // namespace

Json epochsJson(double epochs) {
  return isWholeCount(epochs) ? Json(static_cast<Index>(epochs)) : Json(epochs);
}

Json importedJson(const ImportedStrategy& imported) {
  const std::string& content = imported.content();
  return {{"file", validText(imported.file())},
          {"content", content.empty() ? Json(nullptr) : Json(content)},
          {"sha256", imported.sha256()}};
}

Index scenarioVersion(const Scenario& scenario) {
  constexpr Index kLeast = 3;
  // Only beside rates: a schedule whose rates are gone says nothing.
  Index version = scenario.schedule.kind != ScheduleKind::Constant && !scenario.workload.eta().empty() ? 4 : kLeast;
  if (hasImported(scenario)) version = kScenarioImportedVersion;
  if (hasSpectrum(scenario)) version = kSpectrumVersion;
  version = std::max({version, scenario.batching->version, scenario.jobBatching->version});
  if (scenario.epochs != std::floor(scenario.epochs)) version = std::max(version, kPartialEpochsVersion);
  if (scenario.workload.averaging() != 0) version = std::max(version, kAveragingVersion);
  if (!scenario.workload.isRational()) version = std::max(version, kSeriesVersion);
  if (scenario.workload.averagesAll() || scenario.workload.isMatrix()) version = std::max(version, kByRowVersion);
  const Scenario standard;
  for (const FieldInfo& field : scenarioFields()) {
    if (standsAlone(field) && !sameField(field, scenario, standard)) version = std::max(version, field.version);
  }
  return version;
}

void addScenarioFields(Json& json, const Scenario& scenario, RatesPlace rates, Index version) {
  checkFinite("warmup", scenario.schedule.warmup);
  checkFinite("cooldown", scenario.schedule.cooldown);
  for (const FieldInfo& field : scenarioFields()) {
    if (field.field == Field::Workload) {
      const Workload& workload = scenario.workload;
      json["workload"] = {{"name", workload.name()},
                          {"weight_decay", workload.alpha()},
                          {"momentum", workload.beta()},
                          {kRatesArray, ratesJson(scenario, rates)}};
      if (version > 3) json["workload"]["schedule"] = scheduleJson(scenario.schedule, !workload.eta().empty());
      if (version >= kSpectrumVersion) json["workload"]["spectrum"] = spectrumJson(workload.spectrum());
      if (version >= kAveragingVersion) json["workload"]["averaging"] = workload.averaging();
      if (version >= kSeriesVersion) addSeries(json["workload"], workload, rates);
    } else if (field.field == Field::Imported && version >= kScenarioImportedVersion) {
      json["imported"] = hasImported(scenario) ? importedJson(*scenario.imported) : Json(nullptr);
    } else if (standsAlone(field) && field.version <= version) {
      const auto [inner, key] = pathOf(field);
      (inner.empty() ? json : json[inner])[key] = valueJson(field, scenario);
    }
  }
}

ScenarioFields readScenarioFields(JsonObject& json, Index version, RatesPlace rates, ScenarioValues values) {
  ScenarioFields fields;
  Scenario& scenario = fields.scenario;
  std::map<std::string, JsonObject> inner;
  for (const FieldInfo& field : scenarioFields()) {
    if (field.field == Field::Workload) readWorkload(json.object("workload"), version, rates, fields);
    if (field.field == Field::Imported && version >= kScenarioImportedVersion) scenario.imported = readImported(json);
    if (field.version > version || !standsAlone(field)) continue;
    const auto [object, key] = pathOf(field);
    if (!object.empty() && !inner.contains(object)) inner.emplace(object, json.object(object.c_str()));
    readValue(object.empty() ? json : inner.at(object), key.c_str(), field, values, scenario);
  }
  for (const auto& [name, object] : inner) object.finish();
  const Batching& batching = *scenario.batching;
  if (version < batching.version)
    json.refuse("batching", {Core::tr("'%1' is not known before version %2"), batching.id, batching.version});
  if (const JobBatching& job = *scenario.jobBatching; version < job.version)
    json.refuse("job_batching", {Core::tr("'%1' is not known before version %2"), job.id, job.version});
  if (version < kPartialEpochsVersion && scenario.epochs != std::floor(scenario.epochs))
    json.refuse("epochs", {Core::tr("%1 is not whole, as before version %2"), scenario.epochs, kPartialEpochsVersion});
  if (version == 1 && scenario.objective != ErrorObjective::Mean)
    json.refuse("objective", Core::tr("must be 'mean' in version 1"));
  if (version < kSpectrumVersion && ofCurvatures(scenario.objective))
    json.refuse("objective",
                {Core::tr("'%1' is not known before version %2"), toString(scenario.objective), kSpectrumVersion});
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
  Json json = headJson(kScenarioFormat, scenarioVersion(scenario));
  addScenarioFields(json, scenario, rates, scenarioVersion(scenario));
  if (json["workload"][kRatesArray].is_string()) json["version"] = std::max(kFormulaVersion, scenarioVersion(scenario));
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
  constexpr Index kFirst = 3;  // strategy files had versions before, texts of their own had none
  const Index version = json.head(kScenarioFormat, kFirst, kScenarioVersion);
  Scenario scenario = readScenarioFields(json, version, RatesPlace::Inline, ScenarioValues::Any).scenario;
  json.finish();
  return scenario;
}

Scenario parseScenario(std::string_view text, const std::filesystem::path& path) {
  const nlohmann::json parsed = parseJson(text, path, "scenario");
  return readScenario(JsonObject(parsed, path, "scenario"));
}

}  // namespace noiseloom
