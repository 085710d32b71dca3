#include "core/io/scenario_json.h"
#include "core/batching/list.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/core/io/design_examples.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/core/scenarios.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

using Json = nlohmann::ordered_json;

// Every member differs from its default.
Scenario unusualScenario() {
  return Scenario({.iterations = 5,
                   .epochs = 2,
                   .epsilon = 0.1,
                   .delta = 1e-7,
                   .mechanism = *mechanismFromName("best"),
                   .objective = ErrorObjective::Last,
                   .bands = 2,
                   .buffers = 3,
                   .treeDecoder = TreeDecoder::Full,
                   .robustFrom = 2,
                   .stamps = 4,
                   .batching = &batchings::minSeparation,
                   .jobBatching = &jobs::shuffledOnce,
                   .minSeparation = 2,
                   .adjacency = Adjacency::ZeroOut,
                   .unit = PrivacyUnit::Device,
                   .tau = 1.5,
                   .failureProbability = 1e-6,
                   .columnNormalize = false,
                   .workload = Workload::learningRates({0.1, 0.2, 0.3, 0.2, 1.0 / 3}, 0.5),
                   .clipNorm = 0.3,
                   .datasetSize = 77,
                   .deployment = {9, 2, NumberType::Float64},
                   .mostNoiseRows = 6,
                   .mostSeconds = 2.5});
}

std::string changed(const std::string& pointer, const Json& value) {
  Json json = scenarioJson(unusualScenario());
  json[Json::json_pointer(pointer)] = value;
  return json.dump();
}

std::string problemOf(const std::string& text) {
  return messageOf<FormatError>([&] { (void)parseScenario(text, "a.json"); });
}

TEST(ScenarioJson, RoundTripIsExact) {
  for (const Scenario& scenario : {Scenario(), unusualScenario()}) {
    const std::string text = scenarioText(scenario);
    expectSame(parseScenario(text, "a.json"), scenario);
    EXPECT_EQ(scenarioText(parseScenario(text, "a.json")), text);
  }
  for (const auto& [name, design] : designExamples()) {
    SCOPED_TRACE(name);
    expectSame(parseScenario(scenarioText(design->scenario), "a.json"), design->scenario);
  }
}

TEST(ScenarioJson, KeepsWhatCannotBeSolved) {
  Scenario scenario(
      {.iterations = -3, .epsilon = 0, .datasetSize = -1, .deployment = {.machines = 0}, .mostNoiseRows = -2});
  const Scenario read = parseScenario(scenarioText(scenario), "a.json");
  expectSame(read, scenario);
  EXPECT_FALSE(read.problems().empty());
}

TEST(ScenarioJson, SchedulesAndMemoryTakeVersionFourAndOnlyThey) {
  EXPECT_EQ(scenarioJson(unusualScenario())["version"], 3);
  Scenario scheduled = with(unusualScenario(), {.schedule = LearningRateSchedule{ScheduleKind::Linear, 0.25, 0.5, {}}});
  scheduled.workload = Workload::learningRates(learningRates(scheduled.schedule, 5), 0.5);
  Scenario filed =
      with(unusualScenario(), {.schedule = LearningRateSchedule{ScheduleKind::File, 0, 0, "r\xc3\xa4tes.txt"}});
  Scenario limited = unusualScenario();
  limited.deployment.memoryPerMachine = 80'000'000'000;
  const Scenario decaying = with(scheduled, {.workload = scheduled.workload.withWeightDecay(0.75)});
  for (const Scenario& scenario : {scheduled, filed, limited, decaying}) {
    EXPECT_EQ(scenarioJson(scenario)["version"], 4);
    expectSame(parseScenario(scenarioText(scenario), "a.json"), scenario);
  }
  filed.schedule.file = "\xff.txt";  // no text: still a file that can be read
  EXPECT_THAT(parseScenario(scenarioText(filed), "a.json").schedule.file, HasSubstr(".txt"));
  const auto retouched = [&](const std::string& pointer, const Json& value) {
    Json json = scenarioJson(scheduled);
    json[Json::json_pointer(pointer)] = value;
    return problemOf(json.dump());
  };
  EXPECT_THAT(retouched("/version", 3), HasSubstr("schedule"));
  EXPECT_THAT(retouched("/workload/schedule/kind", "stairs"), HasSubstr("stairs"));
  EXPECT_THAT(retouched("/workload/schedule/kind", "constant"), HasSubstr("kind"));
  EXPECT_THAT(retouched("/workload/schedule/warmup", 1.5), HasSubstr("warmup"));
  EXPECT_THAT(retouched("/workload/schedule/cooldown", 0.9), HasSubstr("cooldown"));
  EXPECT_THAT(retouched("/workload/learning_rates", nullptr), HasSubstr("schedule"));
}

TEST(ScenarioJson, AveragingTakesVersionElevenAndOnlyIt) {
  Scenario averaged = unusualScenario();
  averaged.workload = Workload::sgd(1, 0.5).withAveraging(1.0 / 3);
  Scenario scheduled = averaged;
  scheduled.workload = averaged.workload.withRates(std::vector<double>(5, 0.5));
  for (const Scenario& scenario : {averaged, scheduled}) {
    EXPECT_EQ(scenarioJson(scenario)["version"], 11);
    expectSame(parseScenario(scenarioText(scenario), "a.json"), scenario);
  }
  const auto retouched = [&](const std::string& pointer, const Json& value) {
    Json json = scenarioJson(averaged);
    json[Json::json_pointer(pointer)] = value;
    return problemOf(json.dump());
  };
  EXPECT_THAT(retouched("/version", 10), HasSubstr("averaging"));
  for (const Json& value : {Json(1), Json(-0.5), Json("0.5"), Json()})
    EXPECT_THAT(retouched("/workload/averaging", value), HasSubstr("averaging")) << value;
  EXPECT_THAT(retouched("/workload", {{"name", "prefix"},
                                      {"weight_decay", 1},
                                      {"momentum", 0},
                                      {"learning_rates", nullptr},
                                      {"schedule", nullptr},
                                      {"spectrum", nullptr},
                                      {"averaging", 0.5}}),
              HasSubstr("averaging"));
}

TEST(ScenarioJson, TheMeanOfAllTakesVersionThirteenAndOnlyIt) {
  Scenario scenario = unusualScenario();
  scenario.workload = Workload::sgd(1, 0.5).withAveraging(1);
  EXPECT_EQ(scenarioJson(scenario)["version"], 13);
  expectSame(parseScenario(scenarioText(scenario), "a.json"), scenario);
  Json json = scenarioJson(scenario);
  json["version"] = 12;
  EXPECT_THAT(problemOf(json.dump()), HasSubstr("averaging"));
  json["version"] = 13;
  json["workload"]["averaging_window"] = 3;
  EXPECT_THAT(problemOf(json.dump()), HasSubstr("averaging_window"));
}

TEST(ScenarioJson, MatricesTakeVersionThirteenAndOnlyThey) {
  Scenario scenario = unusualScenario();
  scenario.workload = Workload::matrix({1, -0.5, 1.0 / 3}, "rows.npy");
  EXPECT_EQ(scenarioJson(scenario)["version"], 13);
  const Scenario back = parseScenario(scenarioText(scenario), "a.json");
  expectSame(back, scenario);
  EXPECT_EQ(back.workload.file(), "rows.npy");
  Json json = scenarioJson(scenario);
  json["version"] = 12;
  EXPECT_THAT(problemOf(json.dump()), HasSubstr("coefficients"));
  json["version"] = 13;
  json["workload"]["coefficients"] = {1, 2};
  EXPECT_THAT(problemOf(json.dump()), HasSubstr("n (n + 1) / 2"));
}

TEST(ScenarioJson, WindowsAndCoefficientsTakeVersionTwelveAndOnlyThey) {
  Scenario window = unusualScenario(), given = unusualScenario();
  window.workload = Workload::sgd(1, 0.5).withAveraging(0.25).withWindow(7);
  given.schedule = {};
  given.workload = Workload::toeplitz({1, 1.0 / 3, -0.2}, "weights.csv");
  for (const Scenario& scenario : {window, given}) {
    EXPECT_EQ(scenarioJson(scenario)["version"], 12);
    expectSame(parseScenario(scenarioText(scenario), "a.json"), scenario);
  }
  EXPECT_EQ(parseScenario(scenarioText(given), "a.json").workload.file(), "weights.csv");
  const auto retouched = [](const Scenario& scenario, const std::string& pointer, const Json& value) {
    Json json = scenarioJson(scenario);
    json[Json::json_pointer(pointer)] = value;
    return problemOf(json.dump());
  };
  EXPECT_THAT(retouched(window, "/version", 11), HasSubstr("averaging_window"));
  for (const Json& value : {Json(0), Json(1.5), Json("7"), Json()})
    EXPECT_THAT(retouched(window, "/workload/averaging_window", value), HasSubstr("averaging_window")) << value;
  EXPECT_THAT(retouched(given, "/workload/averaging_window", 2), HasSubstr("averaging_window"));
  EXPECT_THAT(retouched(given, "/workload/coefficients", nullptr), HasSubstr("coefficients"));
  EXPECT_THAT(retouched(given, "/workload/coefficients", {0, 1, 1}), HasSubstr("workload"));
  EXPECT_THAT(retouched(given, "/workload/name", "identity"), HasSubstr("coefficients"));
  EXPECT_THAT(retouched(given, "/workload/weight_decay", 1), HasSubstr("weight decay"));
}

TEST(ScenarioJson, SpectraTakeVersionEightAndOnlyThey) {
  Scenario curved = unusualScenario();
  curved.workload = curved.workload.withSpectrum(Spectrum({{0.001, 5}, {1.0 / 3, 1}, {1, 1e-3}, {0, 2}}));
  Scenario open;
  open.objective = ErrorObjective::Curvature;  // no spectrum yet: still a scenario that is being edited
  const Scenario last = with(open, {.objective = ErrorObjective::CurvatureLast});
  for (const Scenario& scenario : {curved, open, last}) {
    EXPECT_EQ(scenarioJson(scenario)["version"], 8);
    expectSame(parseScenario(scenarioText(scenario), "a.json"), scenario);
  }
  EXPECT_EQ(scenarioJson(unusualScenario())["version"], 3);
  const auto retouched = [&](const std::string& pointer, const Json& value) {
    Json json = scenarioJson(curved);
    json[Json::json_pointer(pointer)] = value;
    return problemOf(json.dump());
  };
  Json many = Json::array();
  for (Index i = 0; i <= kMostCurvatures; ++i) many.push_back({0.1, 1});
  for (const Json& value : {Json("0.1"), Json::array(), Json({{0.1}}), Json({{0.1, 1, 1}}), Json({{"a", 1}}),
                            Json({{2, 1}}), Json({{0.1, 0}}), Json({{-0.1, 1}}), many, Json({{"step", 0.1}})})
    EXPECT_THAT(retouched("/workload/spectrum", value), HasSubstr("spectrum")) << value;
  EXPECT_THAT(retouched("/version", 7), HasSubstr("spectrum"));
  Json older = scenarioJson(Scenario());
  for (const char* objective : {"curvature", "curvature-last"}) {
    older["objective"] = objective;
    EXPECT_THAT(problemOf(older.dump()), HasSubstr("version 8"));
  }
}

TEST(ScenarioJson, NumbersThatAreNotFiniteAreNeverWritten) {
  Scenario scenario({.delta = std::numeric_limits<double>::quiet_NaN()});
  EXPECT_THAT(messageOf<InvalidArgument>([&] { (void)scenarioText(scenario); }), HasSubstr("delta"));
}

TEST(ScenarioJson, TheReaderRefusesWhatItDoesNotKnowByName) {
  EXPECT_THAT(problemOf(changed("/format", "noiseloom-strategy")), HasSubstr("format"));
  EXPECT_THAT(problemOf(changed("/version", kScenarioVersion + 1)), HasSubstr("version"));
  EXPECT_THAT(problemOf(changed("/surprise", 1)), HasSubstr("surprise"));
  EXPECT_THAT(problemOf(changed("/epsilon", "8")), HasSubstr("epsilon: must be a number"));
  EXPECT_THAT(problemOf(changed("/iterations", 2.5)), HasSubstr("iterations: must be an integer"));
  EXPECT_THAT(problemOf(changed("/iterations", 18446744073709551615ULL)), HasSubstr("iterations"));
  EXPECT_THAT(problemOf(changed("/bands_requested", "most")), HasSubstr("bands_requested"));
  EXPECT_THAT(problemOf(changed("/mechanism_requested", "magic")), HasSubstr("'magic' is not a known name"));
  EXPECT_THAT(problemOf(changed("/workload/momentum", 1)), HasSubstr("momentum"));
  EXPECT_THAT(problemOf(changed("/workload/learning_rates/1", -1)), HasSubstr("learning_rates"));
  EXPECT_THAT(problemOf(changed("/workload/learning_rates/1", "a")), HasSubstr("learning_rates[1]"));
  EXPECT_THAT(problemOf(changed("/workload/learning_rates", "learning_rates")), HasSubstr("list of numbers"));
  EXPECT_THAT(problemOf(changed("/deployment/cloud", true)), HasSubstr("cloud"));
  EXPECT_THAT(problemOf("{\"format\": \"noiseloom-scenario\""), HasSubstr("not valid JSON"));
  Json missing = scenarioJson(unusualScenario());
  missing.erase("tau");
  EXPECT_THAT(problemOf(missing.dump()), HasSubstr("tau: is missing"));
}

}  // namespace
}  // namespace noiseloom
