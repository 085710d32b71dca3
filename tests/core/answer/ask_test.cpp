#include "core/answer/ask.h"

#include "core/answer/design_answer.h"
#include "tests/calls.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

using Options = std::vector<std::pair<std::string, Given>>;

Options job(Options more = {}) {
  Options options{{"iterations", {Index{24}}}, {"epochs", {Index{3}}}, {"epsilon", {4.0}}, {"delta", {1e-5}}};
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

std::string argumentOf(const std::string& question, const Options& options) {
  return refusedArgument([&] { ask(question, options, {}); });
}

constexpr char kLink[] =
    "noiseloom://scenario/1?iterations=24&epochs=3&epsilon=4&delta=1e-5&bands=4&workload=sgd&momentum=0.9";

TEST(Ask, ALinkIsTheOptionsThatWereNotGiven) {
  const auto scenarioOf = [](Options options) {
    options.push_back({"link", {std::string(kLink)}});
    const Answer answer = ask("design", options, {});
    EXPECT_TRUE(answer.design);
    return answer.design->scenario;
  };
  const Scenario plain = scenarioOf({});
  EXPECT_EQ(plain.iterations, 24);
  EXPECT_EQ(plain.bands, 4);
  EXPECT_EQ(plain.workload.beta(), 0.9);
  EXPECT_EQ(scenarioOf({{"epsilon", {2.0}}}).epsilon, 2);
  const Scenario other = scenarioOf({{"mechanism", {std::string("bsr")}}});
  EXPECT_EQ(other.mechanism->id, "bsr");
  EXPECT_FALSE(other.bands) << "settings of the link's mechanism are not another one's";
  EXPECT_EQ(scenarioOf({{"workload", {std::string("prefix")}}}).workload.name(), "prefix");
  const Scenario batch = scenarioOf({{"dataset_size", {Index{240}}}, {"batch_size", {20.0}}});
  EXPECT_EQ(batch.epochs, 2);
  EXPECT_EQ(argumentOf("design", {{"link", {std::string(kLink) + "&out=a"}}}), "link");
  EXPECT_EQ(argumentOf("design", {{"link", {std::string(kLink) + "&bands=0"}}}), "link") << "given twice";
  EXPECT_EQ(argumentOf("design", {{"link",
                                   {std::string("noiseloom://scenario/1?iterations=24&epochs=3&epsilon=4"
                                                "&delta=2")}}}),
            "delta");
}

TEST(Ask, ADesignComesWithItsAnswer) {
  const Answer answer = ask("design", job({{"bands", {Index{4}}}, {"column_normalize", {false}}}), {});
  EXPECT_EQ(answer.ending, Ending::Answered);
  ASSERT_TRUE(answer.design);
  EXPECT_EQ(answer.design->scenario.iterations, 24);
  EXPECT_EQ(answer.design->scenario.epsilon, 4);
  EXPECT_FALSE(answer.design->scenario.columnNormalize);
  EXPECT_EQ(answer.json.at("bands"), 4);
  EXPECT_EQ(answer.json.at("stddev"), answer.design->stddev);
  EXPECT_EQ(answer.json.at("delta"), 1e-5);
}

TEST(Ask, SweepsAndAccountsHaveNoDesign) {
  const Answer sweep = ask(
      "sweep", job({{"over", {std::string("bands")}}, {"values", {std::vector<Given>{{Index{1}}, {Index{2}}}}}}), {});
  EXPECT_FALSE(sweep.design);
  EXPECT_EQ(sweep.json.at("points").size(), 2U);
  EXPECT_EQ(sweep.json.at("points")[1].at("value"), "2");
  const Answer account = ask("account", {{"epsilon", {Index{1}}}, {"delta", {1e-5}}}, {});
  EXPECT_NEAR(account.json.at("noise_multiplier").get<double>(), 3.731, 1e-3);
}

TEST(Ask, RefusalsNameTheOption) {
  EXPECT_EQ(argumentOf("design", job({{"bands", {Index{0}}}})), "bands");
  EXPECT_EQ(argumentOf("design", job({{"batching", {std::string("min-sep")}}, {"min_sep", {Index{0}}}})), "min_sep");
  EXPECT_EQ(argumentOf("sweep", job()), "over");
  EXPECT_EQ(argumentOf("guess", job()), "question");
  const Answer unknown = ask("design", job({{"colour", {std::string("red")}}}), {});
  EXPECT_EQ(unknown.ending, Ending::Refused);
  EXPECT_TRUE(unknown.json.is_null());
  EXPECT_THAT(unknown.note, HasSubstr("--colour is not an option of design"));
  EXPECT_EQ(ask("account", {{"epsilon", {Index{1}}}}, {}).ending, Ending::Refused);
}

TEST(Ask, WhatCannotBeReachedSaysWhy) {
  const Answer answer = ask("design", job({{"solve_for", {std::string("epsilon")}}, {"target_error", {1e-9}}}), {});
  EXPECT_EQ(answer.ending, Ending::No);
  EXPECT_FALSE(answer.design);
  EXPECT_THAT(answer.note, HasSubstr("cannot be reached"));
}

TEST(Ask, AClaimThatIsNotMadeIsWarnedOf) {
  const Answer answer = ask("design",
                            job({{"bands", {Index{4}}},
                                 {"job_batching", {std::string("shuffled-each-epoch")}},
                                 {"dataset_size", {Index{480}}}}),
                            {});
  EXPECT_EQ(answer.ending, Ending::Answered);
  EXPECT_THAT(answer.note, HasSubstr("no privacy is claimed"));
}

}  // namespace
}  // namespace noiseloom
