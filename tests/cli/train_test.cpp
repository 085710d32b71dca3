#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "core/io/strategy_file.h"
#include "core/train/learning_task.h"
#include "core/train/plane_points.h"
#include "core/train/training_study.h"
#include "core/train/training_summary.h"
#include "tests/cli/cli_json.h"
#include "tests/matchers.h"

namespace noiseloom::test {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

class Train : public testing::Test {
 protected:
  // A strategy file for so many examples.
  std::string design(const std::string& name, const std::string& examples, const std::vector<std::string>& more = {}) {
    auto arguments = joined(designArguments("40", "4", "2", "1e-5", {"--batching", "fixed-epoch"}), more);
    if (!examples.empty()) arguments.insert(arguments.end(), {"--dataset-size", examples});
    const std::string path = m_folder.file(name);
    arguments.insert(arguments.end(), {"--out", path});
    EXPECT_EQ(runCli(arguments).exitCode, 0);
    return path;
  }
  void refused(std::vector<std::string> arguments, const std::string& message) {
    arguments.insert(arguments.begin(), "train");
    const ProcessResult result = runCli(arguments);
    expectRefused(result, message);
  }

  ScratchFolder m_folder;
};

TEST_F(Train, IsCoresStudyOfTheFiles) {
  const std::string one = design("one.npz", "200", {"--mechanism", "dp-sgd"});
  const std::string two = design("two.npz", "200", {"--mechanism", "blt"});
  const std::vector<std::string> arguments{"train",
                                           "--strategy",
                                           one,
                                           two,
                                           "--data",
                                           "moons",
                                           "--model",
                                           "tanh",
                                           "--hidden",
                                           "3",
                                           "--seeds",
                                           "6",
                                           "--seed",
                                           "9",
                                           "--learning-rate",
                                           "0.3",
                                           "--clip-norm",
                                           "0.5",
                                           "--evaluate-every",
                                           "10"};
  const json answer = runJson(arguments);
  const auto task = std::make_shared<LearningTask>(
      planePoints({.shape = PlaneShape::Moons, .train = 200, .test = 1000}), ModelKind::Tanh, 3);
  std::vector<TrainingPlan> plans;
  for (const std::string& file : {one, two}) plans.push_back({task, designOf(readStrategyFile(file)), 0.3, 0.5});
  plans.push_back(plans[0]);
  plans[2].protection = Protection::NoNoise;
  TrainingStudy study(plans, 9, {.evaluateEvery = 10});
  ASSERT_TRUE(study.run(6));
  EXPECT_EQ(answer.at("examples"), 200);
  EXPECT_EQ(answer.at("parameters"), 13);
  EXPECT_EQ(answer.at("seeds"), 6);
  EXPECT_EQ(answer.at("measure"), "accuracy");
  const std::vector<std::string> names{"one.npz", "two.npz", "non-private"};
  for (std::size_t p = 0; p < 3; ++p) {
    const json& run = answer.at("runs").at(p);
    EXPECT_EQ(run.at("name"), names[p]);
    EXPECT_EQ(run.at("private"), p < 2);
    EXPECT_EQ(run.at("noise_stddev"), plans[p].noiseStddev());
    const auto runs = study.of(static_cast<Index>(p));
    const SeedStatistics accuracy = finalStatistics(runs, TrainingMeasure::Accuracy);
    EXPECT_DOUBLE_EQ(run.at("accuracy").at("mean").get<double>(), accuracy.mean);
    EXPECT_DOUBLE_EQ(run.at("accuracy").at("standard_error").get<double>(), accuracy.standardError);
    EXPECT_DOUBLE_EQ(run.at("test_loss").at("mean").get<double>(),
                     finalStatistics(runs, TrainingMeasure::TestLoss).mean);
    EXPECT_EQ(run.at("final").size(), 6U);
    EXPECT_DOUBLE_EQ(run.at("mean_batch").get<double>(), 20);
  }
  EXPECT_EQ(answer.at("runs")[2].at("epsilon"), nullptr);
  const auto difference = differenceOf(study.of(1), study.of(0), TrainingMeasure::Accuracy);
  EXPECT_EQ(answer.at("differences").size(), 1U);
  EXPECT_EQ(answer.at("differences")[0].at("text"), difference.text().english());
  // The same again, and as text.
  EXPECT_EQ(runJson(arguments), answer);
  const ProcessResult text = runCli(arguments);
  EXPECT_THAT(text.out, HasSubstr("two.npz less one.npz, accuracy in %"));
  EXPECT_THAT(text.out, HasSubstr("non-private"));
  EXPECT_THAT(text.out, HasSubstr("for exploring only"));
}

TEST_F(Train, WithoutAFileItIsTheDefaultTask) {
  const json answer = runJson({"train", "--seeds", "5"});
  EXPECT_EQ(answer.at("data"), "circles");
  EXPECT_EQ(answer.at("examples"), 1000);
  ASSERT_EQ(answer.at("runs").size(), 4U);
  EXPECT_EQ(answer.at("runs")[0].at("mechanism"), "dp-sgd");
  for (std::size_t p = 0; p < 3; ++p) {
    EXPECT_EQ(answer.at("runs")[p].at("epsilon"), 1);
    EXPECT_EQ(answer.at("runs")[p].at("diverged"), 0);
  }
  EXPECT_GT(answer.at("runs")[1].at("accuracy").at("mean"), answer.at("runs")[0].at("accuracy").at("mean"));
}

TEST_F(Train, LearnsFromAFileOfOnesOwn) {
  std::ostringstream csv;
  csv << "length,width,kind\n";
  for (int i = 0; i < 250; ++i)
    csv << std::sin(i) + (i % 2) * 3 << "," << std::cos(3 * i) << "," << (i % 2 == 0 ? "ant" : "bee") << "\n";
  const std::string data = m_folder.file("insects.csv"), curves = m_folder.file("curves.csv");
  writeFile(data, csv.str());
  const std::string strategy = design("s.npz", "200");
  const json answer = runJson({"train", "--strategy", strategy, "--data", data, "--model", "logistic", "--seeds", "2",
                               "--out", curves, "--evaluate-every", "20"});
  EXPECT_EQ(answer.at("examples"), 200);
  EXPECT_EQ(answer.at("test_examples"), 50);
  EXPECT_EQ(answer.at("scaling"), "standardise");
  EXPECT_GT(answer.at("runs")[1].at("accuracy").at("mean"), 0.95);
  const std::string text = readFile(curves);
  EXPECT_THAT(text, HasSubstr("run,step,seeds,loss,loss standard error,test loss"));
  EXPECT_THAT(text, HasSubstr("\nnon-private,40,2,"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 2 * 3);
  EXPECT_EQ(readFile(data), csv.str());
  // A file that states no number of examples fits any.
  const std::string open = design("open.npz", "");
  std::string numbers;
  for (int i = 0; i < 90; ++i) numbers += std::to_string(i) + "," + std::to_string(3 * i + 1) + "\n";
  writeFile(data, numbers);
  const json line = runJson({"train", "--strategy", open, "--data", data, "--model", "linear", "--seeds", "2"});
  EXPECT_EQ(line.at("examples"), 72);
  EXPECT_EQ(line.at("measure"), "test_loss");
  EXPECT_LT(line.at("runs")[1].at("test_loss").at("mean"), 0.1);
}

TEST_F(Train, SaysWhatOfAFileIsLeftOut) {
  std::ostringstream csv;
  csv << "id;length;place;kind\n";
  for (int i = 0; i < 260; ++i)
    csv << i << ";"
        << (i % 26 == 3  ? ""
            : i % 2 == 0 ? "1,5"
                         : "-0,5")
        << (i % 3 == 0 ? ";north;" : ";south;") << (i % 2 == 0 ? "ant" : "bee") << "\n";
  const std::string data = m_folder.file("insects.csv");
  writeFile(data, csv.str());
  const std::string strategy = design("s.npz", "200");
  const std::vector<std::string> asked{"train",   "--strategy", strategy,     "--data", data,
                                       "--model", "logistic",   "--seeds",    "1",      "--leave-out",
                                       "id",      "--words",    "indicators", "--gaps", "leave-out-rows"};
  const json answer = runJson(asked);
  EXPECT_EQ(answer.at("examples"), 200);
  EXPECT_EQ(answer.at("features"), 3);
  EXPECT_EQ(answer.at("left_out"), json({{"columns", {"id"}}, {"rows", 10}, {"indicators", {"place"}}}));
  EXPECT_THAT(runCli(asked).out,
              HasSubstr("left out: columns id; left out for a gap: 10 rows; indicators of place; decimal commas"));
}

TEST_F(Train, RefusalsSayWhatFits) {
  const std::string strategy = design("s.npz", "200");
  const std::string csv = m_folder.file("d.csv");
  writeFile(csv, "1,2,0\n2,x,1\n");
  refused({"--strategy", strategy, "--data", "moons", "--examples", "300"},
          "--strategy = s.npz, which is for 200 examples, is not allowed: use a design for the 300 examples that there "
          "are to "
          "train with (design --dataset-size 300 --out FILE.npz), or --examples 200");
  refused({"--examples", "300"}, "--strategy = none, which stands for designs for 1000 examples,");
  refused({"--strategy", strategy, "--data", csv}, "d.csv: line 2, column 2: \"x\" is not a number");
  writeFile(csv, "1,2,0\n2,3,1\n2,3,1\n");
  refused({"--strategy", strategy, "--data", csv, "--test-share", "0"}, "or data with 200 of them");
  refused({"--data", "none.csv"}, "none.csv: cannot be read");
  refused({"--strategy", "none.npz"}, "none.npz");
  refused({"--model", "linear"}, "--model = linear is not allowed");
  refused({"--model", "forest"}, "--model = forest is not allowed: use linear, logistic, softmax, tanh or relu");
  refused({"--seeds", "0"}, "--seeds = 0");
  refused({"--seed=-1"}, "--seed = -1");
  refused({"--data-seed=-1"}, "--data-seed = -1");
  refused({"--learning-rate", "0"}, "--learning-rate = 0");
  refused({"--clip-norm", "-1"}, "--clip-norm = -1");
  refused({"--hidden", "0"}, "--hidden = 0");
  refused({"--evaluate-every", "0"}, "--evaluate-every = 0");
  refused({"--test-share", "0.1"}, "--test-share = 0.1 is not allowed: use it beside a file of one's own only");
  refused({"--data", "quadratic", "--model", "tanh"}, "--model = tanh");
  refused({"--curvatures", "1,2"}, "--curvatures = 1,2");
  refused({"--data", "quadratic", "--curvatures", "1,-2"}, "--curvatures[1] = -2");
  refused({"--data-noise", "3"}, "--data-noise = 3");
  refused({"--out", m_folder.file("no/such/folder.csv")}, "--out");
  EXPECT_EQ(m_folder.names(), (std::vector<std::string>{"d.csv", "s.npz"}));
}

TEST_F(Train, SaysWhereGuaranteesDiffer) {
  const std::string one = design("one.npz", "200");
  const std::string two = design("two.npz", "200", {"--workload", "sgd", "--momentum", "0.5"});
  const ProcessResult result = runCli({"train", "--strategy", one, two, "--data", "quadratic", "--seeds", "1"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("do not answer the same question"));
  EXPECT_THAT(result.out, HasSubstr("too few seeds to tell"));
}

// A hundred thousand seeds take minutes; what is complete is printed.
TEST_F(Train, AnInterruptKeepsWholeSeeds) {
  const ProcessResult result = runCli({"train", "--seeds", "100000", "--json"}, {.interrupts = {2000ms}});
  ASSERT_FALSE(result.timedOut);
  EXPECT_EQ(result.exitCode, 130);
  EXPECT_LT(result.seconds, 10);
  EXPECT_THAT(result.err, HasSubstr("cancelled: these are "));
  const json answer = json::parse(result.out);
  const Index seeds = answer.at("seeds");
  EXPECT_GE(seeds, 1);
  EXPECT_EQ(answer.at("seeds_asked"), 100000);
  for (const json& run : answer.at("runs")) EXPECT_EQ(run.at("final").size(), static_cast<std::size_t>(seeds));
  // They are those of a run of its own.
  const json again = runJson({"train", "--seeds", std::to_string(seeds)});
  EXPECT_EQ(again.at("runs"), answer.at("runs"));
}

}  // namespace
}  // namespace noiseloom::test
