// What a certificate says against a job whose steps are drawn independently of each other, where batches are cut or of
// a fixed size: the sampler's batches and the generator's noise. Bands keep columns apart, so that each step's share of
// the privacy loss is that of a mixture of numbers, the sums of its gradients along the example's. NOISELOOM_DRAWS as
// in job_simulation.cpp.

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "core/batching/list.h"
#include "core/mechanism/list.h"
#include "core/noise/gaussian_source.h"
#include "core/sampling/batch_sampler.h"
#include "tests/core/dense.h"
#include "tests/core/scenarios.h"
#include "tests/property/simulated_job.h"

namespace noiseloom {
namespace {

constexpr Index kSteps = 12;
constexpr Index kEpochs = 3;
constexpr Index kOfAGroup = 8;
constexpr double kDelta = 0.01;

struct StepJob {
  Index bands;
  double epsilon;
  Adjacency adjacency;  // ReplaceOne: of samples of a fixed size, by an example of the opposite gradient

  bool isCut() const { return adjacency != Adjacency::ReplaceOne; }
  double probability() const { return static_cast<double>(bands * kEpochs) / kSteps; }
  // One more than is expected.
  Index largestBatch() const { return bands * kEpochs * kOfAGroup / kSteps + 1; }
};

// The sum of a step's gradients: 1 of the example, or what has taken its place; where batches are cut the others'
// are its opposite, so that who takes its place moves the sum by two; else 0.
Index sumOf(const StepJob& job, Index size, std::optional<Index> own) {
  const Index others = own ? size - 1 : size;
  return own.value_or(0) - (job.isCut() ? others : 0);
}

// Such sums and their probabilities.
using Sums = std::map<Index, double>;

double logDensity(const Sums& sums, double y, double deviation) {
  double density = 0;
  for (const auto& [sum, p] : sums) {
    const double z = (y - static_cast<double>(sum)) / deviation;
    density += p * std::exp(-z * z / 2);
  }
  return std::log(density);
}

// Of a step of the example's group, with the example (gradient `own`) among kOfAGroup or without it.
Sums sumsOf(const StepJob& job, std::optional<Index> own) {
  const double q = job.probability();
  if (!job.isCut()) return {{0, 1 - q}, {*own, q}};
  Sums sums;
  const auto add = [&](Index size, std::optional<Index> example, double p) { sums[sumOf(job, size, example)] += p; };
  const auto chance = [q](Index of, Index many) {
    const auto n = static_cast<double>(of), k = static_cast<double>(many);
    return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1)) * std::pow(q, k) *
           std::pow(1 - q, n - k);
  };
  for (Index others = 0; others < kOfAGroup; ++others) {
    const double p = chance(kOfAGroup - 1, others);
    add(std::min(others, job.largestBatch()), {}, own ? p * (1 - q) : p);
    if (!own) continue;
    const Index kept = std::min(others + 1, job.largestBatch());
    const double stays = static_cast<double>(kept) / static_cast<double>(others + 1);
    add(kept, own, p * q * stays);
    add(kept, {}, p * q * (1 - stays));
  }
  return sums;
}

Scenario scenarioOf(const StepJob& job) {
  Scenario scenario({.iterations = kSteps,
                     .epochs = static_cast<double>(kEpochs),
                     .epsilon = job.epsilon,
                     .delta = kDelta,
                     .mechanism = job.bands == 1 ? &mechanisms::dpSgd : &mechanisms::bsr,
                     .batching = job.isCut() ? &batchings::cyclicPoisson : &batchings::fixedSize,
                     .adjacency = job.adjacency});
  if (job.bands > 1) scenario.bands = job.bands;
  scenario.datasetSize = kOfAGroup * job.bands;
  if (job.isCut()) scenario.largestBatch = job.largestBatch();
  return scenario;
}

struct StepDeltas {
  SimulatedDelta removing, adding;
};

// Of the job with the strategy of the file and noise of that standard deviation.
StepDeltas simulated(const StepJob& job, const Strategy& strategy, double stddev) {
  const Scenario scenario = scenarioOf(job);
  const Eigen::MatrixXd c = denseOf(strategy);
  // Who stands in the example's place in the other data set. Where nobody does, its group is smaller.
  const std::optional<Index> other = job.adjacency == Adjacency::AddRemove ? std::nullopt
                                     : job.adjacency == Adjacency::ZeroOut ? std::optional<Index>(0)
                                                                           : std::optional<Index>(-1);
  Scenario smaller = scenario;
  if (!other) smaller.datasetSize = *scenario.datasetSize - job.bands;
  const Sums with = sumsOf(job, 1), without = sumsOf(job, other);

  StepDeltas deltas{SimulatedDelta(job.epsilon), SimulatedDelta(job.epsilon)};
  for (Index run = 0; deltas.adding.count() < simulatedDraws(); ++run) {
    const bool there = run % 2 == 0;
    const Scenario& sampled = there ? scenario : smaller;
    const SecretKey key = keyOfRun(run);
    const auto sampler = batchSampler(sampled, strategy, *sampled.datasetSize, key);
    const GaussianSource source(key.subKey(KeyUse::Noise));
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> z(kSteps, kOfAGroup);
    for (Index step = 0; step < kSteps; ++step)
      source.fill(step, 0, {z.row(step).data(), static_cast<std::size_t>(kOfAGroup)});
    // Each of the first group is the example once, of its steps.
    std::array<double, kOfAGroup> losses{};
    for (Index step = 0; step < kSteps; step += job.bands) {
      const std::vector<Index> batch = sampler->batch(step);
      const double deviation = stddev / c.col(step).norm();
      const Eigen::RowVectorXd noise = deviation * (c.col(step).normalized().transpose() * z);
      for (Index example = 0; example < kOfAGroup; ++example) {
        std::optional<Index> own;
        if (std::ranges::binary_search(batch, example * job.bands)) own = there ? std::optional<Index>(1) : other;
        const double y = static_cast<double>(sumOf(job, std::ssize(batch), own)) + noise[example];
        const double loss = logDensity(with, y, deviation) - logDensity(without, y, deviation);
        losses[static_cast<std::size_t>(example)] += there ? loss : -loss;
      }
    }
    (there ? deltas.removing : deltas.adding).add(losses);
  }
  return deltas;
}

class StepSimulation : public ::testing::TestWithParam<StepJob> {};

// The pairs that certificates rest on are worse than any job: a coupling, and sizes of batches that are told. No such
// job need come near.
TEST_P(StepSimulation, StaysWithinTheCertificate) {
  const StrategyFile file = exportedFile(scenarioOf(GetParam()));
  const StepDeltas deltas = simulated(GetParam(), file.strategy, file.figures.stddev);
  EXPECT_LE(deltas.removing.least(), kDelta);
  EXPECT_LE(deltas.adding.least(), kDelta);
}

TEST(StepSimulationItself, FindsWhatACutOrAnotherExampleCosts) {
  StepJob job{1, 0.5, Adjacency::AddRemove};
  const Scenario uncut = with(scenarioOf(job), {.largestBatch = std::nullopt});
  const StrategyFile whole = exportedFile(uncut);
  EXPECT_GT(simulated(job, whole.strategy, whole.figures.stddev).removing.least(), kDelta);
  job.adjacency = Adjacency::ReplaceOne;
  // Noise for an example that is there or not.
  EXPECT_GT(simulated(job, whole.strategy, whole.figures.stddev).removing.least(), kDelta);
}

std::vector<StepJob> jobs() {
  std::vector<StepJob> all;
  for (const Adjacency adjacency : {Adjacency::AddRemove, Adjacency::ZeroOut, Adjacency::ReplaceOne}) {
    for (const Index bands : {1, 2}) {
      for (const double epsilon : {0.5, 2.0}) all.push_back({bands, epsilon, adjacency});
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(FourOfEachScheme, StepSimulation, ::testing::ValuesIn(jobs()),
                         [](const ::testing::TestParamInfo<StepJob>& job) {
                           return std::string(!job.param.isCut()                          ? "fixed_size"
                                              : job.param.adjacency == Adjacency::ZeroOut ? "cut_zeroed"
                                                                                          : "cut_removed") +
                                  "_b" + std::to_string(job.param.bands) + (job.param.epsilon < 1 ? "_half" : "_two");
                         });

}  // namespace
}  // namespace noiseloom
