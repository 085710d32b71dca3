// What a certificate says against what a job does: the strategy of the exported file, the batches of the sampler and
// the noise of the generator, all from one key a run; the privacy loss by the enumerated law of an example's steps.
// NOISELOOM_DRAWS in the environment changes the number of examples that take part (simulated_job.h). Batches that are
// cut or of a fixed size: step_simulation.cpp.

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <cmath>

#include "core/batching/list.h"
#include "core/batching/mixture_law.h"
#include "core/mechanism/list.h"
#include "core/noise/gaussian_source.h"
#include "core/sampling/batch_sampler.h"
#include "tests/core/dense.h"
#include "tests/core/sampling/enumerated_laws.h"
#include "tests/property/simulated_job.h"

namespace noiseloom {
namespace {

constexpr Index kSteps = 12;
constexpr Index kExamples = 20'000;  // of a key
constexpr double kDelta = 0.01;

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
  if (job.batching == &batchings::cyclicPoisson) return coinsAt(stepsOfGroup(0, job.bands, kSteps), q, 1);
  if (job.batching == &batchings::cyclicPoissonRandom) {
    Law law;
    for (Index group = 0; group < job.bands; ++group)
      add(law, coinsAt(stepsOfGroup(group, job.bands, kSteps), q, 1 / b));
    return law;
  }
  if (job.batching == &batchings::bMinSep) return spacedLaw(kSteps, job.bands, k / n / (1 - (b - 1) * k / n));
  if (job.batching == &batchings::cyclicAllocation) {
    Law law;
    unsigned group = 0;
    for (Index step = 0; step < kSteps; step += job.bands) group |= 1U << step;
    for (const auto& [pattern, p] : allocationLaw(job.epochs, kSteps / job.epochs, job.bands, true)) {
      if ((pattern & ~group) == 0) law[pattern] = p * b;
    }
    return law;
  }
  return allocationLaw(job.epochs, kSteps / job.epochs, 1, job.batching == &batchings::randomAllocation);
}

class JobSimulation : public ::testing::TestWithParam<Job> {};

TEST_P(JobSimulation, StaysWithinTheCertificate) {
  const Job& job = GetParam();
  Scenario scenario({.iterations = kSteps,
                     .epochs = static_cast<double>(job.epochs),
                     .epsilon = job.epsilon,
                     .delta = kDelta,
                     .mechanism = job.bands == 1 ? &mechanisms::dpSgd : &mechanisms::bsr,
                     .batching = job.batching});
  if (job.bands > 1) scenario.bands = job.bands;
  const StrategyFile file = exportedFile(scenario);
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
  // log P/Q, of Q the example is not there.
  const auto loss = [&](const Eigen::VectorXd& y) {
    const Eigen::VectorXd exponents = logWeights + means.transpose() * y / (sigma * sigma);
    const double most = exponents.maxCoeff();
    return most + std::log((exponents.array() - most).exp().sum());
  };

  SimulatedDelta removing(job.epsilon), adding(job.epsilon);
  const Index asked = law.size() > 1000 ? simulatedDraws() / 20 : simulatedDraws();
  for (Index run = 0; removing.count() < asked; ++run) {
    const SecretKey key = keyOfRun(run);
    const auto sampler = batchSampler(file.scenario, file.strategy, kExamples, key);
    const GaussianSource source(key.subKey(KeyUse::Noise));
    std::vector<unsigned> steps(kExamples);
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> z(kSteps, kExamples);
    for (Index step = 0; step < kSteps; ++step) {
      for (const Index example : sampler->batch(step)) steps[static_cast<std::size_t>(example)] |= 1U << step;
      source.fill(step, 0, {z.row(step).data(), static_cast<std::size_t>(kExamples)});
    }
    const bool parts = job.batching == &batchings::cyclicPoisson || job.batching == &batchings::cyclicAllocation;
    for (Index example = 0; example < kExamples; example += parts ? job.bands : 1) {
      const auto place = placeOf.find(steps[static_cast<std::size_t>(example)]);
      ASSERT_TRUE(place != placeOf.end());
      const Eigen::VectorXd noise = sigma * z.col(example);
      const double removed = loss(means.col(place->second) + noise), added = -loss(noise);
      removing.add({&removed, 1});
      adding.add({&added, 1});
    }
  }
  EXPECT_LE(removing.least(), kDelta);
  EXPECT_LE(adding.least(), kDelta);
  // And it does not fall short of it by more than the certificate says: tau = 1.25, and what betting leaves.
  if (file.figures.noiseMultiplier.errorBound < 0.1) {
    EXPECT_GE(std::max(removing.most(), adding.most()), 0.77 * kDelta);
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
