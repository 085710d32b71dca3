#include "core/io/noise_plan.h"

#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/errors.h"
#include "core/noise/noise_recipe.h"
#include "core/noise/noise_stream.h"
#include "tests/calls.h"
#include "tests/core/io/design_examples.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

using Json = nlohmann::ordered_json;

const std::string kHash(64, 'a');

Design deployed(Index parameters, Index machines, NumberType type = NumberType::Float32) {
  Design design = *toeplitzExample();
  design.scenario.deployment = {parameters, machines, type};
  return design;
}

class NoisePlanTest : public ScratchFolder {};

TEST_F(NoisePlanTest, SharesTheParametersEqually) {
  const NoisePlan plan = makeNoisePlan(deployed(10, 3), "a.npz", kHash);
  ASSERT_EQ(plan.shards.size(), 3U);
  EXPECT_EQ(plan.shards[0].machine, "machine-0");
  EXPECT_EQ(plan.shards[0].begin, 0);
  EXPECT_EQ(plan.shards[0].end, 4);
  EXPECT_EQ(plan.shards[1].end, 7);
  EXPECT_EQ(plan.shards[2].end, 10);
  EXPECT_EQ(plan.bufferRows, 2);  // b - 1
  EXPECT_EQ(plan.shards[0].bufferBytes, 2 * 4 * 4);
  EXPECT_EQ(plan.shards[2].bufferBytes, 2 * 3 * 4);
  EXPECT_EQ(plan.iterations, 9);
  EXPECT_EQ(plan.parameters, 10);
  EXPECT_EQ(plan.stddev, toeplitzExample()->stddev);
  EXPECT_DOUBLE_EQ(plan.predictedSecondsPerStep, plan.measuredSecondsPerMillion * 4e-6);
  EXPECT_EQ(makeNoisePlan(deployed(10, 3, NumberType::Float64), "a.npz", kHash).shards[0].bufferBytes, 2 * 4 * 8);
  const NoisePlan large = makeNoisePlan(deployed(1'000'000'007, 1000), "a.npz", kHash);
  Index longest = 0, shortest = std::numeric_limits<Index>::max(), end = 0;
  for (const NoiseShard& shard : large.shards) {
    EXPECT_EQ(shard.begin, end);
    end = shard.end;
    longest = std::max(longest, shard.end - shard.begin);
    shortest = std::min(shortest, shard.end - shard.begin);
  }
  EXPECT_EQ(end, 1'000'000'007);
  EXPECT_EQ(longest - shortest, 1);
}

TEST_F(NoisePlanTest, RoundTripIsExact) {
  const NoisePlan plan = makeNoisePlan(deployed(123'456'789, 7, NumberType::Float64), "a b.npz", kHash);
  writeNoisePlan(file("a.plan.json"), plan);
  EXPECT_THAT(names(), ElementsAre("a.plan.json"));
  const NoisePlan read = readNoisePlan(file("a.plan.json"));
  EXPECT_EQ(read.strategyFile, plan.strategyFile);
  EXPECT_EQ(read.strategySha256, plan.strategySha256);
  EXPECT_EQ(read.iterations, plan.iterations);
  EXPECT_EQ(read.parameters, plan.parameters);
  EXPECT_EQ(read.numberType, plan.numberType);
  EXPECT_EQ(read.stddev, plan.stddev);
  EXPECT_EQ(read.bufferRows, plan.bufferRows);
  EXPECT_EQ(read.formula, plan.formula);
  EXPECT_EQ(read.predictedSecondsPerStep, plan.predictedSecondsPerStep);
  EXPECT_EQ(read.measuredSecondsPerMillion, plan.measuredSecondsPerMillion);
  EXPECT_EQ(read.measurement, plan.measurement);
  EXPECT_EQ(read.resumeRule, plan.resumeRule);
  ASSERT_EQ(read.shards.size(), plan.shards.size());
  for (std::size_t i = 0; i < read.shards.size(); ++i) {
    EXPECT_EQ(read.shards[i].machine, plan.shards[i].machine);
    EXPECT_EQ(read.shards[i].begin, plan.shards[i].begin);
    EXPECT_EQ(read.shards[i].end, plan.shards[i].end);
    EXPECT_EQ(read.shards[i].bufferBytes, plan.shards[i].bufferBytes);
  }
  // No field of a plan is a secret, or may ever become one.
  const std::function<void(const Json&)> look = [&](const Json& json) {
    for (const auto& [key, value] : json.items()) {
      if (json.is_object()) {
        EXPECT_THAT(key, Not(HasSubstr("key")));
        EXPECT_THAT(key, Not(HasSubstr("seed")));
      }
      if (value.is_structured()) look(value);
    }
  };
  look(Json::parse(contentOf(file("a.plan.json"))));
}

// Version 1 knew no sub-keys: its key is the cipher's, and stays so when the plan is written again.
TEST_F(NoisePlanTest, OlderPlansMeanTheKeyItself) {
  writeNoisePlan(file("a.plan.json"), makeNoisePlan(olderDesign(deployed(10, 3)), "a.npz", kHash));
  Json json = Json::parse(contentOf(file("a.plan.json")));
  EXPECT_EQ(json.at("version"), 2);
  EXPECT_EQ(json.at("generator").at("derivation"), kNoiseKeyDerivation);
  json["version"] = 1;
  json["generator"].erase("derivation");
  putContent(file("old.plan.json"), json.dump(2) + "\n");
  const NoisePlan old = readNoisePlan(file("old.plan.json"));
  EXPECT_EQ(old.version, 1);
  writeNoisePlan(file("again.plan.json"), old);
  EXPECT_EQ(contentOf(file("again.plan.json")), contentOf(file("old.plan.json")));
  EXPECT_EQ(readNoisePlan(file("a.plan.json")).version, 2);
}

TEST_F(NoisePlanTest, EachVersionHasItsGaussianMethod) {
  writeNoisePlan(file("a.plan.json"), makeNoisePlan(deployed(10, 3), "a.npz", kHash));
  Json json = Json::parse(contentOf(file("a.plan.json")));
  EXPECT_EQ(json.at("version"), 3);
  EXPECT_EQ(json.at("generator").at("gaussian_method"), toString(GaussianMethod::Radius139));
  writeNoisePlan(file("old.plan.json"), makeNoisePlan(olderDesign(deployed(10, 3)), "a.npz", kHash));
  EXPECT_EQ(Json::parse(contentOf(file("old.plan.json"))).at("generator").at("gaussian_method"),
            toString(GaussianMethod::Radius53));
  for (const Index version : {1, 2, 3}) {
    EXPECT_EQ(gaussianMethodOfPlan(version), version < 3 ? GaussianMethod::Radius53 : GaussianMethod::Radius139);
  }
  json["version"] = 2;
  putContent(file("b.plan.json"), json.dump());
  EXPECT_THAT(messageOf<FormatError>([&] { readNoisePlan(file("b.plan.json")); }), HasSubstr("gaussian_method"));
}

TEST_F(NoisePlanTest, FollowsTheStreamOfEveryKind) {
  for (const auto& [name, example] : designExamples()) {
    SCOPED_TRACE(name);
    Design design = *example;
    design.scenario.deployment = {10, 3, NumberType::Float32};
    const NoisePlan plan = makeNoisePlan(design, "a.npz", kHash);
    const auto source = std::make_shared<const GaussianSource>(SecretKey::random());
    const NoiseStream stream(design.strategy, source, design.stddev, 0, 4, NumberType::Float32);
    EXPECT_EQ(plan.bufferRows, stream.bufferRows());
    EXPECT_EQ(plan.shards[0].bufferBytes, stream.bufferBytes());
    EXPECT_EQ(plan.formula, noiseRecipe(design.strategy).formula);
    writeNoisePlan(file("a.plan.json"), plan);
    const NoisePlan read = readNoisePlan(file("a.plan.json"));
    EXPECT_EQ(read.formula, plan.formula);
    EXPECT_EQ(read.resumeRule, plan.resumeRule);
    const bool tree = design.strategy.as<TreeStrategy>() != nullptr;
    EXPECT_EQ(Json::parse(contentOf(file("a.plan.json"))).at("generator").at("counter_layout"),
              tree                                         ? kNodeLayout
              : design.strategy.as<RecursiveBltStrategy>() ? kBlockLayout
                                                           : kStepLayout);
  }
}

TEST_F(NoisePlanTest, RefusesDeploymentsThatCannotBe) {
  const auto refusal = [&](const Design& design, const std::string& name = "a.npz", const std::string& hash = kHash) {
    return messageOf<InvalidArgument>([&] { makeNoisePlan(design, name, hash); });
  };
  const Index most = std::numeric_limits<Index>::max();
  EXPECT_THAT(refusal(deployed(0, 1)), HasSubstr("parameters = 0"));
  EXPECT_THAT(refusal(deployed(10, 0)), HasSubstr("machines = 0"));
  EXPECT_THAT(refusal(deployed(10, 11)), HasSubstr("machines = 11 is not allowed: use an integer from 1 to 10"));
  EXPECT_THAT(refusal(deployed(most, most)), HasSubstr("machines = "));  // before a list of them is made
  EXPECT_THAT(refusal(deployed(most, 1)), HasSubstr("must fit 64 bits"));
  EXPECT_THAT(refusal(deployed(10, 1), "../a.npz"), HasSubstr("strategy_file = '../a.npz'"));
  EXPECT_THAT(refusal(deployed(10, 1), ""), HasSubstr("strategy_file"));
  EXPECT_THAT(refusal(deployed(10, 1), "a.npz", "abc"), HasSubstr("strategy_sha256 = 'abc'"));
  Design unsolved = deployed(10, 1);
  unsolved.stddev = std::numeric_limits<double>::infinity();
  EXPECT_THAT(refusal(unsolved), HasSubstr("stddev = inf"));
}

struct Edit {
  const char* what;
  std::function<void(Json&)> change;
  const char* said;
};

TEST_F(NoisePlanTest, ReaderRefusesByField) {
  writeNoisePlan(file("a.plan.json"), makeNoisePlan(deployed(10, 3), "a.npz", kHash));
  const Json good = Json::parse(contentOf(file("a.plan.json")));
  const std::vector<Edit> table{
      {"format", [](Json& j) { j["format"] = "x"; }, "plan: format: 'x' is not known"},
      {"version", [](Json& j) { j["version"] = 7; },
       "version: 7 is newer than this program, which reads versions 1 to 3"},
      {"unknown", [](Json& j) { j["seed"] = 1; }, "seed: is a field that this version does not know"},
      {"missing", [](Json& j) { j.erase("stddev"); }, "stddev: is missing"},
      {"cipher", [](Json& j) { j["generator"]["name"] = "mt19937"; }, "generator: name: 'mt19937' is not known"},
      {"derivation", [](Json& j) { j["generator"]["derivation"] = "the key itself"; },
       "generator: derivation: 'the key"},
      {"no derivation", [](Json& j) { j["generator"].erase("derivation"); }, "generator: derivation: is missing"},
      {"older than its generator",
       [](Json& j) {
         j["version"] = 1;
         j["generator"]["gaussian_method"] = toString(GaussianMethod::Radius53);
       },
       "generator: derivation: is a field"},
      {"older than its normals", [](Json& j) { j["version"] = 2; }, "generator: gaussian_method: 'Box-Muller"},
      {"rounds", [](Json& j) { j["generator"]["rounds"] = 8; }, "rounds: 8 is not allowed"},
      {"layout", [](Json& j) { j["generator"]["counter_layout"] = "?"; }, "counter_layout"},
      {"seeded", [](Json& j) { j["generator"]["key"] = "00"; }, "generator: key: is a field"},
      {"folder", [](Json& j) { j["strategy_file"] = "/etc/passwd"; }, "plan: strategy_file: '/etc/passwd'"},
      {"hash", [](Json& j) { j["strategy_sha256"] = "A"; }, "strategy_sha256"},
      {"stddev", [](Json& j) { j["stddev"] = 0; }, "stddev: 0 is not allowed"},
      {"machines", [](Json& j) { j["machines"] = 2; }, "machines: is not the number of shards"},
      {"gap", [](Json& j) { j["shards"][1]["begin"] = 5; }, "begin of machine-1"},
      {"overlap", [](Json& j) { j["shards"][1]["begin"] = 3; }, "begin of machine-1"},
      {"empty shard", [](Json& j) { j["shards"][1]["end"] = 4; }, "end of machine-1"},
      {"beyond", [](Json& j) { j["shards"][2]["end"] = 11; }, "end of machine-2"},
      {"short", [](Json& j) { j["parameters"] = 11; }, "end of the last shard"},
      {"bytes", [](Json& j) { j["shards"][0]["buffer_bytes"] = 1; }, "buffer_bytes of machine-0"},
      {"rows", [](Json& j) { j["buffer_rows"] = 11; }, "buffer_rows"},
      {"other rows", [](Json& j) { j["buffer_rows"] = 3; }, "buffer_bytes of machine-0"},
      {"formula", [](Json& j) { j["formula"] = "y = z"; }, "plan: formula: 'y = z' is not known"},
      {"formula of another layout", [](Json& j) { j["formula"] = noiseRecipe(TreeStrategy(9)).formula; },
       "counter_layout"},
      {"number type", [](Json& j) { j["number_type"] = "float16"; }, "number_type: 'float16'"},
      {"no shards", [](Json& j) { j["shards"] = Json::array(); }, "machines: is not the number of shards"},
      {"shard type", [](Json& j) { j["shards"][0] = 3; }, "plan: shards[0]: must be an object"},
  };
  for (const Edit& edit : table) {
    SCOPED_TRACE(edit.what);
    Json json = good;
    edit.change(json);
    putContent(file("b.plan.json"), json.dump());
    EXPECT_THAT(messageOf<FormatError>([&] { readNoisePlan(file("b.plan.json")); }), HasSubstr(edit.said));
  }
}

TEST_F(NoisePlanTest, LeavesNothingWhereItCannotBeWritten) {
  const NoisePlan plan = makeNoisePlan(deployed(10, 3), "a.npz", kHash);
  EXPECT_THROW(writeNoisePlan(file("none/a.plan.json"), plan), IoError);
  EXPECT_THROW(writeNoisePlan("/dev/full", plan), IoError);
  NoisePlan broken = plan;
  broken.shards[1].begin = 0;
  EXPECT_THROW(writeNoisePlan(file("a.plan.json"), broken), InvalidArgument);
  EXPECT_THAT(names(), IsEmpty());
}

}  // namespace
}  // namespace noiseloom
