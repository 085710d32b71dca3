// The C interface: what it refuses, and that nothing is thrown through it.

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "app/c/noiseloom.h"
#include "core/base/version.h"
#include "core/io/strategy_file.h"
#include "core/noise/exact_release.h"
#include "core/noise/noise_stream.h"
#include "core/sampling/batch_sampler.h"
#include "core/search/designer.h"
#include "tests/core/io/scratch_folder.h"

namespace noiseloom {
namespace {

constexpr std::array<std::uint8_t, 32> kBytes{1, 2, 3};

class CInterface : public ScratchFolder {
 protected:
  void SetUp() override {
    Scenario scenario({.iterations = 24, .epochs = 3, .bands = 4});
    m_design = design(scenario);
    m_path = file("c_interface.npz");
    m_sha256 = writeStrategyFile(m_path, *m_design);
    ASSERT_EQ(noiseloom_strategy_load(m_path.c_str(), &m_strategy), NOISELOOM_OK) << noiseloom_last_error();
    ASSERT_EQ(noiseloom_key_from_bytes(kBytes.data(), &m_key), NOISELOOM_OK);
  }
  void TearDown() override {
    noiseloom_strategy_free(m_strategy);
    noiseloom_key_free(m_key);
  }
  noiseloom_noise* open(noiseloom_number_type type) const {
    noiseloom_noise* noise = nullptr;
    EXPECT_EQ(noiseloom_noise_open(m_strategy, m_key, 100, 1, 3, type, &noise), NOISELOOM_OK) << noiseloom_last_error();
    return noise;
  }

  void expectCores(noiseloom_noise* noise) const;

  std::shared_ptr<const Design> m_design;
  std::filesystem::path m_path;
  std::string m_sha256;
  noiseloom_strategy* m_strategy = nullptr;
  noiseloom_key* m_key = nullptr;
};

TEST_F(CInterface, TellsWhatTheFileStates) {
  EXPECT_STREQ(noiseloom_version(), NOISELOOM_VERSION);
  EXPECT_EQ(noiseloom_api_version(), NOISELOOM_API_VERSION);
  EXPECT_EQ(noiseloom_strategy_iterations(m_strategy), 24);
  EXPECT_EQ(noiseloom_strategy_noise_rows(m_strategy), 3);
  EXPECT_EQ(noiseloom_strategy_sha256(m_strategy), m_sha256);
  EXPECT_EQ(noiseloom_strategy_kind(m_strategy), std::string(m_design->strategy.kindName()));
  EXPECT_EQ(noiseloom_strategy_claimed(m_strategy), 1);
  EXPECT_EQ(noiseloom_strategy_claim(m_strategy), claimText(readStrategyFile(m_path).claim));
  EXPECT_EQ(noiseloom_strategy_metadata(m_strategy), readStrategyFile(m_path).metadataJson);
  double value = 0;
  for (const FigureInfo& figure : figureFields()) {
    ASSERT_EQ(noiseloom_strategy_figure(m_strategy, std::string(figure.name).c_str(), &value), NOISELOOM_OK);
    EXPECT_EQ(value, figure.of(*m_design)) << figure.name;
  }
  ASSERT_EQ(noiseloom_strategy_figure(m_strategy, "delta", &value), NOISELOOM_OK);
  EXPECT_EQ(value, m_design->scenario.delta);
}

// Compares every step from the sixth on with core's, and frees the noise.
void CInterface::expectCores(noiseloom_noise* noise) const {
  const auto source = std::make_shared<const GaussianSource>(SecretKey::fromBytes(kBytes).subKey(KeyUse::Noise));
  NoiseStream stream(m_design->strategy, source, m_design->stddev, 34, 67, NumberType::Float64);
  EXPECT_EQ(noiseloom_noise_begin(noise), 34);
  EXPECT_EQ(noiseloom_noise_end(noise), 67);
  std::vector<double> made(33), expected(33);
  ASSERT_EQ(noiseloom_noise_advance(noise, 5), NOISELOOM_OK);
  stream.advanceTo(5);
  for (int step = 5; step < 24; ++step) {
    EXPECT_EQ(noiseloom_noise_step(noise), step);
    ASSERT_EQ(noiseloom_noise_next_double(noise, made.data(), made.size()), NOISELOOM_OK) << noiseloom_last_error();
    stream.next(std::span<double>(expected));
    EXPECT_EQ(made, expected);
  }
  EXPECT_EQ(noiseloom_noise_next_double(noise, made.data(), made.size()), NOISELOOM_INVALID_ARGUMENT);
  EXPECT_NE(std::string(noiseloom_last_error()).find("claim end there"), std::string::npos);
  EXPECT_EQ(made, expected);
  noiseloom_noise_free(noise);
}

TEST_F(CInterface, NoiseIsCores) {
  for (const int prefetch : {0, 1}) {
    for (const std::int64_t threads : {0, 1, 3}) {
      noiseloom_noise* noise = open(NOISELOOM_FLOAT64);
      ASSERT_EQ(noiseloom_noise_set_threads(noise, threads), NOISELOOM_OK) << noiseloom_last_error();
      ASSERT_EQ(noiseloom_noise_set_prefetch(noise, prefetch), NOISELOOM_OK) << noiseloom_last_error();
      expectCores(noise);
    }
  }
  noiseloom_noise* noise = open(NOISELOOM_FLOAT64);
  EXPECT_EQ(noiseloom_noise_set_threads(noise, 65), NOISELOOM_INVALID_ARGUMENT);
  EXPECT_NE(std::string(noiseloom_last_error()).find("threads"), std::string::npos);
  EXPECT_EQ(noiseloom_noise_set_threads(nullptr, 1), NOISELOOM_INVALID_ARGUMENT);
  EXPECT_EQ(noiseloom_noise_set_prefetch(nullptr, 1), NOISELOOM_INVALID_ARGUMENT);
  noiseloom_noise_free(noise);
}

TEST_F(CInterface, ExactReleasesAreCores) {
  noiseloom_exact* exact = nullptr;
  ASSERT_EQ(noiseloom_exact_open(m_strategy, m_key, 100, 1, 3, &exact), NOISELOOM_OK) << noiseloom_last_error();
  ExactRelease release(m_design->strategy, SecretKey::fromBytes(kBytes), m_design->stddev, m_design->scenario.clipNorm,
                       100, 34, 67);
  EXPECT_EQ(noiseloom_exact_begin(exact), 34);
  EXPECT_EQ(noiseloom_exact_end(exact), 67);
  EXPECT_EQ(noiseloom_exact_margin(exact), release.margin());
  ASSERT_EQ(noiseloom_exact_advance(exact, 5), NOISELOOM_OK);
  release.advanceTo(5);
  for (int step = 5; step < 24; ++step) {
    EXPECT_EQ(noiseloom_exact_step(exact), step);
    std::vector<float> sum(33, 0.5F), expected(33, 0.5F);
    ASSERT_EQ(noiseloom_exact_release_float(exact, sum.data(), sum.size()), NOISELOOM_OK) << noiseloom_last_error();
    release.release(std::span<float>(expected));
    EXPECT_EQ(sum, expected);
  }
  std::vector<double> more(33, 0.5);
  EXPECT_EQ(noiseloom_exact_release_double(exact, more.data(), more.size()), NOISELOOM_INVALID_ARGUMENT);
  EXPECT_NE(std::string(noiseloom_last_error()).find("claim end there"), std::string::npos);
  EXPECT_EQ(more, std::vector<double>(33, 0.5));
  EXPECT_EQ(noiseloom_exact_advance(exact, 3), NOISELOOM_INVALID_ARGUMENT);
  noiseloom_exact_free(exact);
  noiseloom_exact_free(nullptr);
  exact = nullptr;
  EXPECT_EQ(noiseloom_exact_open(nullptr, m_key, 100, 1, 3, &exact), NOISELOOM_INVALID_ARGUMENT);
  EXPECT_EQ(noiseloom_exact_open(m_strategy, m_key, 100, 3, 3, &exact), NOISELOOM_INVALID_ARGUMENT);
  EXPECT_EQ(exact, nullptr);
  EXPECT_EQ(noiseloom_exact_release_double(nullptr, more.data(), more.size()), NOISELOOM_INVALID_ARGUMENT);
  EXPECT_EQ(noiseloom_exact_step(nullptr), 0);
}

TEST_F(CInterface, BatchesAreCores) {
  noiseloom_batches* batches = nullptr;
  ASSERT_EQ(noiseloom_batches_open(m_strategy, m_key, 1000, &batches), NOISELOOM_OK) << noiseloom_last_error();
  const auto sampler = batchSampler(m_design->scenario, m_design->strategy, 1000, SecretKey::fromBytes(kBytes));
  std::size_t taken = 0;
  for (const int step : {0, 1, 23, 7}) {
    const std::int64_t* indices = nullptr;
    std::size_t count = 0;
    ASSERT_EQ(noiseloom_batches_step(batches, step, &indices, &count), NOISELOOM_OK) << noiseloom_last_error();
    EXPECT_EQ(std::vector<Index>(indices, indices + count), sampler->batch(step));
    taken += count;
  }
  EXPECT_GT(taken, 0U);
  const std::int64_t* indices = nullptr;
  std::size_t count = 7;
  EXPECT_EQ(noiseloom_batches_step(batches, 24, &indices, &count), NOISELOOM_INVALID_ARGUMENT);
  EXPECT_EQ(noiseloom_batches_step(nullptr, 0, &indices, &count), NOISELOOM_INVALID_ARGUMENT);
  EXPECT_EQ(count, 7U);
  noiseloom_batches_free(batches);
  noiseloom_batches_free(nullptr);
  batches = nullptr;
  EXPECT_EQ(noiseloom_batches_open(m_strategy, m_key, 0, &batches), NOISELOOM_INVALID_ARGUMENT);
  EXPECT_NE(std::string(noiseloom_last_error()).find("dataset_size"), std::string::npos);
  EXPECT_EQ(batches, nullptr);
}

TEST_F(CInterface, RefusesBySentence) {
  const auto refused = [](noiseloom_status status, noiseloom_status expected, const std::string& part) {
    EXPECT_EQ(status, expected);
    EXPECT_NE(std::string(noiseloom_last_error()).find(part), std::string::npos) << noiseloom_last_error();
  };
  noiseloom_strategy* strategy = nullptr;
  noiseloom_key* key = nullptr;
  noiseloom_noise* noise = nullptr;
  double value = 7;
  refused(noiseloom_strategy_load("/nowhere/at/all.npz", &strategy), NOISELOOM_IO_ERROR, "/nowhere/at/all.npz");
  refused(noiseloom_strategy_load(nullptr, &strategy), NOISELOOM_INVALID_ARGUMENT, "path");
  refused(noiseloom_strategy_load(m_path.c_str(), nullptr), NOISELOOM_INVALID_ARGUMENT, "strategy");
  refused(noiseloom_key_load(m_path.c_str(), &key), NOISELOOM_FORMAT_ERROR, "");
  refused(noiseloom_key_load("/nowhere/at/all", &key), NOISELOOM_IO_ERROR, "/nowhere/at/all");
  refused(noiseloom_key_from_bytes(nullptr, &key), NOISELOOM_INVALID_ARGUMENT, "bytes");
  refused(noiseloom_strategy_figure(m_strategy, "colour", &value), NOISELOOM_INVALID_ARGUMENT, "colour");
  refused(noiseloom_noise_open(m_strategy, m_key, 100, 3, 3, NOISELOOM_FLOAT32, &noise), NOISELOOM_INVALID_ARGUMENT,
          "shard");
  refused(noiseloom_noise_open(m_strategy, m_key, 2, 0, 3, NOISELOOM_FLOAT32, &noise), NOISELOOM_INVALID_ARGUMENT,
          "shards");
  refused(noiseloom_noise_open(m_strategy, nullptr, 2, 0, 1, NOISELOOM_FLOAT32, &noise), NOISELOOM_INVALID_ARGUMENT,
          "key");
  refused(noiseloom_noise_open(m_strategy, m_key, INT64_MAX, 0, 1, NOISELOOM_FLOAT32, &noise),
          NOISELOOM_INVALID_ARGUMENT, "");
  EXPECT_EQ(strategy, nullptr);
  EXPECT_EQ(key, nullptr);
  EXPECT_EQ(noise, nullptr);
  EXPECT_EQ(value, 7);

  noise = open(NOISELOOM_FLOAT32);
  std::vector<double> doubles(33);
  std::vector<float> floats(33);
  refused(noiseloom_noise_next_double(noise, doubles.data(), 33), NOISELOOM_INVALID_ARGUMENT, "float32");
  refused(noiseloom_noise_next_float(noise, floats.data(), 32), NOISELOOM_INVALID_ARGUMENT, "out");
  refused(noiseloom_noise_next_float(noise, nullptr, 33), NOISELOOM_INVALID_ARGUMENT, "out");
  refused(noiseloom_noise_next_float(nullptr, floats.data(), 33), NOISELOOM_INVALID_ARGUMENT, "noise");
  refused(noiseloom_noise_advance(noise, 25), NOISELOOM_INVALID_ARGUMENT, "step");
  ASSERT_EQ(noiseloom_noise_advance(noise, 2), NOISELOOM_OK);
  refused(noiseloom_noise_advance(noise, 1), NOISELOOM_INVALID_ARGUMENT, "step");
  noiseloom_noise_free(noise);
  noiseloom_noise_free(nullptr);
  noiseloom_key_free(nullptr);
  noiseloom_strategy_free(nullptr);
  EXPECT_EQ(noiseloom_strategy_kind(nullptr), nullptr);
  EXPECT_EQ(noiseloom_strategy_iterations(nullptr), 0);
  EXPECT_EQ(noiseloom_noise_step(nullptr), 0);
}

}  // namespace
}  // namespace noiseloom
