#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "core/train/default_training.h"
#include "core/train/loss_spectrum.h"
#include "tests/cli/cli_json.h"
#include "tests/matchers.h"

namespace noiseloom::test {
namespace {

using nlohmann::json;

TEST(SpectrumCommand, IsCoresSpectrumOfTheTask) {
  const json answer =
      runJson({"spectrum", "--data", "moons", "--model", "tanh", "--hidden", "4", "--learning-rate", "0.5", "--steps",
               "60", "--batch", "20", "--clip-norm", "0.5", "--seed", "3", "--most", "7"});
  const LearningTask task(planePoints({.shape = PlaneShape::Moons}), ModelKind::Tanh, 4);
  const auto weights = trainedWeights(task, {.steps = 60, .batch = 20, .learningRate = 0.5, .clipNorm = 0.5}, 3);
  const auto found = lossSpectrum(task, *weights, {.learningRate = 0.5, .most = 7, .seed = 3});
  EXPECT_EQ(answer.at("spectrum"), toText(found->spectrum));
  EXPECT_EQ(answer.at("curvatures").size(), 7U);
  EXPECT_EQ(answer.at("curvatures")[6].at("step"), found->spectrum.curvatures()[6].step);
  EXPECT_EQ(answer.at("parameters"), 17);
  EXPECT_EQ(answer.at("at"), "trained");
  EXPECT_EQ(answer.at("exact"), true);
  EXPECT_DOUBLE_EQ(answer.at("falling").at("sum").get<double>(), found->fallingSum);
  EXPECT_EQ(answer.at("notes").size(), found->notes().size());
  EXPECT_EQ(answer.at("notes")[0], "All 17 curvatures of the loss of 1000 examples.");
}

TEST(SpectrumCommand, ListsWhatTheSpectrumOptionReads) {
  const ProcessResult list = runCli({"spectrum", "--data", "quadratic", "--curvatures", "0.5,0.01,0.5", "--list"});
  EXPECT_EQ(list.exitCode, 0);
  EXPECT_EQ(list.out, "0.002:0.01, 0.1\n");
  const json design = json::parse(runCli(joined(designArguments("40", "4", "2", "1e-5", {"--batching", "fixed-epoch"}),
                                                {"--objective", "curvature", "--spectrum", list.out, "--json"}))
                                      .out);
  EXPECT_GT(design.at("curvature_error"), 0);
  const ProcessResult text = runCli({"spectrum", "--data", "quadratic", "--curvatures", "0.5,0.01,0.5"});
  EXPECT_THAT(text.out, HasSubstr("--spectrum \"0.002:0.01, 0.1\""));
  EXPECT_THAT(text.out, HasSubstr("no privacy claim covers"));
}

TEST(SpectrumCommand, ReadsAFileOfOnesOwn) {
  const ScratchFolder folder;
  std::ostringstream csv;
  for (int i = 0; i < 60; ++i) csv << std::sin(i) + (i % 2) << "," << std::cos(3 * i) << "," << i % 2 << "\n";
  writeFile(folder.file("own.csv"), csv.str());
  const json answer = runJson(
      {"spectrum", "--data", folder.file("own.csv"), "--model", "logistic", "--at", "start", "--loss-examples", "30"});
  EXPECT_EQ(answer.at("examples"), 48);
  EXPECT_EQ(answer.at("loss_examples"), 30);
  EXPECT_EQ(answer.at("steps"), nullptr);
  // At weights of 0 the Hessian is a quarter of the mean of x x^T: its eigenvalues sum to (1 + |x|^2) / 4.
  double sum = 0;
  for (const json& each : answer.at("curvatures")) sum += each.at("weight").get<double>();
  EXPECT_GT(sum, 0.5);
  EXPECT_LT(sum, 1);
}

TEST(SpectrumCommand, RefusesByName) {
  const std::vector<std::pair<std::vector<std::string>, const char*>> cases{
      {{"--most", "33"}, "most"},
      {{"--at", "end"}, "start or trained"},
      {{"--at", "start", "--steps", "5"}, "steps"},
      {{"--learning-rate", "0"}, "learning-rate"},
      {{"--clip-norm", "-1"}, "clip-norm"},
      {{"--list", "--json"}, "list"},
      {{"--data", "quadratic", "--curvatures", "0"}, "upwards"},
      {{"--data", "quadratic", "--curvatures", "1e6", "--clip-norm", "0", "--learning-rate", "1"}, "learning-rate"},
      {{"--data", "no-such-file.csv"}, "no-such-file.csv"}};
  for (const auto& [arguments, message] : cases) {
    const ProcessResult result = runCli(joined({"spectrum"}, arguments));
    expectRefused(result, message);
  }
}

}  // namespace
}  // namespace noiseloom::test
