#include "tests/core/io/design_examples.h"
#include "core/batching/list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tests/core/falling_dense.h"
#include "tests/core/scenarios.h"

namespace noiseloom {
namespace {

// With a value of 17 digits.
Scenario nineSteps() {
  return Scenario({.iterations = 9, .epochs = 3, .epsilon = 0.1 + 0.2, .delta = 1e-5, .bands = 3});
}

Strategy toeplitz(Index iterations, ColumnScaling scaling) {
  return Strategy(ToeplitzStrategy(iterations, {1.0, 1.0 / 3, 0.1}, scaling));
}

// Unit columns, entries that differ from row to row.
Strategy banded(Index iterations, Index bands) {
  const auto at = [&](Index i, Index j) { return static_cast<std::size_t>(i * bands + bands - 1 - (i - j)); };
  std::vector<double> rows(static_cast<std::size_t>(iterations * bands));
  for (Index j = 0; j < iterations; ++j) {
    double norm = 0;
    for (Index i = j; i < std::min(iterations, j + bands); ++i) {
      rows[at(i, j)] = i == j ? 1 : 0.5 / static_cast<double>(i - j + j % 4);
      norm += rows[at(i, j)] * rows[at(i, j)];
    }
    for (Index i = j; i < std::min(iterations, j + bands); ++i) rows[at(i, j)] /= std::sqrt(norm);
  }
  return Strategy(BandedStrategy(iterations, bands, rows));
}

Strategy dense(Index iterations, Index blockSize) {
  return fallingDense(iterations, blockSize,
                      [](Index i, Index j) { return 1.0 + 0.1 * static_cast<double>((2 * i + j) % 3); });
}

std::vector<double> warmUp(Index iterations) {
  std::vector<double> rates;
  for (Index i = 0; i < iterations; ++i) rates.push_back(std::min(1.0, static_cast<double>(i + 1) / 3));
  return rates;
}

}  // namespace

std::shared_ptr<const Design> toeplitzExample() {
  return evaluate(nineSteps(), toeplitz(9, ColumnScaling::Normalized));
}

std::vector<DesignExample> designExamples() {
  std::vector<DesignExample> examples;
  const auto add = [&](std::string name, const Scenario& scenario, const Strategy& strategy) {
    examples.push_back({std::move(name), evaluate(scenario, strategy)});
  };
  add("toeplitz, normalised columns", nineSteps(), toeplitz(9, ColumnScaling::Normalized));

  const Scenario plain = with(nineSteps(), {.bands = std::nullopt,
                                            .batching = &batchings::fixedEpoch,
                                            .columnNormalize = false,
                                            .workload = Workload::sgd(0.999, 0.9),
                                            .clipNorm = 0.7,
                                            .datasetSize = 3001});
  add("toeplitz, momentum and weight decay", plain, toeplitz(9, ColumnScaling::None));

  const Scenario general = with(nineSteps(), {.mechanism = *mechanismFromName("banded"),
                                              .deployment = Deployment{1'234'567'890'123, 1000, NumberType::Float64}});
  add("banded", general, banded(9, 3));

  Scenario scheduled = with(general, {.workload = Workload::learningRates(warmUp(9), 0.9)});
  add("banded, learning rates", scheduled, banded(9, 3));
  scheduled.workload = scheduled.workload.withWeightDecay(0.95);
  add("banded, learning rates and weight decay", scheduled, banded(9, 3));
  scheduled.workload = Workload::identity();
  add("banded, each step alone", scheduled, banded(9, 3));

  Scenario federated = with(nineSteps(), {.epochs = 2, .batching = &batchings::minSeparation, .minSeparation = 4});
  add("toeplitz, min-separation", federated, toeplitz(9, ColumnScaling::Normalized));

  const Scenario independent = with(nineSteps(), {.mechanism = *mechanismFromName("dp-sgd"), .bands = std::nullopt});
  add("identity", independent, Strategy(IdentityStrategy(9)));

  Scenario once = with(nineSteps(), {.epochs = 1, .batching = &batchings::single, .adjacency = Adjacency::ZeroOut});
  add("toeplitz, single participation", once, toeplitz(9, ColumnScaling::None));

  const Scenario curved =
      with(once, {.objective = ErrorObjective::Curvature,
                  .workload = Workload::prefix().withSpectrum(Spectrum({{0.001, 5}, {0.1, 1}, {1, 0.25}}))});
  add("toeplitz, for a spectrum of curvatures", curved, toeplitz(9, ColumnScaling::Normalized));

  // Kinds whose columns overlap under these batchings unless everybody takes part once.
  once.adjacency = Adjacency::AddRemove;
  once.mechanism = *mechanismFromName("bisr");
  once.bands = 3;
  add("inverse toeplitz", once, InverseToeplitzStrategy(9, {1, -0.5, -0.125}));
  once.bands.reset();
  once.mechanism = *mechanismFromName("lambda-cgd");
  add("inverse toeplitz, rescaled", once, InverseToeplitzStrategy(9, {1, -0.5}, ColumnScaling::Normalized));
  once.mechanism = *mechanismFromName("dense");
  once.objective = ErrorObjective::Max;
  add("dense", once, dense(9, 9));
  once.mechanism = *mechanismFromName("stamped");
  once.objective = ErrorObjective::Last;
  once.stamps = 3;
  add("stamped, the last block cut", once, dense(9, 4));
  once.stamps.reset();
  once.mechanism = *mechanismFromName("blt");
  once.objective = ErrorObjective::Mean;
  once.buffers = 2;
  add("blt", once, BltStrategy(9, {0.9, 0.3}, {0.7, 0.1 + 0.1}));
  once.buffers.reset();
  once.mechanism = *mechanismFromName("tree");
  add("tree", once, TreeStrategy(9));
  once.mechanism = *mechanismFromName("recursive-blt");
  add("recursive blt", once, RecursiveBltStrategy(9, 3, {1, 1.1}, {0.9, 0.3, 0.8, 0.2}, {0.7, 0.1, 0.6, 0.1}));
  once.mechanism = *mechanismFromName("best");
  once.mostNoiseRows = 7;
  once.mostSeconds = 0.5;
  Design best = *evaluate(once, TreeStrategy(9, TreeEstimate::OwnNode));
  best.mechanism = *mechanismFromName("tree");
  examples.push_back({"tree, the best", std::make_shared<const Design>(best)});

  federated.unit = PrivacyUnit::User;
  federated.jobBatching = &jobs::minSeparation;
  add("toeplitz, min-separation of users", federated, toeplitz(9, ColumnScaling::Normalized));

  const Scenario bins =
      with(nineSteps(), {.delta = 1e-3, .batching = &batchings::ballsInBins, .tau = 1.5, .failureProbability = 1e-6});
  add("toeplitz, balls-in-bins", bins, toeplitz(9, ColumnScaling::Normalized));
  return examples;
}

const DesignExample& example(const std::vector<DesignExample>& examples, std::string_view name) {
  const auto found =
      std::find_if(examples.begin(), examples.end(), [&](const DesignExample& each) { return each.name == name; });
  if (found == examples.end()) throw std::runtime_error("no example " + std::string(name));
  return *found;
}

Design olderDesign(const Design& design) {
  Design older = design;
  older.gaussianMethod = GaussianMethod::Radius53;
  return older;
}

void expectSame(const Scenario& actual, const Scenario& expected) {
  EXPECT_EQ(actual.iterations, expected.iterations);
  EXPECT_EQ(actual.epochs, expected.epochs);
  EXPECT_EQ(actual.epsilon, expected.epsilon);
  EXPECT_EQ(actual.delta, expected.delta);
  EXPECT_EQ(actual.mechanism, expected.mechanism);
  EXPECT_EQ(actual.bands, expected.bands);
  EXPECT_EQ(actual.objective, expected.objective);
  EXPECT_EQ(actual.buffers, expected.buffers);
  EXPECT_EQ(actual.treeDecoder, expected.treeDecoder);
  EXPECT_EQ(actual.robustFrom, expected.robustFrom);
  EXPECT_EQ(actual.stamps, expected.stamps);
  EXPECT_EQ(actual.mostNoiseRows, expected.mostNoiseRows);
  EXPECT_EQ(actual.mostSeconds, expected.mostSeconds);
  EXPECT_EQ(actual.batching, expected.batching);
  EXPECT_EQ(actual.jobBatching, expected.jobBatching);
  EXPECT_EQ(actual.minSeparation, expected.minSeparation);
  EXPECT_EQ(actual.unit, expected.unit);
  EXPECT_EQ(actual.tau, expected.tau);
  EXPECT_EQ(actual.failureProbability, expected.failureProbability);
  EXPECT_EQ(actual.adjacency, expected.adjacency);
  EXPECT_EQ(actual.columnNormalize, expected.columnNormalize);
  EXPECT_EQ(actual.workload.name(), expected.workload.name());
  EXPECT_EQ(actual.workload.alpha(), expected.workload.alpha());
  EXPECT_EQ(actual.workload.beta(), expected.workload.beta());
  EXPECT_TRUE(std::ranges::equal(actual.workload.eta(), expected.workload.eta()));
  EXPECT_EQ(actual.clipNorm, expected.clipNorm);
  EXPECT_EQ(actual.datasetSize, expected.datasetSize);
  EXPECT_EQ(actual.deployment.parameters, expected.deployment.parameters);
  EXPECT_EQ(actual.deployment.machines, expected.deployment.machines);
  EXPECT_EQ(actual.deployment.numberType, expected.deployment.numberType);
  EXPECT_EQ(actual.deployment.memoryPerMachine, expected.deployment.memoryPerMachine);
  EXPECT_EQ(actual.schedule, expected.schedule);
}

void expectSame(const Strategy& actual, const Strategy& expected) {
  ASSERT_EQ(actual.kindName(), expected.kindName());
  ASSERT_EQ(actual.iterations(), expected.iterations());
  ASSERT_EQ(actual.bands(), expected.bands());
  ASSERT_EQ(actual.rows(), expected.rows());
  const Index n = expected.iterations();
  const Index rows = expected.rows();
  EXPECT_EQ(actual.block(0, rows, 0, n), expected.block(0, rows, 0, n));
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < rows; ++j) EXPECT_EQ(actual.inverseEntry(i, j), expected.inverseEntry(i, j));
  }
  if (const auto* toeplitz = expected.as<ToeplitzStrategy>()) {
    EXPECT_EQ(actual.as<ToeplitzStrategy>()->scaling(), toeplitz->scaling());
  }
}

}  // namespace noiseloom
