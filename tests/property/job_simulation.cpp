// What a certificate says against what a job does: the strategy of the exported file, the batches of the sampler and
// the noise of the generator, all from one key a run; the privacy loss by the enumerated law of an example's steps.
// NOISELOOM_DRAWS in the environment changes the number of examples that take part (200 000).

#include <gtest/gtest.h>

#include <unistd.h>
#include <Eigen/Dense>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "core/batching/list.h"
#include "core/batching/mixture_law.h"
#include "core/design/designer.h"
#include "core/io/strategy_file.h"
#include "core/mechanism/list.h"
#include "core/noise/gaussian_source.h"
#include "core/sampling/batch_sampler.h"
#include "tests/core/dense.h"
#include "tests/core/sampling/enumerated_laws.h"

namespace noiseloom {
namespace {

using testing::Law;

constexpr Index kSteps = 12;
constexpr Index kExamples = 20'000;  // of a key
constexpr double kDelta = 0.01;

Index draws() {
  const char* asked = std::getenv("NOISELOOM_DRAWS");
  return asked ? std::atoll(asked) : 200'000;
}

struct Job {
  const Batching* batching;
  Index epochs;
  Index bands;
  double epsilon;
};

// The steps of an example of which everything is known that may be: it is in the first part where parts are known.
Law lawOf(const Job& job) {
  const auto k = static_cast<double>(job.epochs), n = static_cast<double>(kSteps), b = static_cast<double>(job.bands);
  const double q = std::min(1.0, b * k / n);
  if (job.batching == &batchings::cyclicPoisson || job.batching == &batchings::fixedSize)
    return testing::coinsAt(testing::stepsOfGroup(0, job.bands, kSteps), q, 1);
  if (job.batching == &batchings::cyclicPoissonRandom) {
    Law law;
    for (Index group = 0; group < job.bands; ++group)
      testing::add(law, testing::coinsAt(testing::stepsOfGroup(group, job.bands, kSteps), q, 1 / b));
    return law;
  }
  if (job.batching == &batchings::bMinSep) return testing::spacedLaw(kSteps, job.bands, k / n / (1 - (b - 1) * k / n));
  if (job.batching == &batchings::cyclicAllocation) {
    Law law;
    unsigned group = 0;
    for (Index step = 0; step < kSteps; step += job.bands) group |= 1U << step;
    for (const auto& [pattern, p] : testing::allocationLaw(job.epochs, kSteps / job.epochs, job.bands, true)) {
      if ((pattern & ~group) == 0) law[pattern] = p * b;
    }
    return law;
  }
  return testing::allocationLaw(job.epochs, kSteps / job.epochs, 1, job.batching == &batchings::randomAllocation);
}

class JobSimulation : public ::testing::TestWithParam<Job> {};

TEST_P(JobSimulation, StaysWithinTheCertificate) {
  const Job& job = GetParam();
  const bool replaces = job.batching == &batchings::fixedSize;
  Scenario scenario;
  scenario.iterations = kSteps;
  scenario.epochs = job.epochs;
  scenario.epsilon = job.epsilon;
  scenario.delta = kDelta;
  scenario.batching = job.batching;
  scenario.mechanism = job.bands == 1 ? &mechanisms::dpSgd : &mechanisms::bsr;
  if (job.bands > 1) scenario.bands = job.bands;
  if (replaces) scenario.adjacency = Adjacency::ReplaceOne;
  const auto path =
      std::filesystem::path(::testing::TempDir()) / ("job_simulation_" + std::to_string(::getpid()) + ".npz");
  writeStrategyFile(path, *design(scenario));
  const StrategyFile file = readStrategyFile(path);
  std::filesystem::remove(path);
  const double sigma = file.figures.stddev;
  const Eigen::MatrixXd c = denseOf(file.strategy);

  // Sums of columns and the logarithms of their weights.
  const Law law = lawOf(job);
  Eigen::MatrixXd means(kSteps, static_cast<Index>(law.size()));
  Eigen::VectorXd logWeights(means.cols());
  std::map<unsigned, Index> placeOf;
  double mass = 0;
  for (const auto& [pattern, p] : law) {
    const Index place = placeOf.size();
    means.col(place).setZero();
    for (Index step = 0; step < kSteps; ++step) {
      if (pattern >> step & 1U) means.col(place) += c.col(step);
    }
    logWeights[place] = std::log(p) - means.col(place).squaredNorm() / (2 * sigma * sigma);
    placeOf[pattern] = place;
    mass += p;
  }
  ASSERT_NEAR(mass, 1, 1e-12);
  const auto logDensity = [&](const Eigen::VectorXd& y, double sign) {
    const Eigen::VectorXd exponents = logWeights + means.transpose() * y * (sign / (sigma * sigma));
    const double most = exponents.maxCoeff();
    return most + std::log((exponents.array() - most).exp().sum());
  };
  // Of Q the example is not there, or there is another one in its place that is its opposite.
  const auto loss = [&](const Eigen::VectorXd& y) { return logDensity(y, 1) - (replaces ? logDensity(y, -1) : 0); };

  double sum[2] = {}, squares[2] = {};
  Index count = 0;
  const Index asked = law.size() > 1000 ? draws() / 20 : draws();
  for (Index run = 0; count < asked; ++run) {
    std::array<std::uint8_t, SecretKey::kBytes> bytes{};
    std::memcpy(bytes.data(), &run, sizeof run);
    const SecretKey key = SecretKey::fromBytes(bytes);
    const auto sampler = batchSampler(file.scenario, file.strategy, kExamples, key);
    const GaussianSource source(key.subKey(KeyUse::Noise));
    std::vector<unsigned> steps(kExamples);
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> z(kSteps, kExamples);
    for (Index step = 0; step < kSteps; ++step) {
      for (const Index example : sampler->batch(step)) steps[static_cast<std::size_t>(example)] |= 1U << step;
      source.fill(step, 0, {z.row(step).data(), static_cast<std::size_t>(kExamples)});
    }
    const bool parts = job.batching == &batchings::cyclicPoisson || job.batching == &batchings::cyclicAllocation;
    for (Index example = 0; example < kExamples; example += parts || replaces ? job.bands : 1) {
      const auto place = placeOf.find(steps[static_cast<std::size_t>(example)]);
      ASSERT_TRUE(place != placeOf.end());
      const Eigen::VectorXd noise = sigma * z.col(example);
      const double gained[] = {1 - std::exp(job.epsilon - loss(means.col(place->second) + noise)),
                               1 - std::exp(job.epsilon + loss(noise))};
      for (int d = 0; d < (replaces ? 1 : 2); ++d) {
        const double value = std::max(0.0, gained[d]);
        sum[d] += value;
        squares[d] += value * value;
      }
      ++count;
    }
  }
  double largest = 0;
  for (int d = 0; d < 2; ++d) {
    const auto many = static_cast<double>(count);
    const double mean = sum[d] / many;
    const double standardError = std::sqrt(std::max(0.0, squares[d] / many - mean * mean) / many);
    EXPECT_LE(mean - 4 * standardError, kDelta) << "direction " << d << ", " << mean << " +- " << standardError;
    largest = std::max(largest, mean + 4 * standardError);
  }
  // And it does not fall short of it by more than the certificate says: tau = 1.25, and what betting leaves.
  // A sample of a fixed size has the bound of a coupling, which no such job need reach.
  if (file.figures.noiseMultiplier.errorBound < 0.1 && !replaces) {
    EXPECT_GE(largest, 0.77 * kDelta);
  }
}

std::vector<Job> jobs() {
  std::vector<Job> all;
  for (const double epsilon : {0.5, 2.0}) {
    for (const Batching* batching : {&batchings::cyclicPoisson, &batchings::cyclicPoissonRandom, &batchings::bMinSep}) {
      for (const Index bands : {2, 3}) all.push_back({batching, 3, bands, epsilon});
    }
    for (const Index bands : {2, 3}) all.push_back({&batchings::cyclicAllocation, 2, bands, epsilon});
    for (const Index epochs : {2, 3}) {
      all.push_back({&batchings::randomAllocation, epochs, 1, epsilon});
      all.push_back({&batchings::ballsInBins, epochs, 3, epsilon});
      all.push_back({&batchings::fixedSize, epochs, 1, epsilon});
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(FourOfEachScheme, JobSimulation, ::testing::ValuesIn(jobs()),
                         [](const ::testing::TestParamInfo<Job>& job) {
                           std::string name(job.param.batching->id);
                           std::erase(name, '-');
                           return name + "_k" + std::to_string(job.param.epochs) + "_b" +
                                  std::to_string(job.param.bands) + (job.param.epsilon < 1 ? "_half" : "_two");
                         });

}  // namespace
}  // namespace noiseloom
