#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <nlohmann/json.hpp>

#include "core/io/strategy_file.h"
#include "core/noise/noise_stream.h"
#include "tests/cli/cli_json.h"
#include "tests/matchers.h"

namespace noiseloom::test {
namespace {

using Json = nlohmann::json;
using namespace std::chrono_literals;

constexpr Index kIterations = 24;
constexpr Index kParameters = 1000;

class Noise : public testing::Test {
 protected:
  void SetUp() override {
    design({"--bands", "4"});
    std::string key(32, '\0');
    for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<char>(i);
    writeSecret(m_key, key);
  }
  void design(const std::vector<std::string>& more) {
    const ProcessResult result =
        runCli(joined(designArguments(std::to_string(kIterations), "4", "4", "1e-6", more), {"--out", m_strategy}));
    ASSERT_EQ(result.exitCode, 0) << result.err;
  }
  static void writeSecret(const std::string& path, const std::string& bytes) {
    writeFile(path, bytes);
    ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
  }
  std::vector<std::string> arguments(const std::vector<std::string>& more = {}, const std::string& d = "1000") const {
    return joined({"noise", m_strategy, "--parameters", d, "--key-file", m_key}, more);
  }
  /// The rows of a run's noise as NoiseStream makes them.
  template <class Real>
  std::string expected(Index from, Index to, Index begin, Index end, double factor = 1) const {
    std::array<std::uint8_t, SecretKey::kBytes> key{};
    for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(i);
    const StrategyFile file = readStrategyFile(m_strategy);
    NoiseStream stream(file.strategy, noiseSource(SecretKey::fromBytes(key), file.gaussianMethod),
                       file.figures.stddev / factor, begin, end,
                       sizeof(Real) == 4 ? NumberType::Float32 : NumberType::Float64);
    stream.advanceTo(from);
    std::string bytes;
    std::vector<Real> row(static_cast<std::size_t>(end - begin));
    for (Index i = from; i < to; ++i) {
      stream.next(std::span(row));
      bytes.append(reinterpret_cast<const char*>(row.data()), row.size() * sizeof(Real));
    }
    return bytes;
  }
  static std::string header(const std::string& type, Index rows, Index columns) {
    return "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
           std::to_string(columns) + "), }";
  }
  static std::string content(const std::string& npy) { return npy.substr(128); }
  void refused(const std::vector<std::string>& command, const std::string& said) const {
    const ProcessResult result = runCli(command);
    expectRefused(result, said);
  }

  ScratchFolder m_folder;
  std::string m_strategy = m_folder.file("s.npz");
  std::string m_key = m_folder.file("key");
  std::string m_out = m_folder.file("z.npy");
};

TEST_F(Noise, IsWhatTheStreamMakes) {
  const Json answer = runJson(arguments({"--out", m_out}));
  const std::string npy = readFile(m_out);
  EXPECT_THAT(npy, HasSubstr(header("<f4", kIterations, kParameters)));
  EXPECT_EQ(content(npy), expected<float>(0, kIterations, 0, kParameters));
  EXPECT_EQ(answer.at("steps"), Json({0, kIterations}));
  EXPECT_EQ(answer.at("coordinates"), Json({0, kParameters}));
  EXPECT_EQ(answer.at("bytes"), kIterations * kParameters * 4);
  EXPECT_EQ(answer.at("noise_for"), "sum");
  EXPECT_EQ(answer.at("private"), true);
  EXPECT_EQ(answer.at("rows_resumed"), 0);
  EXPECT_DOUBLE_EQ(answer.at("stddev").get<double>(), readStrategyFile(m_strategy).figures.stddev);
  EXPECT_THAT(m_folder.names(), ElementsAre("key", "s.npz", "z.npy"));
  // Whoever has the noise can take it off again: nobody else may read it.
  struct stat status {};
  ASSERT_EQ(::stat(m_out.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  // Hexadecimal digits are the same key, and a part of the steps and of the coordinates the same noise.
  writeSecret(m_key, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n");
  runJson(arguments({"--out", m_out, "--steps", "5:9", "--shard", "1/3", "--number-type", "float64"}));
  EXPECT_THAT(readFile(m_out), HasSubstr(header("<f8", 4, 333)));
  EXPECT_EQ(content(readFile(m_out)), expected<double>(5, 9, 334, 667));
}

TEST_F(Noise, StepsShardsAndTheMeanAreParts) {
  const std::string whole = expected<float>(0, kIterations, 0, kParameters);
  const auto run = [&](const std::vector<std::string>& more) {
    EXPECT_EQ(runCli(joined(arguments({"--out", m_out}), more)).exitCode, 0);
    return content(readFile(m_out));
  };
  EXPECT_EQ(run({"--steps", ":7"}), whole.substr(0, 7 * 4000));
  EXPECT_EQ(run({"--steps", "20:"}), whole.substr(20 * 4000));
  EXPECT_EQ(run({"--mean", "250"}), expected<float>(0, kIterations, 0, kParameters, 250));
  for (const Index shards : {1, 2, 3, 7}) {
    std::vector<std::string> parts;
    for (Index i = 0; i < shards; ++i)
      parts.push_back(run({"--steps", "3:5", "--shard", std::to_string(i) + "/" + std::to_string(shards)}));
    for (std::size_t row = 0; row < 2; ++row) {
      std::string joined;
      for (const std::string& part : parts) joined += part.substr(row * part.size() / 2, part.size() / 2);
      EXPECT_EQ(joined, whole.substr((3 + row) * 4000, 4000)) << shards;
    }
  }
}

TEST_F(Noise, StreamsRawValues) {
  const ProcessResult result = runCli(arguments({"--out", "-", "--steps", "2:6"}));
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, expected<float>(2, 6, 0, kParameters));
  EXPECT_EQ(runCli(arguments({"--out", "-"}), {.stdoutTo = "/dev/full"}).exitCode, 2);
}

TEST_F(Noise, ResumesWithTheSameBitsAtEveryRow) {
  runJson(arguments({"--out", m_out, "--steps", "2:10"}));
  const std::string whole = readFile(m_out);
  for (std::size_t row = 0; row <= 8; ++row) {
    for (const std::size_t torn : {0, 17}) {
      if (row == 8 && torn > 0) continue;
      ASSERT_TRUE(std::filesystem::remove(m_out));
      writeSecret(m_out + ".part", whole.substr(0, 128 + row * 4000 + torn));  // as a killed process leaves it
      refused(arguments({"--out", m_out, "--steps", "2:10"}),
              "holds rows of an interrupted run: go on with it (--resume)");
      const Json answer = runJson(arguments({"--out", m_out, "--steps", "2:10", "--resume"}));
      EXPECT_EQ(answer.at("rows_resumed"), row);
      EXPECT_EQ(readFile(m_out), whole);
    }
  }
  // Nothing is left to do, and nothing is changed.
  EXPECT_EQ(runJson(arguments({"--out", m_out, "--steps", "2:10", "--resume"})).at("rows_resumed"), 8);
  EXPECT_EQ(readFile(m_out), whole);
  EXPECT_THAT(m_folder.names(), ElementsAre("key", "s.npz", "z.npy"));
  // Where there is nothing yet --resume begins.
  runJson(arguments({"--out", m_folder.file("new.npy"), "--steps", "2:10", "--resume"}));
  EXPECT_EQ(readFile(m_folder.file("new.npy")), whole);
}

TEST_F(Noise, ResumesNothingThatIsNotItsOwn) {
  runJson(arguments({"--out", m_out}));
  const std::string part = readFile(m_out).substr(0, 128 + 3 * 4000);
  std::filesystem::remove(m_out);
  const auto refusedAs = [&](const std::vector<std::string>& more, const std::string& said) {
    writeSecret(m_out + ".part", part);
    refused(joined(arguments({"--out", m_out, "--resume"}), more), said);
    EXPECT_EQ(readFile(m_out + ".part"), part);  // another run may still go on with it
  };
  refusedAs({"--number-type", "float64"}, "header: is not that of 24 rows of 1000 values of float64");
  refusedAs({"--shard", "0/2"}, "header: is not that of 24 rows of 500 values");
  refusedAs({"--steps", "1:"}, "header: is not that of 23 rows");
  refusedAs({"--mean", "2"}, "row 2: is not what this key, strategy file and these options make");
  const std::string other = m_folder.file("other");
  writeSecret(other, std::string(32, 'k'));
  writeSecret(m_out + ".part", part);
  refused({"noise", m_strategy, "--parameters", "1000", "--key-file", other, "--out", m_out, "--resume"},
          "row 2: is not what this key");
  writeSecret(m_out + ".part", readFile(m_strategy));
  refused(arguments({"--out", m_out, "--resume"}), "header: is not that of");
}

TEST_F(Noise, AnInterruptLeavesWholeRowsThatAreContinued) {
  const std::vector<std::string> command = arguments({"--out", m_out, "--resume"}, "3000000");
  const ProcessResult stopped = runCli(command, {.interrupts = {100ms}});
  ASSERT_FALSE(stopped.timedOut);
  ASSERT_EQ(stopped.exitCode, 130) << stopped.err;
  EXPECT_EQ(stopped.out, "");
  const bool begun = std::filesystem::exists(m_out + ".part");
  EXPECT_THAT(stopped.err, HasSubstr(begun ? "z.npy.part, and --resume goes on after them" : "nothing was written"));
  if (begun) {
    EXPECT_EQ((std::filesystem::file_size(m_out + ".part") - 128) % 12'000'000, 0U);
  }
  const ProcessResult rest = runCli(command);
  ASSERT_EQ(rest.exitCode, 0) << rest.err;
  const std::string resumed = readFile(m_out);
  std::filesystem::remove(m_out);
  ASSERT_EQ(runCli(command).exitCode, 0);
  EXPECT_TRUE(readFile(m_out) == resumed);
}

TEST_F(Noise, AFullDiskKeepsTheRowsThatAreThere) {
  const ProcessResult result = runCli(arguments({"--out", m_out}), {.largestFile = 10'000});
  expectRefused(result, "z.npy.part: cannot be written: ");
  EXPECT_EQ(std::filesystem::file_size(m_out + ".part"), 128 + 2 * 4000U);
  EXPECT_EQ(runJson(arguments({"--out", m_out, "--resume"})).at("rows_resumed"), 2);
  EXPECT_EQ(content(readFile(m_out)), expected<float>(0, kIterations, 0, kParameters));
  // Sixteen exabytes at most: nothing is begun that no disk has room for.
  refused(arguments({"--out", m_folder.file("huge.npy")}, "1e14"), "more memory than this machine has");
  design({"--mechanism", "dp-sgd"});
  refused(arguments({"--out", m_folder.file("huge.npy")}, "1e15"),
          "huge.npy: needs 96000000000000128 bytes, and the disk");
  EXPECT_FALSE(std::filesystem::exists(m_folder.file("huge.npy.part")));
}

TEST_F(Noise, PhiloxIsNamedInsecureEverywhere) {
  const std::vector<std::string> command{"noise",  m_strategy, "--parameters", "1000", "--generator", "philox",
                                         "--seed", "7",        "--out",        m_out};
  auto asJson = command;
  asJson.push_back("--json");
  const ProcessResult result = runCli(asJson);
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_THAT(result.err, HasSubstr("for reproducible teaching only: there is no privacy in this noise"));
  const Json answer = Json::parse(result.out);
  EXPECT_EQ(answer.at("private"), false);
  EXPECT_EQ(answer.at("generator"), "philox");
  const std::string first = readFile(m_out);
  EXPECT_EQ(runCli(command).exitCode, 0);
  EXPECT_EQ(readFile(m_out), first);
  EXPECT_NE(content(first), expected<float>(0, kIterations, 0, kParameters));
  EXPECT_THAT(runCli({"noise", "--help"}).out, HasSubstr("for reproducible teaching only, no privacy"));
  refused(arguments({"--out", m_out, "--generator", "philox", "--seed", "7"}), "--key-file");
  refused({"noise", m_strategy, "--parameters", "1000", "--generator", "philox", "--out", m_out}, "--seed S with it");
}

TEST_F(Noise, WrongUseGetsASentence) {
  const auto with = [&](const std::vector<std::string>& more) { return joined(arguments({"--out", m_out}), more); };
  refused(with({"--steps", "20:25"}),
          "--steps = 20:25 is not allowed: use FROM:TO with 0 <= FROM < TO <= 24, where the claim ends");
  refused(with({"--steps", "24:"}), "--steps = 24: is not allowed: use FROM:TO");
  refused(with({"--steps", "5"}), "use FROM:TO");
  refused(with({"--shard", "3/3"}), "--shard = 3/3 is not allowed: use I/N with I from 0 to N-1");
  refused(with({"--shard", "0/1001"}), "at most as many shards as parameters");
  refused(with({"--number-type", "float16"}), "float32 or float64");
  refused(with({"--mean", "0"}), "--mean = 0");
  refused(with({"--generator", "mt19937"}), "chacha20 or philox");
  refused(with({"--seed", "7"}), "a seed is no secret");
  refused({"noise", m_strategy, "--parameters", "10", "--out", m_out}, "--key-file is required");
  refused({"noise", m_strategy, "--key-file", m_key, "--out", m_out}, "--parameters");
  refused(arguments({"--out", m_key}), "another file than --key-file");
  refused(arguments({"--out", "-", "--resume"}), "--resume");
  refused(arguments({"--out", "-", "--json"}), "--json");
  ASSERT_EQ(::chmod(m_key.c_str(), 0644), 0);
  refused(with({}), "is 0644, so that others can read or change the key");
  ASSERT_EQ(::chmod(m_key.c_str(), 0600), 0);
  const std::string secret = "not a key but a secret";
  writeSecret(m_key, secret);
  const ProcessResult bad = runCli(with({}));
  EXPECT_EQ(bad.exitCode, 2);
  EXPECT_THAT(bad.err, Not(HasSubstr(secret)));
  EXPECT_THAT(m_folder.names(), ElementsAre("key", "s.npz"));
}

}  // namespace
}  // namespace noiseloom::test
