#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstring>
#include <map>
#include <set>

#include "core/io/key_file.h"
#include "core/io/strategy_file.h"
#include "core/io/zip.h"
#include "core/sampling/batch_sampler.h"
#include "tests/cli/cli_json.h"

namespace noiseloom::test {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::json;

class Batches : public testing::Test {
 protected:
  Batches() {
    writeFile(m_key, std::string(32, 'k'));
    ::chmod(m_key.c_str(), 0600);
  }
  void design(const std::vector<std::string>& more) {
    const ProcessResult result = runCli(joined(designArguments("64", "4", "4", "1e-5", more), {"--out", m_strategy}));
    ASSERT_EQ(result.exitCode, 0) << result.err;
  }
  std::vector<std::string> command(const std::vector<std::string>& more = {}) const {
    return joined({"batches", m_strategy, "--key-file", m_key, "--out", m_out}, more);
  }
  // After the preamble of an array of int64.
  std::vector<Index> integers(const std::string& name) const {
    const ZipReader archive(m_out);
    const ZipMember* member = archive.find(name + ".npy");
    if (member == nullptr) throw std::runtime_error("no " + name);
    std::string bytes(static_cast<std::size_t>(member->size), '\0');
    ZipMemberStream(archive, *member).read(std::as_writable_bytes(std::span(bytes)));
    const std::size_t begin = bytes.find('\n') + 1;
    EXPECT_NE(bytes.find("'descr': '<i8'"), std::string::npos);
    std::vector<Index> values((bytes.size() - begin) / sizeof(Index));
    std::memcpy(values.data(), bytes.data() + begin, values.size() * sizeof(Index));
    return values;
  }

  ScratchFolder m_folder;
  std::string m_strategy = m_folder.file("s.npz");
  std::string m_key = m_folder.file("key");
  std::string m_out = m_folder.file("b.npz");
};

TEST_F(Batches, AreThoseOfTheSampler) {
  for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
           {"--bands", "4", "--dataset-size", "1000"},
           {"--batching", "b-min-sep", "--bands", "4", "--dataset-size", "1000"},
           {"--batching", "random-allocation", "--dataset-size", "1000", "--largest-batch", "110"},
           {"--batching", "fixed-epoch", "--bands", "2", "--dataset-size", "1000"}}) {
    design(more);
    const Json answer = runJson(command({"--steps", "3:40"}));
    const StrategyFile file = readStrategyFile(m_strategy);
    const auto sampler = batchSampler(file.scenario, file.strategy, 1000, readKeyFile(m_key));
    const std::vector<Index> indices = integers("indices");
    const std::vector<Index> offsets = integers("offsets");
    EXPECT_EQ(integers("steps"), (std::vector<Index>{3, 40}));
    ASSERT_EQ(offsets.size(), 38U);
    EXPECT_EQ(offsets.back(), static_cast<Index>(indices.size()));
    Index largest = 0;
    for (Index step = 3; step < 40; ++step) {
      const auto begin = indices.begin() + offsets[static_cast<std::size_t>(step - 3)];
      const auto end = indices.begin() + offsets[static_cast<std::size_t>(step - 2)];
      EXPECT_EQ(std::vector<Index>(begin, end), sampler->batch(step)) << step;
      largest = std::max<Index>(largest, end - begin);
    }
    EXPECT_EQ(answer.at("steps"), (Json{3, 40}));
    EXPECT_EQ(answer.at("dataset_size"), 1000);
    EXPECT_EQ(answer.at("claimed_dataset_sizes"), nullptr);
    EXPECT_EQ(answer.at("owners"), nullptr);
    EXPECT_DOUBLE_EQ(answer.at("expected_batch").get<double>(), 62.5);
    EXPECT_EQ(answer.at("largest_batch"), largest);
    EXPECT_EQ(answer.at("participations"), indices.size());
    struct stat status {};
    ASSERT_EQ(::stat(m_out.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U);
  }
  const ProcessResult text = runCli(command({"--steps", "62:"}));
  EXPECT_NE(text.out.find("62 to 63"), std::string::npos) << text.out;
  EXPECT_EQ(integers("offsets").size(), 3U);
}

TEST_F(Batches, TheSizeOfTheDataSetIsAskedForWhereTheFileHasNone) {
  design({"--bands", "4"});
  const ProcessResult none = runCli(command());
  expectRefused(none, "--dataset-size");
  EXPECT_EQ(runJson(command({"--dataset-size", "500"})).at("expected_batch"), 31.25);
}

TEST_F(Batches, OfARangeOfSizesAskForTheSizeAndDivideByWhatDoesNotTellIt) {
  design({"--bands", "4", "--dataset-size", "500", "--dataset-size-at-most", "600"});
  const ProcessResult none = runCli(command());
  expectRefused(none, "states a range");
  for (const char* size : {"500", "550", "600"})
    EXPECT_EQ(runJson(command({"--dataset-size", size})).at("expected_batch"), 31.25);
  EXPECT_EQ(runJson(command({"--dataset-size", "550"})).at("claimed_dataset_sizes"), (Json{500, 600}));
  EXPECT_NE(runCli(command({"--dataset-size", "550"})).out.find("of the design's 500 to 600"), std::string::npos);
  const ProcessResult other = runCli(command({"--dataset-size", "601"}));
  EXPECT_NE(other.err.find("from 500 to 600"), std::string::npos) << other.err;
}

TEST_F(Batches, AskHowManyExamplesAUserHas) {
  const auto said = [this](const std::vector<std::string>& more) {
    design(more);
    return runCli(command({"--dataset-size", "500"}));
  };
  const std::string asks = "state the most examples per user";
  const ProcessResult open = said({"--bands", "1", "--unit", "user"});
  EXPECT_EQ(open.exitCode, 0);
  EXPECT_NE(open.err.find(asks), std::string::npos) << open.err;
  EXPECT_NE(open.out.find("Users"), std::string::npos) << open.out;
  EXPECT_EQ(said({"--bands", "1", "--unit", "user", "--examples-per-user", "2"}).err.find(asks), std::string::npos);
  EXPECT_EQ(said({"--bands", "1"}).err, "");
}

// The claim of several bands is about users whose examples are all in one part.
TEST_F(Batches, OfOwnersKeepEachOnesExamplesInOnePart) {
  constexpr Index kExamples = 210;
  constexpr Index kBands = 4;
  std::string lines;
  const auto ownerOf = [](Index example) { return example * example % 53; };
  for (Index example = 0; example < kExamples; ++example) lines += "u" + std::to_string(ownerOf(example)) + "\n";
  const std::string table = m_folder.file("owners.csv");
  writeFile(table, lines);
  const std::vector<std::string> users{"--bands", "4", "--unit", "user", "--examples-per-user", "3"};
  design(joined(users, {"--dataset-size", "90"}));
  expectRefused(runCli(command()),
                "--owners = none is not allowed: use a table of whose the examples are: with 4 bands");
  expectRefused(runCli(command({"--seed", "1"})), "--seed = 1 is not allowed: use --owners with it");

  const Json answer = runJson(command({"--owners", table, "--seed", "5"}));
  const Json kept = runJson({"owners", table, "--per-owner", "3", "--seed", "5"}).at("kept_examples");
  EXPECT_EQ(answer.at("owners").at("kept_examples"), kept);
  EXPECT_EQ(answer.at("owners").at("per_owner"), 3);
  EXPECT_EQ(answer.at("dataset_size"), 90);
  EXPECT_DOUBLE_EQ(answer.at("expected_batch").get<double>(), 90 * 4.0 / 64);
  const std::vector<Index> indices = integers("indices");
  const std::vector<Index> offsets = integers("offsets");
  std::map<Index, Index> partOf;
  std::map<Index, std::set<Index>> ofOwner;
  for (Index step = 0; step < 64; ++step) {
    for (Index at = offsets[static_cast<std::size_t>(step)]; at < offsets[static_cast<std::size_t>(step) + 1]; ++at) {
      const Index owner = ownerOf(indices[static_cast<std::size_t>(at)]);
      EXPECT_EQ(partOf.emplace(owner, step % kBands).first->second, step % kBands);
      ofOwner[owner].insert(indices[static_cast<std::size_t>(at)]);
    }
  }
  EXPECT_EQ(ofOwner.size(), 27U);
  for (const auto& [owner, examples] : ofOwner) EXPECT_LE(examples.size(), 3U) << owner;

  design(joined(users, {"--dataset-size", "80"}));
  expectRefused(runCli(command({"--owners", table})), "a design whose --dataset-size is not 80 but 84 for 4 bands");
  design(joined(users, {"--batching", "b-min-sep", "--dataset-size", "80"}));
  expectRefused(runCli(command({"--owners", table})), "--dataset-size is the 81 examples that are kept, not 80");
  design(joined(users, {"--batching", "b-min-sep"}));
  EXPECT_EQ(runJson(command({"--owners", table})).at("dataset_size"), 81);
  design({"--bands", "4"});
  expectRefused(runCli(command({"--owners", table})), "--unit user --examples-per-user: this one is for one example");
}

TEST_F(Batches, AClaimOfWhichTheyAreSaysThatItIsSatisfied) {
  const auto batching = [this](const std::string& job) {
    design({"--bands", "4", "--job-batching", job});
    const Json claim = runJson({"claim", m_strategy});
    for (const Json& one : claim.at("privacy_claim").at("assumptions")) {
      if (one.at("name") == "batching") return one;
    }
    return Json();
  };
  EXPECT_EQ(batching("as-accounted").at("status"), "to-be-ensured");
  const Json satisfied = batching("noiseloom-batches");
  EXPECT_EQ(satisfied.at("status"), "satisfied");
  EXPECT_NE(satisfied.at("text").get<std::string>().find("satisfied by noiseloom-cli batches"), std::string::npos);
  EXPECT_EQ(runCli({"verify", m_strategy}).exitCode, 0);
}

TEST_F(Batches, RefusalsNameTheOption) {
  design({"--bands", "4", "--dataset-size", "1000"});
  struct Case {
    std::vector<std::string> more;
    const char* message;
  };
  for (const auto& [more, message] :
       {Case{{"--dataset-size", "999"}, "--dataset-size = 999 is not allowed: use 1000"},
        Case{{"--steps", "5"}, "--steps = 5 is not allowed: use FROM:TO"}, Case{{"--steps", "5:5"}, "--steps = 5:5"},
        Case{{"--steps", "60:65"}, "<= 64, where the claim ends"}, Case{{"--steps", "-1:5"}, "--steps"},
        Case{{"--steps", "a:5"}, "--steps = a"}, Case{{"--key-file", "none"}, "none"},
        Case{{"--out", m_key}, "--out"}}) {
    std::vector<std::string> arguments{"batches", m_strategy};
    for (const auto& [name, value] : {std::pair<std::string, std::string>{"--key-file", m_key}, {"--out", m_out}}) {
      if (more.front() != name) arguments.insert(arguments.end(), {name, value});
    }
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProcessResult result = runCli(arguments);
    expectRefused(result, message);
  }
  design({"--bands", "4"});
  const ProcessResult many = runCli(command({"--dataset-size", "1e15"}));
  expectRefused(many, "--dataset-size = 1000000000000000 is not allowed: use fewer");
  ::chmod(m_key.c_str(), 0644);
  const ProcessResult open = runCli(command({"--dataset-size", "1000"}));
  expectRefused(open, "0600");
  EXPECT_EQ(open.err.find("kkk"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(m_out));
}

// 10^9 examples in bins take seconds a batch.
TEST_F(Batches, StopWithoutAFile) {
  design({"--batching", "random-allocation", "--dataset-size", "1000000000"});
  const ProcessResult result = runCli(command(), {.interrupts = {500ms}});
  EXPECT_EQ(result.exitCode, 130);
  EXPECT_LT(result.seconds, 0.5 + 1.0);
  EXPECT_NE(result.err.find("nothing was written"), std::string::npos) << result.err;
  EXPECT_EQ(m_folder.names(), (std::vector<std::string>{"key", "s.npz"}));
}

}  // namespace
}  // namespace noiseloom::test
