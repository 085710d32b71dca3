#include <gtest/gtest.h>
#include <sys/stat.h>

#include "core/io/key_file.h"
#include "core/io/sha256.h"
#include "core/io/strategy_file.h"
#include "core/noise/noise_stream.h"
#include "core/record/run_record.h"
#include "core/sampling/batch_sampler.h"
#include "tests/cli/cli_json.h"

namespace noiseloom::test {
namespace {

using Json = nlohmann::json;

class VerifyJob : public testing::Test {
 protected:
  VerifyJob() {
    writeFile(m_key, std::string(32, 'k'));
    ::chmod(m_key.c_str(), 0600);
    const ProcessResult made =
        runCli(designArguments("32", "4", "4", "1e-5", {"--bands", "2", "--dataset-size", "300", "--out", m_strategy}));
    EXPECT_EQ(made.exitCode, 0) << made.err;
  }
  // A job of twelve steps; `shift` takes the batches of other ones.
  void train(const std::string& record, Index shift = 0) const {
    const StrategyFile file = readStrategyFile(m_strategy);
    const SecretKey key = readKeyFile(m_key);
    RecordHeader header;
    header.strategySha256 = sha256OfFile(m_strategy);
    header.iterations = 32;
    header.datasetSize = 300;
    header.shardEnd = 5;
    header.stddev = file.figures.stddev;
    RunRecord written(record, header, key);
    const auto sampler = batchSampler(file.scenario, file.strategy, 300, key);
    NoiseStream noise(file.strategy, std::make_shared<const GaussianSource>(key.subKey(KeyUse::Noise)), header.stddev,
                      0, 5, NumberType::Float32);
    std::vector<float> row(5);
    for (Index step = 0; step < 12; ++step) {
      noise.next(row);
      written.add(step, sampler->batch(step + shift), row);
    }
  }
  std::vector<std::string> command(const std::vector<std::string>& more = {}) const {
    return joined({"verify", "--job", m_record, "--strategy", m_strategy}, more);
  }

  ScratchFolder m_folder;
  std::string m_strategy = m_folder.file("s.npz");
  std::string m_key = m_folder.file("key");
  std::string m_record = m_folder.file("record");
};

TEST_F(VerifyJob, ARightRunPasses) {
  train(m_record);
  const Json answer = runJson(command({"--key-file", m_key}));
  EXPECT_EQ(answer.at("passed"), true);
  EXPECT_GE(answer.at("items").size(), 12U);
  const ProcessResult text = runCli(command());
  EXPECT_EQ(text.exitCode, 0) << text.err;
  EXPECT_NE(text.out.find("they need the run's key"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find(": verified, 12 of 32 steps\n"), std::string::npos) << text.out;
  EXPECT_EQ(answer.at("covers"), "12 of 32 steps");
  const ProcessResult unfinished = runCli(command({"--finished"}));
  EXPECT_EQ(unfinished.exitCode, 1);
  EXPECT_NE(unfinished.out.find("12 of 32 steps: the run goes on"), std::string::npos) << unfinished.out;
}

TEST_F(VerifyJob, AWrongOneIsANo) {
  train(m_record, 1);
  EXPECT_EQ(runCli(command()).exitCode, 0);
  const ProcessResult wrong = runCli(command({"--key-file", m_key}));
  EXPECT_EQ(wrong.exitCode, 1);
  EXPECT_NE(wrong.out.find("step 0 took the batch of step 1"), std::string::npos) << wrong.out;
  train(m_folder.file("again"));
  const ProcessResult twice = runCli(command({"--against", m_folder.file("again")}));
  EXPECT_EQ(twice.exitCode, 1);
  EXPECT_NE(twice.out.find("two runs with one key"), std::string::npos) << twice.out;
}

TEST_F(VerifyJob, RefusalsNameTheOption) {
  train(m_record);
  const auto refused = [](const std::vector<std::string>& arguments, const std::string& message) {
    const ProcessResult result = runCli(arguments);
    expectRefused(result, message);
  };
  refused({"verify"}, "--job RECORD");
  refused({"verify", "--job", m_record}, "--strategy");
  refused({"verify", m_strategy, "--job", m_record}, "--job");
  refused({"verify", m_strategy, "--key-file", m_key}, "--key-file");
  refused({"verify", m_strategy, "--against", m_record}, "--against");
  refused({"verify", m_strategy, "--finished"}, "--finished");
  refused(command({"--key-file", m_record}), "neither 32 bytes nor 64");
  refused({"verify", "--job", m_strategy, "--strategy", m_strategy}, "line 1");
  refused({"verify", "--job", m_folder.file("none"), "--strategy", m_strategy}, "none");
}

}  // namespace
}  // namespace noiseloom::test
