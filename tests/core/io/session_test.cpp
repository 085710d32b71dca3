#include "core/io/session.h"
#include "core/batching/list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/base/errors.h"
#include "core/io/base64.h"
#include "core/io/scenario_json.h"
#include "core/search/designer.h"
#include "core/verify/verify_session.h"
#include "core/workload/learning_rates.h"
#include "tests/calls.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

using Json = nlohmann::ordered_json;

Scenario small(double epsilon = 2) {
  return Scenario({.iterations = 64, .epochs = 4, .epsilon = epsilon, .delta = 1e-5, .bands = 4});
}

Session example() {
  Session session;
  session.scenario = small();
  session.scenario.delta = 7;  // as it was left while it was edited
  const auto toeplitz = design(small());
  const Scenario closed = with(small(3), {.mechanism = *mechanismFromName("bisr"), .batching = &batchings::fixedEpoch});
  const auto inverse = design(closed);
  session.designs.push_back(sessionDesign(3, "first \"one\"\n", true, *toeplitz));
  session.designs.back().strategyFile = packStrategy(*toeplitz);
  session.designs.push_back(sessionDesign(5, "zweites \xc3\xbc", false, *inverse));
  session.designs.back().strategyFile = packStrategy(*inverse);
  session.baseline = 5;
  session.entries = {{"epsilon", "8x"}, {"delta", ""}};
  session.viewJson = R"({"board":{"sizes":[1,2.5]}})";
  session.history = {small(1), small(4)};
  session.origin = SessionOrigin{"/somewhere/a b.noiseloom", true};
  return session;
}

class SessionFile : public ScratchFolder {
 protected:
  std::filesystem::path path() const { return file("a.noiseloom"); }
  /// The message that refuses the example with one change.
  std::string refusal(const std::function<void(Json&)>& change) {
    Json json = Json::parse(sessionText(example()));
    change(json);
    return messageOf<FormatError>([&] { parseSession(json.dump(), path()); });
  }
};

TEST_F(SessionFile, EverythingComesBack) {
  const Session before = example();
  writeSession(path(), before);
  const Session after = readSession(path());
  EXPECT_EQ(sessionText(after), sessionText(before));
  EXPECT_EQ(scenarioText(after.scenario), scenarioText(before.scenario));
  ASSERT_EQ(after.designs.size(), 2U);
  EXPECT_EQ(after.designs[0].name, "first \"one\"\n");
  EXPECT_EQ(after.designs[1].name, "zweites \xc3\xbc");
  EXPECT_FALSE(after.designs[1].shown);
  EXPECT_EQ(after.designs[0].strategyFile, before.designs[0].strategyFile);
  EXPECT_EQ(after.baseline, 5);
  EXPECT_EQ(after.entries, before.entries);
  EXPECT_EQ(Json::parse(after.viewJson), Json::parse(before.viewJson));
  ASSERT_EQ(after.history.size(), 2U);
  EXPECT_EQ(after.history[1].epsilon, 4);
  EXPECT_EQ(after.origin->file, "/somewhere/a b.noiseloom");
  EXPECT_TRUE(after.origin->modified);
  EXPECT_EQ(names(), std::vector<std::string>{"a.noiseloom"});
}

TEST_F(SessionFile, SnapshotsComeBackAndMakeTheVersion) {
  Session session = example();
  EXPECT_EQ(Json::parse(sessionText(session)).at("version"), 1);
  session.snapshots = {{"loose", small(9)}, {"\xc3\xbc", small(1)}};
  const std::string text = sessionText(session);
  EXPECT_EQ(Json::parse(text).at("version"), 3);
  EXPECT_TRUE(parseSession(text, path()).snapshots == session.snapshots);
  const auto wrong = [&](const std::function<void(Json&)>& change) {
    Json json = Json::parse(text);
    change(json);
    return messageOf<FormatError>([&] { parseSession(json.dump(), path()); });
  };
  EXPECT_NE(wrong([](Json& j) { j["snapshots"][0]["name"] = ""; }).find("name"), std::string::npos);
  EXPECT_NE(wrong([](Json& j) { j["snapshots"][0]["note"] = "a"; }).find("note"), std::string::npos);
  EXPECT_NE(wrong([](Json& j) { j["version"] = 2; }).find("snapshots"), std::string::npos);
}

TEST_F(SessionFile, DesignsComeBackToTheLastBit) {
  const auto before = design(small());
  SessionDesign packed = sessionDesign(1, "a", true, *before);
  packed.strategyFile = packStrategy(*before);
  const auto after = unpackDesign(packed, path());
  ASSERT_TRUE(after);
  EXPECT_EQ(after->strategy.column(0), before->strategy.column(0));
  EXPECT_EQ(after->noiseMultiplier.value, before->noiseMultiplier.value);
  EXPECT_EQ(after->noiseMultiplier.errorBound, before->noiseMultiplier.errorBound);
  EXPECT_EQ(after->stddev, before->stddev);
  EXPECT_EQ(after->sensitivity.value, before->sensitivity.value);
  EXPECT_EQ(after->error.mean, before->error.mean);
  EXPECT_EQ(after->error.max, before->error.max);
  EXPECT_EQ(after->error.last, before->error.last);
  EXPECT_EQ(after->loss.mean, before->loss.mean);
  EXPECT_EQ(after->lowerBound, before->lowerBound);
  EXPECT_EQ(after->dpSgdRmse, before->dpSgdRmse);
  EXPECT_EQ(after->bands, before->bands);
  EXPECT_EQ(after->optimizer.iterations, before->optimizer.iterations);
  EXPECT_EQ(after->seconds.total, before->seconds.total);
  EXPECT_TRUE(contradictionsOf(packed, *after).empty());
}

TEST_F(SessionFile, EveryKindOfStrategyComesBack) {
  for (const Mechanism* kind :
       {*mechanismFromName("dp-sgd"), *mechanismFromName("tree"), *mechanismFromName("bisr"),
        *mechanismFromName("banded"), *mechanismFromName("dense"), *mechanismFromName("stamped"),
        *mechanismFromName("blt"), *mechanismFromName("square-root")}) {
    Scenario scenario = with(small(), {.mechanism = kind, .batching = &batchings::fixedEpoch});
    if (kind == *mechanismFromName("dense")) scenario.bands.reset();
    const auto before = design(scenario);
    SessionDesign packed = sessionDesign(1, "a", true, *before);
    packed.strategyFile = packStrategy(*before);
    ASSERT_FALSE(packed.strategyFile.empty()) << toString(kind);
    const auto after = unpackDesign(packed, path());
    EXPECT_EQ(after->bands, before->bands) << toString(kind);
    EXPECT_EQ(after->error.mean, before->error.mean) << toString(kind);
    EXPECT_EQ(after->mechanism, kind);
    EXPECT_EQ(contradictionsOf(packed, *after), std::vector<Text>{}) << toString(kind);
  }
}

TEST_F(SessionFile, WhatHasNoStrategyIsSolvedAgain) {
  const Scenario scenario = with(small(), {.bands = std::nullopt});
  const auto before = design(scenario);
  const SessionDesign packed = sessionDesign(1, "a", true, *before);
  EXPECT_FALSE(unpackDesign(packed, path()));
  const auto after = solveAgain(packed);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->bands, before->bands);
  EXPECT_EQ(after->scenario.bands, std::nullopt);
  EXPECT_TRUE(contradictionsOf(packed, *after).empty());
  EXPECT_FALSE(solveAgain(packed, stoppedAtOnce()));
}

TEST_F(SessionFile, LargeStrategiesAreLeftOut) {
  const Scenario scenario = with(small(), {.iterations = 1024});
  const Design large{scenario, DenseStrategy(1024, 1024, [] {
                       std::vector<double> c(std::size_t{1024} * 1024, 0.0);
                       for (std::size_t i = 0; i < 1024; ++i) c[i * 1025] = 1;
                       return c;
                     }())};
  EXPECT_TRUE(packStrategy(large).empty());
}

TEST_F(SessionFile, AWrongFigureIsFound) {
  const auto solved = design(small());
  SessionDesign packed = sessionDesign(1, "a", true, *solved);
  packed.strategyFile = packStrategy(*solved);
  packed.figures.error.mean = std::nextafter(packed.figures.error.mean, 0.0);
  const auto opened = unpackDesign(packed, path());
  const std::vector<Text> found = contradictionsOf(packed, *opened);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].english().starts_with("rmse: ")) << found[0];
  // Also where nothing but the strategy file itself is wrong.
  Design lying = *solved;
  lying.noiseMultiplier.value *= 0.999;
  lying.stddev = lying.scenario.clipNorm * lying.noiseMultiplier.value * lying.sensitivity.value;
  SessionDesign forged = sessionDesign(1, "a", true, lying);
  forged.strategyFile = packStrategy(lying);
  EXPECT_FALSE(contradictionsOf(forged, *unpackDesign(forged, path())).empty());
}

TEST_F(SessionFile, AStrategyOfAnotherScenarioIsRefused) {
  Session session = example();
  session.designs[0].strategyFile = session.designs[1].strategyFile;
  const std::string message = messageOf<FormatError>([&] { unpackDesign(session.designs[0], path()); });
  EXPECT_NE(message.find("another scenario"), std::string::npos) << message;
  EXPECT_NE(message.find(path().string()), std::string::npos) << message;
  session.designs[0].strategyFile = "PK no archive";
  const std::string broken = messageOf<FormatError>([&] { unpackDesign(session.designs[0], path()); });
  EXPECT_NE(broken.find("strategy of design 3"), std::string::npos) << broken;
  EXPECT_NE(broken.find(path().string()), std::string::npos) << broken;
}

TEST_F(SessionFile, TruncatedAtAnyByteIsRefused) {
  const std::string text = sessionText(example());
  // Every length near the ends, and a sample between.
  for (std::size_t length = 0; length + 2 < text.size(); length += length < 200 ? 1 : 997) {
    EXPECT_THROW(parseSession(std::string_view(text).substr(0, length), path()), FormatError) << length;
  }
  EXPECT_THROW(parseSession(text + "{}", path()), FormatError);
}

TEST_F(SessionFile, WhatIsNotKnownIsRefusedByName) {
  EXPECT_NE(refusal([](Json& j) { j["version"] = 4; }).find("version: 4 is newer than this program"),
            std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["version"] = "1"; }).find("version: must be an integer"), std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["format"] = "other"; }).find("format"), std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["more"] = 1; }).find("more"), std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j.erase("view"); }).find("view: is missing"), std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["view"] = Json::array(); }).find("view: must be an object"), std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["designs"] = Json::object(); }).find("designs: must be a list"), std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["designs"][1]["id"] = 3; }).find("id: 3 stands there twice"), std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["designs"][0]["id"] = 1e300; }).find("id: must be an integer"), std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["designs"][0]["id"] = 9'000'000'000; }).find("id: 9000000000"), std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["designs"][0]["shown"] = 1; }).find("designs[0]: shown: must be true or false"),
            std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["designs"][0]["figures"]["rmse"] = -1; }).find("rmse"), std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["designs"][0]["figures"]["mechanism"] = "best"; }).find("mechanism"),
            std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["designs"][0]["strategy"] = "?"; }).find("strategy: is not base64"),
            std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["designs"][0]["strategy"] = ""; }).find("strategy: 0 bytes"), std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["designs"][0]["name"] = ""; }).find("name"), std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["baseline"] = 4; }).find("baseline: 4 is none of the designs"), std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["scenario"]["epsilon"] = "8"; }).find("epsilon"), std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["entries"].push_back(j["entries"][0]); }).find("has an entry already"),
            std::string::npos);
  EXPECT_NE(refusal([](Json& j) {
              j["origin"] = Json{{"file", "x"}};
            }).find("modified: is missing"),
            std::string::npos);
  EXPECT_NE(refusal([](Json& j) { j["history"] = Json::array({1}); }).find("history[0]"), std::string::npos);
}

TEST_F(SessionFile, HugeNumbersAndDepthsAreRefused) {
  Json json = Json::parse(sessionText(example()));
  std::string text = json.dump();
  const std::size_t at = text.find("\"epsilon\":2.0");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 13, "\"epsilon\":1e999");
  EXPECT_THROW(parseSession(text, path()), FormatError);
  EXPECT_THROW(parseSession(std::string(100'000, '['), path()), FormatError);
  EXPECT_THROW(parseSession("{\"format\":\"noiseloom-session\",\"format\":\"noiseloom-session\"}", path()),
               FormatError);
}

TEST_F(SessionFile, AFileThatIsTooLargeIsNotRead) {
  std::filesystem::path huge = file("huge.noiseloom");
  putContent(huge, "{");
  std::filesystem::resize_file(huge, kMostSessionBytes + 1);  // sparse
  EXPECT_THROW(readSession(huge), Error);
  EXPECT_THROW(readSession(file("missing.noiseloom")), IoError);
}

// One scenario for each step of an afternoon with 20 000 learning rates is 50 MB, and twice that cannot be read back.
TEST_F(SessionFile, OnlyTheNewestOfALongHistoryIsKept) {
  Session session = example();
  Scenario step = with(small(), {.iterations = 20'000,
                                 .batching = &batchings::fixedEpoch,
                                 .schedule = LearningRateSchedule{ScheduleKind::Cosine, 0.1, 0, {}}});
  step.workload = Workload::learningRates(learningRates(step.schedule, 20'000), 0.9);
  session.history.clear();
  for (int i = 1; i <= 300; ++i) {
    step.epsilon = i;
    session.history.push_back(step);
  }
  writeSession(path(), session);
  EXPECT_LT(std::filesystem::file_size(path()), kMostHistoryBytes + (std::uint64_t{1} << 20));
  const Session after = readSession(path());
  ASSERT_GE(after.history.size(), 5U);
  EXPECT_EQ(after.history.back().epsilon, 300);
  EXPECT_EQ(after.history.front().epsilon, 301 - static_cast<double>(after.history.size()));
}

TEST_F(SessionFile, AFormulaStandsForItsRates) {
  Session session = example();
  Scenario cosine = with(small(), {.iterations = 50'000});
  cosine.schedule.kind = ScheduleKind::Cosine;
  cosine.schedule.warmup = 0.1;
  cosine.workload = Workload::learningRates(learningRates(cosine.schedule, cosine.iterations), 0.9);
  session.scenario = cosine;
  session.history.assign(100, cosine);
  const std::string text = sessionText(session);
  EXPECT_LT(text.size(), 2'000'000U);
  const Session read = parseSession(text, path());
  ASSERT_EQ(read.history.size(), 100U);
  for (const Scenario* scenario : {&read.scenario, &read.history.front()}) {
    EXPECT_TRUE(std::ranges::equal(scenario->workload.eta(), cosine.workload.eta()));
    EXPECT_EQ(scenario->workload.beta(), 0.9);
    EXPECT_EQ(scenario->schedule, cosine.schedule);
  }
  // Rates that are not those of the formula are all there.
  std::vector<double> own(cosine.workload.eta().begin(), cosine.workload.eta().end());
  own[7] *= 1 + 1e-15;
  session.scenario.workload = Workload::learningRates(own, 0.9);
  EXPECT_TRUE(std::ranges::equal(parseSession(sessionText(session), path()).scenario.workload.eta(), own));
}

TEST_F(SessionFile, RatesThatAreMerelyClaimedDoNotFillTheMemory) {
  Session session = example();
  session.scenario.schedule.kind = ScheduleKind::Linear;
  session.scenario.workload = Workload::learningRates(learningRates(session.scenario.schedule, 64), 0);
  Json json = Json::parse(sessionText(session));
  ASSERT_EQ(json["scenario"]["workload"]["learning_rates"], "schedule");
  json["scenario"]["iterations"] = kMostFollowingRates + 1;
  EXPECT_NE(messageOf<FormatError>([&] { (void)parseSession(json.dump(), path()); }).find("learning_rates"),
            std::string::npos);
  json["scenario"]["iterations"] = kMostFollowingRates;
  for (int i = 0; i < 20; ++i) json["history"].push_back(json["scenario"]);
  EXPECT_NE(messageOf<FormatError>([&] { (void)parseSession(json.dump(), path()); }).find("history"),
            std::string::npos);
  json["history"] = Json::array();
  json["scenario"]["workload"]["schedule"] = nullptr;
  EXPECT_NE(messageOf<FormatError>([&] { (void)parseSession(json.dump(), path()); }).find("learning_rates"),
            std::string::npos);
}

TEST_F(SessionFile, WhatCouldNotBeReadBackIsNotWritten) {
  Session session = example();
  writeSession(path(), session);
  session.entries["epsilon"] = std::string(kMostSessionBytes, 'x');
  EXPECT_THROW(writeSession(path(), session), IoError);
  EXPECT_EQ(readSession(path()).designs.size(), 2U);
}

TEST_F(SessionFile, WritersRefuseAViewThatIsNoObject) {
  Session session = example();
  session.viewJson = "[1]";
  EXPECT_THROW(sessionText(session), InvalidArgument);
  session.viewJson = "{";
  EXPECT_THROW(sessionText(session), FormatError);
}

TEST(Base64, KnownTextsAndBack) {
  // RFC 4648, section 10.
  const std::vector<std::pair<std::string, std::string>> known{{"", ""},
                                                               {"f", "Zg=="},
                                                               {"fo", "Zm8="},
                                                               {"foo", "Zm9v"},
                                                               {"foob", "Zm9vYg=="},
                                                               {"fooba", "Zm9vYmE="},
                                                               {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : known) {
    EXPECT_EQ(toBase64(bytes), text);
    EXPECT_EQ(fromBase64(text), bytes);
  }
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  EXPECT_EQ(fromBase64(toBase64(all)), all);
}

TEST(Base64, AnythingElseIsRefused) {
  for (const char* text : {"Z", "Zg", "Zg=", "Z===", "====", "Zg==Zg==", "Zh==", "Zm9=", "Zm 9", "Zm9v\n", "Zm9-"}) {
    EXPECT_EQ(fromBase64(text), std::nullopt) << text;
  }
  const std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (int i = 0; i < 256; ++i) {
    const char c = static_cast<char>(i);
    EXPECT_EQ(fromBase64(std::string("Zm9") + c).has_value(), digits.find(c) != std::string_view::npos) << i;
    EXPECT_EQ(fromBase64(c + std::string("m9v")).has_value(), digits.find(c) != std::string_view::npos) << i;
  }
}

}  // namespace
}  // namespace noiseloom
