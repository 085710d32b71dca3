#include "core/verify/verify_plan.h"

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/core/io/design_examples.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/core/scenarios.h"
#include "tests/core/verify/field_changes.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

using Json = nlohmann::ordered_json;

class VerifyPlan : public ScratchFolder {
 protected:
  // A strategy file and its plan for three machines.
  void write(const std::string& name = "banded", bool older = false) {
    Design design = *example(designExamples(), name).design;
    if (older) design = olderDesign(design);
    design.scenario.deployment = {1000, 3, NumberType::Float32};
    const std::string hash = writeStrategyFile(file("s.npz"), design);
    writeNoisePlan(file("s.plan.json"), makeNoisePlan(design, "s.npz", hash));
  }
  void edit(const std::function<void(Json&)>& change) {
    Json json = Json::parse(contentOf(file("s.plan.json")));
    change(json);
    putContent(file("t.plan.json"), json.dump());
  }
  static std::vector<std::string> failed(const Verification& verification) {
    std::vector<std::string> names;
    for (const VerificationItem& item : verification.items) {
      if (!item.passed) names.push_back(item.name);
    }
    EXPECT_EQ(verification.passed(), names.empty());
    return names;
  }
};

TEST_F(VerifyPlan, ConfirmsPlansOfEveryKindWithTheirStrategies) {
  for (const char* name : {"banded", "identity", "inverse toeplitz", "blt", "tree", "stamped, the last block cut"}) {
    write(name);
    const Verification verification = verifyNoisePlan(file("s.plan.json"), {});
    EXPECT_THAT(failed(verification), IsEmpty()) << name;
    const auto strategy = verifyStrategyFile(file("s.npz"));
    EXPECT_EQ(verification.items.size(), strategy.items.size() + 10);
    EXPECT_THAT(verification.notChecked, Contains("strategy: optimizer"));
  }
}

// A plan of version 2 is of a strategy file before version 9, and neither of them goes with the other generator.
TEST_F(VerifyPlan, TheGeneratorIsTheStrategyFiles) {
  write("banded", true);
  const NoisePlan older = readNoisePlan(file("s.plan.json"));
  EXPECT_EQ(older.version, 2);
  EXPECT_THAT(failed(verifyNoisePlan(file("s.plan.json"), {})), IsEmpty());
  const StrategyFile olderFile = readStrategyFile(file("s.npz"));
  write();
  const NoisePlan plan = readNoisePlan(file("s.plan.json"));
  EXPECT_EQ(plan.version, 3);
  const StrategyFile strategyFile = readStrategyFile(file("s.npz"));
  const auto differing = [](const NoisePlan& of, const StrategyFile& with) {
    std::vector<std::string> names;
    for (const VerificationItem& item : compareWithStrategy(of, with)) {
      if (!item.passed) names.push_back(item.name);
    }
    return names;
  };
  EXPECT_THAT(differing(plan, strategyFile), IsEmpty());
  EXPECT_THAT(differing(older, olderFile), IsEmpty());
  EXPECT_THAT(differing(plan, olderFile), ElementsAre("gaussian_method"));
  EXPECT_THAT(differing(older, strategyFile), ElementsAre("gaussian_method"));
}

TEST_F(VerifyPlan, FindsNoiseThatIsNotTheStrategys) {
  write();
  edit([](Json& j) { j["stddev"] = j["stddev"].get<double>() / 10; });
  EXPECT_THAT(failed(verifyNoisePlan(file("t.plan.json"), {})), ElementsAre("stddev"));
  const StrategyFile strategy = readStrategyFile(file("s.npz"));
  const auto items = compareWithStrategy(readNoisePlan(file("t.plan.json")), strategy);
  EXPECT_EQ(std::ranges::count(items, false, &VerificationItem::passed), 1);
}

TEST_F(VerifyPlan, EveryChangeOfAnyFieldIsSeen) {
  write();
  const Json flat = Json::parse(contentOf(file("s.plan.json"))).flatten();
  for (const auto& [pointer, value] : flat.items()) {
    for (const Json& change : changesOf(value)) {
      if (change == value) continue;
      edit([&, &pointer = pointer](Json& json) { json[Json::json_pointer(pointer)] = change; });
      try {
        const Verification verification = verifyNoisePlan(file("t.plan.json"), {});
        EXPECT_TRUE(!verification.passed() || isNamed(verification, pointer))
            << pointer << ": " << value << " became " << change;
      } catch (const FormatError&) {
        // Refused.
      }
    }
  }
}

TEST_F(VerifyPlan, NeedsTheStrategyFileThatItNames) {
  write();
  std::filesystem::create_directory(file("elsewhere"));
  std::filesystem::rename(file("s.npz"), file("elsewhere/moved.npz"));
  const Verification alone = verifyNoisePlan(file("s.plan.json"), {});
  EXPECT_THAT(failed(alone), ElementsAre("strategy_file"));
  EXPECT_THAT(alone.items.front().recomputed.english(), HasSubstr("s.npz: cannot be read"));
  EXPECT_THAT(failed(verifyNoisePlan(file("s.plan.json"), file("elsewhere/moved.npz"))), IsEmpty());
  // Another file, however much alike.
  Design design = *example(designExamples(), "banded").design;
  design.scenario = with(design.scenario, {.deployment = Deployment{1000, 3, NumberType::Float32}, .mostSeconds = 3});
  writeStrategyFile(file("s.npz"), design);
  EXPECT_THAT(failed(verifyNoisePlan(file("s.plan.json"), {})), ElementsAre("strategy_sha256"));
}

TEST_F(VerifyPlan, RefusesAPlanThatContradictsItself) {
  write();
  edit([](Json& j) { j["predicted_seconds_per_step"] = 2 * j["predicted_seconds_per_step"].get<double>(); });
  EXPECT_THAT(messageOf<FormatError>([&] { verifyNoisePlan(file("t.plan.json"), {}); }),
              HasSubstr("plan: predicted_seconds_per_step: "));
  edit([](Json& j) { j["buffer_rows"] = 0; });
  EXPECT_THAT(messageOf<FormatError>([&] { verifyNoisePlan(file("t.plan.json"), {}); }), HasSubstr("buffer_bytes"));
}

}  // namespace
}  // namespace noiseloom
