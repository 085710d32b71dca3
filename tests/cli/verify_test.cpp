#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/cli_json.h"
#include "tests/cli/zip_retouch.h"

namespace noiseloom::test {
namespace {

using Json = nlohmann::json;

class Verify : public testing::Test {
 protected:
  void write(const std::vector<std::string>& more = {"--bands", "4"}) {
    const ProcessResult result = runCli(joined(designArguments("64", "4", "4", "1e-6", more), {"--out", m_file}));
    ASSERT_EQ(result.exitCode, 0) << result.err;
  }
  const Json& item(const Json& answer, const std::string& name) {
    for (const Json& one : answer.at("items")) {
      if (one.at("name") == name) return one;
    }
    throw std::runtime_error("no item " + name + " in " + answer.dump());
  }
  // `"name": 1.2345` as it stands in the metadata, and the same with one digit of the number made smaller by one.
  std::pair<std::string, std::string> smaller(const std::string& name) {
    const std::string bytes = readFile(m_file);
    const std::string key = "\"" + name + "\": ";
    const auto begin = bytes.find(key);
    if (begin == std::string::npos) throw std::runtime_error("no " + name);
    const auto end = bytes.find_first_of(",\n", begin);
    const std::string from = bytes.substr(begin, end - begin);
    // From the third digit on, so that the change is small; a zero cannot be made smaller.
    const auto digit = from.find_first_of("123456789", key.size() + 3);
    std::string to = from;
    --to.at(digit);
    return {from, to};
  }
  void forge(const std::string& from, const std::string& to) {
    writeFile(m_file, retouchZip(readFile(m_file), [&](const std::string&, std::string bytes) {
                return replaceText(std::move(bytes), from, to);
              }));
  }

  ScratchFolder m_folder;
  std::string m_file = m_folder.file("s.npz");
};

TEST_F(Verify, AGoodFileOfEachMechanismPasses) {
  for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
           {"--bands", "4"},
           {"--mechanism", "dp-sgd"},
           {"--mechanism", "banded", "--bands", "3"},
           {"--batching", "min-sep", "--min-sep", "12", "--bands", "6"},
           {"--batching", "fixed-epoch", "--bands", "4", "--workload", "sgd", "--momentum", "0.9"},
           {"--batching", "fixed-epoch", "--mechanism", "tree"},
           {"--batching", "min-sep", "--mechanism", "tree", "--decoder", "full"},
           {"--batching", "fixed-epoch", "--mechanism", "square-root"},
           {"--mechanism", "bsr", "--bands", "5"},
           {"--batching", "min-sep", "--mechanism", "bisr", "--bands", "5"},
           {"--batching", "min-sep", "--mechanism", "band-inv-mf", "--bands", "4"},
           {"--mechanism", "reciprocal-toeplitz", "--bands", "5"},
           {"--batching", "fixed-epoch", "--mechanism", "dense"},
           {"--mechanism", "dense", "--bands", "4", "--column-normalize", "on"},
           {"--mechanism", "stamped"},
           {"--batching", "min-sep", "--mechanism", "blt", "--buffers", "2"},
           {"--batching", "fixed-epoch", "--mechanism", "blt", "--objective", "max"},
           {"--batching", "fixed-epoch", "--mechanism", "best"}}) {
    write(more);
    const Json answer = runJson({"verify", m_file});
    EXPECT_EQ(answer.at("passed"), true);
    EXPECT_GE(answer.at("items").size(), 6u);
    for (const Json& one : answer.at("items")) EXPECT_EQ(one.at("passed"), true) << one;
    EXPECT_TRUE(item(answer, "noise_multiplier").contains("recomputed"));
  }
  const ProcessResult table = runCli({"verify", m_file});
  EXPECT_NE(table.out.find("verified"), std::string::npos);
  EXPECT_NE(table.out.find("Not checked, since nothing follows from them: software_version"), std::string::npos);
  EXPECT_EQ(runJson({"verify", m_file}).at("not_checked").at(0), "software_version");
  EXPECT_EQ(table.out.find("FAILED"), std::string::npos);
}

TEST_F(Verify, AForgedNoiseMultiplierIsFoundThoughEveryCheckSumIsRight) {
  write();
  const auto [from, to] = smaller("noise_multiplier");
  forge(from, to);
  const Json answer = runJson({"verify", m_file}, 1);
  EXPECT_EQ(answer.at("passed"), false);
  EXPECT_EQ(item(answer, "noise_multiplier").at("passed"), false);
  EXPECT_EQ(item(answer, "sensitivity").at("passed"), true);
  const ProcessResult table = runCli({"verify", m_file});
  EXPECT_EQ(table.exitCode, 1);
  EXPECT_NE(table.out.find("NOT verified"), std::string::npos);
}

TEST_F(Verify, AForgedErrorIsFound) {
  write();
  const auto [from, to] = smaller("rmse");
  forge(from, to);
  EXPECT_EQ(item(runJson({"verify", m_file}, 1), "rmse").at("passed"), false);
}

TEST_F(Verify, ABroaderClaimThanTheNoiseBearsIsFound) {
  write();
  forge("\"epsilon\": 4.0,\n  \"delta\"", "\"epsilon\": 3.9,\n  \"delta\"");
  EXPECT_EQ(item(runJson({"verify", m_file}, 1), "noise_multiplier").at("passed"), false);
}

// A training job takes its noise from the plan.
TEST_F(Verify, APlanIsVerifiedWithItsStrategy) {
  const std::string plan = m_folder.file("s.plan.json");
  write({"--bands", "4", "--plan", plan, "--parameters", "1000", "--machines", "3"});
  const Json good = runJson({"verify", plan});
  EXPECT_EQ(good.at("passed"), true);
  EXPECT_EQ(item(good, "stddev").at("passed"), true);
  EXPECT_EQ(item(good, "strategy: noise_multiplier").at("passed"), true);
  EXPECT_NE(runCli({"verify", plan}).out.find("s.plan.json: verified"), std::string::npos);

  Json stated = Json::parse(readFile(plan));
  stated["stddev"] = stated["stddev"].get<double>() / 10;
  writeFile(plan, stated.dump());
  const Json answer = runJson({"verify", plan}, 1);
  EXPECT_EQ(answer.at("passed"), false);
  EXPECT_EQ(item(answer, "stddev").at("passed"), false);

  const std::string moved = m_folder.file("moved.npz");
  std::filesystem::rename(m_file, moved);
  const ProcessResult alone = runCli({"verify", plan});
  EXPECT_EQ(alone.exitCode, 1);
  EXPECT_NE(alone.out.find("NOT verified"), std::string::npos);
  EXPECT_NE(alone.out.find("s.npz: cannot be read"), std::string::npos) << alone.out;
  EXPECT_EQ(item(runJson({"verify", plan, "--strategy", moved}, 1), "strategy_sha256").at("passed"), true);
  const ProcessResult confused = runCli({"verify", moved, "--strategy", moved});
  expectRefused(confused, "--strategy = ");
}

TEST_F(Verify, AChangedArrayIsFoundByItsHash) {
  write();
  writeFile(m_file, retouchZip(readFile(m_file), [](const std::string& name, std::string bytes) {
              if (name == "strategy_coef.npy")
                bytes.at(bytes.size() - 8) = static_cast<char>(bytes.at(bytes.size() - 8) ^ 1);
              return bytes;
            }));
  EXPECT_EQ(item(runJson({"verify", m_file}, 1), "sha256 strategy_coef").at("passed"), false);
}

TEST_F(Verify, AnyFlippedBitIsFound) {
  write();
  const std::string good = readFile(m_file);
  // Spread over headers, arrays, metadata and directory; an odd step meets every alignment.
  const std::size_t step = good.size() / 60 | 1;
  for (std::size_t at = 0; at < good.size(); at += step) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    writeFile(m_file, bad);
    const ProcessResult result = runCli({"verify", m_file});
    EXPECT_TRUE(result.exitCode == 1 || result.exitCode == 2) << "byte " << at << " gave " << result.exitCode;
  }
}

TEST_F(Verify, TruncatedFilesAreInputErrorsThatNameTheFile) {
  write();
  const std::string good = readFile(m_file);
  for (const double part : {0.0, 0.001, 0.1, 0.5, 0.9, 0.999}) {
    writeFile(m_file, good.substr(0, static_cast<std::size_t>(part * static_cast<double>(good.size()))));
    const ProcessResult result = runCli({"verify", m_file, "--json"});
    expectRefused(result, m_file);
  }
}

TEST_F(Verify, HostileFilesNeitherCrashNorFillTheMemory) {
  write();
  const std::string good = readFile(m_file);
  std::string claimsMuch = good;  // sizes of four GiB in the directory of a file of some KiB
  const auto directory = claimsMuch.rfind("PK\x01\x02");
  for (std::size_t i = 20; i < 28; ++i) claimsMuch.at(directory + i) = '\xff';
  const std::string manyIterations = retouchZip(good, [](const std::string&, std::string bytes) {
    return replaceText(std::move(bytes), "\"iterations\": 64", "\"iterations\": 9e");
  });
  for (const std::string& bytes :
       {claimsMuch, manyIterations, std::string(1 << 16, '\0'), std::string("PK\x05\x06") + std::string(18, '\xff'),
        good + good, std::string("\x93NUMPY"), std::string("{}")}) {
    writeFile(m_file, bytes);
    const ProcessResult result = runCli({"verify", m_file}, {.addressSpace = std::uint64_t{1} << 30});
    expectRefused(result, m_file);
    EXPECT_EQ(result.err.find("memory"), std::string::npos) << result.err;
  }
}

TEST_F(Verify, WhatCannotBeReadIsAnInputError) {
  for (const std::string& name : {m_folder.file("none.npz"), m_folder.path().string(), std::string("/dev/zero")}) {
    const ProcessResult result = runCli({"verify", name}, {.addressSpace = std::uint64_t{1} << 30});
    expectRefused(result, name);
  }
}

}  // namespace
}  // namespace noiseloom::test
