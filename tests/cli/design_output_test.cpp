#include "app/cli/design_output.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/batching/list.h"
#include "core/search/designer.h"

namespace noiseloom::cli {
namespace {

using Values = std::vector<double>;

Design designOf(const Mechanism* mechanism, const Strategy& strategy, const Mechanism* requested) {
  Scenario scenario(
      {.iterations = strategy.iterations(), .epochs = 1, .mechanism = mechanism, .batching = &batchings::single});
  Design design = *evaluate(scenario, strategy);
  design.scenario.mechanism = requested;
  return design;
}

DesignAnswer answerOf(const Design& design) {
  return {.design = std::make_shared<const Design>(design), .claim = claimOf(design)};
}

Json jsonOf(const Mechanism* mechanism, const Strategy& strategy) {
  return designJson(answerOf(designOf(mechanism, strategy, mechanism)));
}

TEST(DesignOutput, EveryKindStatesItsNumbers) {
  const Json bisr = jsonOf(*mechanismFromName("bisr"), InverseToeplitzStrategy(9, {1, -0.5, -0.125}));
  EXPECT_EQ(bisr.at("kind"), "inverse-toeplitz");
  EXPECT_EQ(bisr.at("noise_rows"), 2);
  EXPECT_EQ(bisr.at("noising_coefficients").get<Values>(), (Values{1, -0.5, -0.125}));
  EXPECT_FALSE(bisr.contains("coefficients"));

  const BltStrategy strategy(9, {0.9, 0.3}, {0.7, 0.2});
  const Json blt = jsonOf(*mechanismFromName("blt"), strategy);
  EXPECT_EQ(blt.at("mechanism"), "blt");
  EXPECT_EQ(blt.at("buffers"), 2);
  EXPECT_EQ(blt.at("noise_rows"), 2);
  EXPECT_EQ(blt.at("buf_decay").get<Values>(), strategy.parameters().theta);
  EXPECT_EQ(blt.at("output_scale").get<Values>(), strategy.parameters().omega);
  EXPECT_EQ(blt.at("inverse_buf_decay").get<Values>(), strategy.parameters().inverseTheta);
  EXPECT_EQ(blt.at("inverse_output_scale").get<Values>(), strategy.parameters().inverseOmega);

  const Json stamped = jsonOf(*mechanismFromName("stamped"), DenseStrategy(9, 2, {1, 0, 0.5, 1}));
  EXPECT_EQ(stamped.at("block_size"), 2);
  EXPECT_EQ(stamped.at("stamps"), 5);
  EXPECT_EQ(jsonOf(*mechanismFromName("tree"), TreeStrategy(9)).at("kind"), "tree");

  // A long series is cut; the file has all of it.
  const Json root = jsonOf(*mechanismFromName("square-root"), ToeplitzStrategy(5000, Values(5000, 1.0)));
  EXPECT_EQ(root.at("bands"), 5000);
  EXPECT_EQ(root.at("coefficients").size(), 4096U);
}

TEST(DesignOutput, BoundsOfClassesAreNamed) {
  const Mechanism* mechanism = *mechanismFromName("bsr");
  const Design design = designOf(mechanism, ToeplitzStrategy(9, {1, 0.5}), mechanism);
  DesignAnswer answer = answerOf(design);
  EXPECT_FALSE(designJson(answer).contains("class_bounds"));
  answer.bounds = {{"banded-toeplitz", 2, 3.5}, {"equal-norms", std::nullopt, 3.25}, {"banded", 2, 0}};
  const Json json = designJson(answer);
  EXPECT_EQ(json.at("class_bounds").size(), 3U);
  EXPECT_EQ(json.at("class_bounds")[0].at("class"), "banded-toeplitz");
  EXPECT_EQ(json.at("class_bounds")[0].at("bands"), 2);
  EXPECT_EQ(json.at("class_bounds")[0].at("lower_bound"), 3.5);
  EXPECT_EQ(json.at("class_bounds")[0].at("meaning"), "Toeplitz strategies of at most 2 bands");
  EXPECT_TRUE(json.at("class_bounds")[1].at("bands").is_null());
  EXPECT_TRUE(json.at("class_bounds")[2].at("lower_bound").is_null());
  const std::string text = designText(answer);
  EXPECT_NE(text.find("no less among strategies whose columns have one norm; this design is"), std::string::npos)
      << text;
  EXPECT_NE(text.find("none is known among strategies of at most 2 bands for this objective"), std::string::npos)
      << text;
  answer.bounds->clear();
  EXPECT_NE(designText(answer).find("no bound of a class is known"), std::string::npos);
}

TEST(DesignOutput, TheTableSaysWhatWasChosen) {
  const Design best = designOf(*mechanismFromName("blt"), BltStrategy(9, {0.9}, {0.7}), *mechanismFromName("best"));
  const Json json = designJson(answerOf(best));
  EXPECT_EQ(json.at("mechanism"), "blt");
  EXPECT_EQ(json.at("mechanism_requested"), "best");
  const std::string text = designText(answerOf(best));
  for (const char* part : {"Mechanism", "blt", "the best found", "Buffers", "Last error", "Noise rows"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  const std::string tree =
      designText(answerOf(designOf(*mechanismFromName("tree"), TreeStrategy(9), *mechanismFromName("tree"))));
  EXPECT_NE(tree.find("Levels"), std::string::npos) << tree;
  EXPECT_EQ(tree.find("the best found"), std::string::npos) << tree;
}

TEST(DesignOutput, NoPercentageOfNextToNothing) {
  Design design = designOf(*mechanismFromName("tree"), TreeStrategy(9), *mechanismFromName("tree"));
  for (const auto& [gain, said] : {std::pair(4e-4, ", as good as DP-SGD under"),
                                   {-4e-4, ", as good as DP-SGD under"},
                                   {-62.0, ", 63 times that of DP-SGD under"},
                                   {6e-4, ", 0.06 % better than DP-SGD under"}}) {
    design.dpSgdRmse = design.error.mean / (1 - gain);
    const std::string text = designText(answerOf(design));
    EXPECT_NE(text.find(said), std::string::npos) << text;
  }
}

TEST(DesignOutput, ErrorsInTheUnitAskedFor) {
  Design design = designOf(*mechanismFromName("tree"), TreeStrategy(9), *mechanismFromName("tree"));
  design.scenario.datasetSize = 90;
  DesignAnswer answer = answerOf(design);
  EXPECT_FALSE(designJson(answer).contains("errors"));
  EXPECT_NE(designText(answer).find("than DP-SGD under the same batching"), std::string::npos);
  answer.scale = ErrorScale(ErrorUnit::Mean, design.scenario);
  answer.inUnit = true;
  const Json json = designJson(answer);
  EXPECT_EQ(json.at("rmse"), design.error.mean);  // as ever
  EXPECT_EQ(json.at("errors").at("unit"), "mean");
  EXPECT_DOUBLE_EQ(json.at("errors").at("rmse").get<double>(), design.error.mean / 10);
  EXPECT_DOUBLE_EQ(json.at("errors").at("last_error").get<double>(), design.error.last / 10);
  EXPECT_NE(designText(answer).find("on the mean gradient: of 10 expected"), std::string::npos);
}

}  // namespace
}  // namespace noiseloom::cli
