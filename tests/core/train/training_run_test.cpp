#include "core/train/training_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stop_token>

#include "core/base/errors.h"
#include "core/train/plane_points.h"
#include "core/train/seeded_numbers.h"
#include "tests/calls.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/core/scenarios.h"
#include "tests/core/train/training_fixture.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

std::shared_ptr<const LearningTask> smallTask(ModelKind model = ModelKind::Tanh) {
  return std::make_shared<LearningTask>(planePoints({.shape = PlaneShape::Moons, .train = 120, .test = 60, .seed = 2}),
                                        model, 4);
}

// Two examples of a line in two variables: one gradient is clipped, the other is not.
TEST(TrainingRun, OneStepIsAsByHand) {
  const auto task = std::make_shared<LearningTask>(examplesOf(2, 0, {2, 1, 0, 1}, {1.5, -0.5}), ModelKind::Linear);
  const auto solved = design(trainingScenario(1, 1, 2));
  TrainingRun run({task, solved, 0.5}, 11);
  ASSERT_TRUE(run.advance(1));
  // At 0 they are -1.5 (2, 1, 1), of norm 1.5 sqrt(6), and 0.5 (0, 1, 1), of norm sqrt(0.5).
  const double r = 1 / std::sqrt(6.0);
  const double sum[3]{-2 * r, -r + 0.5, -r + 0.5};
  std::vector<double> z(3);
  noiseSource(exploringKey(11), solved->gaussianMethod)->fill(0, 0, z);
  for (std::size_t j = 0; j < 3; ++j)
    EXPECT_NEAR(run.weights()[j], -0.5 * (sum[j] + solved->stddev * z[j]) / 2, 1e-11) << j;
  const TrainingHistory& history = run.state().history;
  ASSERT_EQ(history.steps.size(), 1U);
  EXPECT_EQ(history.steps[0].batch, 2);
  EXPECT_EQ(history.steps[0].clipped, 1);
  EXPECT_DOUBLE_EQ(history.steps[0].batchLoss, (1.5 * 1.5 + 0.5 * 0.5) / 4);
  EXPECT_NEAR(history.steps[0].signalNorm, std::sqrt(4 * r * r + 2 * (0.5 - r) * (0.5 - r)) / 2, 1e-11);
  EXPECT_NEAR(history.steps[0].noiseNorm, solved->stddev * std::hypot(z[0], z[1], z[2]) / 2, 1e-12);
  EXPECT_EQ(history.path, (std::vector<double>{0, 0, run.weights()[0], run.weights()[1]}));
  ASSERT_EQ(history.evaluations.size(), 2U);
  EXPECT_EQ(history.evaluations[0].loss, history.steps[0].batchLoss);
  EXPECT_FALSE(history.evaluations[0].testLoss);
  EXPECT_TRUE(run.ended());
}

// Full batches, no noise, a clip norm that nothing reaches: plain gradient descent, written out here.
TEST(TrainingRun, IsPlainGradientDescentWithoutNoiseOverAllExamples) {
  constexpr Index kCount = 30, kSteps = 25;
  constexpr double kRate = 0.7;
  const auto data = planePoints({.shape = PlaneShape::Blobs, .train = kCount, .test = 0, .seed = 5});
  const auto task = std::make_shared<LearningTask>(data, ModelKind::Logistic);
  const auto solved = design(trainingScenario(kSteps, kSteps, kCount));
  for (const TrainingPlan& plan : {TrainingPlan{task, solved, kRate, 1e6, Protection::NoNoise},
                                   TrainingPlan{task, solved, kRate, {}, Protection::Unclipped}}) {
    TrainingRun run(plan, 1);
    double w0 = 0, w1 = 0, b = 0;
    for (Index step = 0; step < kSteps; ++step) {
      double g0 = 0, g1 = 0, gb = 0;
      for (Index i = 0; i < kCount; ++i) {
        const auto x = static_cast<double>(data->row(i)[0]), y = static_cast<double>(data->row(i)[1]);
        const double error = 1 / (1 + std::exp(-(w0 * x + w1 * y + b))) - data->targets[static_cast<std::size_t>(i)];
        g0 += error * x;
        g1 += error * y;
        gb += error;
      }
      w0 -= kRate * g0 / kCount;
      w1 -= kRate * g1 / kCount;
      b -= kRate * gb / kCount;
      ASSERT_TRUE(run.advance(1));
      EXPECT_NEAR(run.weights()[0], w0, 1e-13);
      EXPECT_NEAR(run.weights()[1], w1, 1e-13);
      EXPECT_NEAR(run.weights()[2], b, 1e-13);
      EXPECT_EQ(run.state().history.steps.back().batch, kCount);
    }
  }
}

// Iterates are the workload applied to the gradients, times the learning rate: what the strategy is designed for.
TEST(TrainingRun, WhatTheOptimiserDoesIsTheWorkload) {
  constexpr Index kSteps = 12;
  std::vector<double> eta;
  for (Index i = 0; i < kSteps; ++i) eta.push_back(1 - 0.05 * static_cast<double>(i));
  for (const Workload& workload :
       {Workload::prefix(), Workload::sgd(0.97, 0.8), Workload::learningRates(eta, 0.6, 0.9),
        Workload::learningRates(eta, 0.6, 0.9).withAveraging(0.75), Workload::sgd(0.97, 0.8).withWindow(4),
        Workload::sgd(1, 0.5).withAveraging(0.6).withWindow(3), Workload::learningRates(eta, 0.6).withAveraging(1)}) {
    const Scenario scenario = with(trainingScenario(kSteps, 3, 120), {.workload = workload});
    const auto solved = design(scenario);
    // A flat quadratic with spread: the gradients do not depend on the weights.
    const auto task = std::make_shared<QuadraticTask>(
        QuadraticTask::Shape{.curvatures = {0}, .start = 0, .spread = 1, .examples = 120});
    const SecretKey key = exploringKey(4);
    const auto sampler = batchSampler(solved->scenario, solved->strategy, 120, key);
    NoiseStream noise(solved->strategy, noiseSource(key, solved->gaussianMethod), solved->stddev, 0, 1,
                      NumberType::Float64);
    std::vector<double> gradients, iterates(kSteps);
    for (Index step = 0; step < kSteps; ++step) {
      std::vector<double> sum{0.0}, row(1);
      ClipCounts counts;
      task->addClippedGradients(std::vector<double>{0.0}, sampler->batch(step), 1, sum, counts, {});
      noise.next(row);
      gradients.push_back((sum[0] + row[0]) / 30);
    }
    solved->scenario.workload.multiply(gradients, iterates);
    TrainingRun run({task, solved, 0.3}, 4);
    for (Index step = 0; step < kSteps; ++step) {
      ASSERT_TRUE(run.advance(1));
      EXPECT_NEAR(run.state().average[0], -0.3 * iterates[static_cast<std::size_t>(step)], 1e-13) << workload.name();
      if (workload.averaging() == 0 && workload.window() == 1) {
        EXPECT_EQ(run.weights()[0], run.state().average[0]);
      }
    }
  }
  // Single gradients are no optimiser's: plain SGD.
  Scenario scenario = trainingScenario(kSteps, 3, 120);
  const auto task = smallTask();
  TrainingRun prefix({task, design(scenario), 0.3, {}, Protection::NoNoise}, 4);
  scenario.workload = Workload::identity();
  TrainingRun identity({task, design(scenario), 0.3, {}, Protection::NoNoise}, 4);
  ASSERT_TRUE(prefix.advance(kSteps) && identity.advance(kSteps));
  EXPECT_EQ(prefix.state(), identity.state());
}

TEST(TrainingRun, SeedsGiveStartBatchesAndNoise) {
  const auto task = smallTask();
  const auto independent = design(trainingScenario(24, 4, 120));
  const auto correlated = design(trainingScenario(24, 4, 120, mechanisms::bandedToeplitz));
  TrainingRun first({task, independent}, 1), second({task, correlated}, 1), other({task, independent}, 2);
  EXPECT_EQ(first.state().weights, second.state().weights);
  EXPECT_NE(first.state().weights, other.state().weights);
  ASSERT_TRUE(first.advance(24) && second.advance(24) && other.advance(24));
  EXPECT_NE(first.state().weights, second.state().weights);
  // The same batches: the losses before the first step agree.
  EXPECT_EQ(first.state().history.steps[0].batchLoss, second.state().history.steps[0].batchLoss);
  TrainingRun again({task, independent}, 1);
  ASSERT_TRUE(again.advance(24));
  EXPECT_EQ(again.state(), first.state());
}

// Straight through, and from a copy of the state before every step, for strategies of every kind of noise.
TEST(TrainingRun, GoesOnFromAnyStateToTheSameBits) {
  const auto task = smallTask();
  for (const Mechanism* mechanism :
       {&mechanisms::dpSgd, &mechanisms::bandedToeplitz, &mechanisms::blt, &mechanisms::tree, &mechanisms::dense}) {
    const Scenario scenario = with(trainingScenario(20, 4, 120, *mechanism), {.workload = Workload::sgd(1, 0.5)});
    const TrainingPlan plan{task, design(scenario)};
    const TrainingOptions options{.evaluateEvery = 3};
    TrainingRun straight(plan, 7, options);
    ASSERT_TRUE(straight.advance(20));
    TrainingState state = TrainingRun(plan, 7, options).state();
    for (Index step = 0; step < 20; ++step) {
      TrainingRun resumed(plan, 7, options, state);
      ASSERT_TRUE(resumed.advance(1));
      state = resumed.state();
      EXPECT_EQ(state.step, step + 1);
    }
    EXPECT_EQ(state, straight.state()) << mechanism->id;
    EXPECT_EQ(state.history.evaluations.size(), 8U);  // 0, 3, .. 18 and 20
  }
}

// Asks for a stop at its so-many-th call.
class StoppingTask final : public TrainingTask {
 public:
  StoppingTask(std::shared_ptr<const TrainingTask> inner, Index at) : m_inner(std::move(inner)), m_left(at) {}
  std::stop_token token() const { return m_stop->get_token(); }
  void rearm(Index at) const {
    m_stop = std::make_unique<std::stop_source>();
    m_left = at;
  }
  Index parameters() const override { return m_inner->parameters(); }
  Index examples() const override { return m_inner->examples(); }
  std::vector<double> start(std::uint64_t seed) const override { return m_inner->start(seed); }
  bool addClippedGradients(std::span<const double> weights, std::span<const Index> batch, double clipNorm,
                           std::span<double> sum, ClipCounts& counts, const RunControl& control) const override {
    count();
    return m_inner->addClippedGradients(weights, batch, clipNorm, sum, counts, control);
  }
  bool addHessianProduct(std::span<const double> weights, std::span<const Index> batch,
                         std::span<const double> direction, std::span<double> product,
                         const RunControl& control) const override {
    count();
    return m_inner->addHessianProduct(weights, batch, direction, product, control);
  }
  std::optional<Evaluation> evaluate(std::span<const double> weights, Index most,
                                     const RunControl& control) const override {
    count();
    return m_inner->evaluate(weights, most, control);
  }

 private:
  void count() const {
    if (m_left-- == 0) m_stop->request_stop();
  }
  std::shared_ptr<const TrainingTask> m_inner;
  mutable Index m_left;
  mutable std::unique_ptr<std::stop_source> m_stop = std::make_unique<std::stop_source>();
};

TEST(TrainingRun, StopsAnywhereAndGoesOnAsIfItHadNot) {
  const auto solved = design(trainingScenario(20, 4, 120, mechanisms::bandedToeplitz));
  const TrainingOptions options{.evaluateEvery = 4};
  TrainingRun straight({smallTask(), solved}, 7, options);
  ASSERT_TRUE(straight.advance(20));
  for (Index at = 0; at < 26; ++at) {  // 20 gradients and 6 evaluations
    const auto task = std::make_shared<StoppingTask>(smallTask(), at);
    TrainingRun run({task, solved}, 7, options);
    EXPECT_FALSE(run.advance(20, {task->token(), {}})) << at;
    EXPECT_LE(run.step(), at);
    task->rearm(1000);
    ASSERT_TRUE(run.advance(20, {task->token(), {}}));
    EXPECT_EQ(run.state(), straight.state()) << at;
  }
}

TEST(TrainingRun, EmptyBatchesLeaveNoiseAlone) {
  // Four examples in batches of one half on average: most are empty.
  Scenario scenario = trainingScenario(16, 2, 4, mechanisms::dpSgd, batchings::cyclicPoisson);
  const auto task = std::make_shared<QuadraticTask>(QuadraticTask::Shape{.curvatures = {1}, .examples = 4});
  TrainingRun run({task, design(scenario)}, 3);
  ASSERT_TRUE(run.advance(16));
  EXPECT_DOUBLE_EQ(run.expectedBatch(), 0.5);
  Index empty = 0;
  for (const StepRecord& step : run.state().history.steps) {
    if (step.batch > 0) continue;
    ++empty;
    EXPECT_EQ(step.signalNorm, 0);
    EXPECT_EQ(step.batchLoss, 0);
    EXPECT_GT(step.noiseNorm, 0);
  }
  EXPECT_GT(empty, 3);
}

TEST(TrainingRun, EveryBatchingHasRuns) {
  const auto task = smallTask(ModelKind::Logistic);
  for (const Batching* batching : allBatchings()) {
    if (batching == &batchings::fixedSize) continue;  // replace-one only, below
    TrainingRun run({task, design(trainingScenario(12, 2, 120, mechanisms::dpSgd, *batching))}, 1);
    ASSERT_TRUE(run.advance(12)) << batching->id;
    EXPECT_TRUE(run.ended());
  }
  Scenario scenario = trainingScenario(12, 2, 120, mechanisms::dpSgd, batchings::fixedSize);
  scenario.adjacency = Adjacency::ReplaceOne;
  TrainingRun run({task, design(scenario)}, 1);
  EXPECT_TRUE(run.advance(12));
}

TEST(TrainingRun, EndsWhereItDiverges) {
  const auto task = std::make_shared<QuadraticTask>(QuadraticTask::Shape{.curvatures = {1}, .examples = 120});
  const TrainingPlan plan{task, design(trainingScenario(100, 4, 120)), 1e6, {}, Protection::Unclipped};
  TrainingRun run(plan, 1);
  ASSERT_TRUE(run.advance(100));
  ASSERT_TRUE(run.state().history.divergedAt);
  EXPECT_LT(run.step(), 100);
  EXPECT_EQ(*run.state().history.divergedAt, run.step());
  EXPECT_TRUE(run.ended());
  for (const double weight : run.weights()) EXPECT_TRUE(std::isfinite(weight));
  const Index step = run.step();
  ASSERT_TRUE(run.advance(1));
  EXPECT_EQ(run.step(), step);
  EXPECT_EQ(TrainingRun(plan, 1, {}, run.state()).state(), run.state());
}

TEST(TrainingRun, KeepsWhatIsAskedFor) {
  const TrainingPlan plan{smallTask(), design(trainingScenario(20, 4, 120))};
  TrainingRun bare(plan, 1, {.evaluateEvery = 20, .evaluateAtMost = 50, .keepSteps = false, .pathWeights = 0});
  ASSERT_TRUE(bare.advance(20));
  EXPECT_TRUE(bare.state().history.steps.empty());
  EXPECT_TRUE(bare.state().history.path.empty());
  ASSERT_EQ(bare.state().history.evaluations.size(), 2U);
  EXPECT_EQ(bare.state().history.evaluations[1].of, 50);
  EXPECT_EQ(bare.state().history.evaluations[1].testOf, 50);
  TrainingRun all(plan, 1, {.pathWeights = 1000});
  ASSERT_TRUE(all.advance(20));
  EXPECT_EQ(all.state().history.path.size(), 21 * all.weights().size());
  EXPECT_EQ(all.state().weights, bare.state().weights);
  const StepTotals& totals = all.state().history.totals;
  EXPECT_EQ(totals, bare.state().history.totals);
  StepTotals sums;
  for (const StepRecord& step : all.state().history.steps) {
    sums.examples += step.batch;
    sums.clipped += step.clipped;
    sums.signalNorm += step.signalNorm;
    sums.noiseNorm += step.noiseNorm;
  }
  EXPECT_EQ(totals, sums);
  EXPECT_EQ(totals.examples, 480);
  EXPECT_EQ(all.state().history.evaluations.size(), 21U);
  EXPECT_EQ(all.state().history.evaluations.back().testOf, 60);
}

TEST(TrainingRun, RefusesAStateThatIsNotItsOwn) {
  const TrainingPlan plan{smallTask(), design(trainingScenario(20, 4, 120))};
  TrainingRun run(plan, 1);
  ASSERT_TRUE(run.advance(5));
  const auto refusal = [&](const auto& change) {
    TrainingState state = run.state();
    change(state);
    return messageOf<InvalidArgument>([&] { TrainingRun(plan, 1, {}, state); });
  };
  EXPECT_NO_THROW(TrainingRun(plan, 1, {}, run.state()));
  for (const auto& change : std::initializer_list<void (*)(TrainingState&)>{
           [](TrainingState& s) { s.step = 21; }, [](TrainingState& s) { s.step = -1; },
           [](TrainingState& s) { s.weights.pop_back(); }, [](TrainingState& s) { s.weights[0] = std::nan(""); },
           [](TrainingState& s) { s.velocity[0] = 1e200; }, [](TrainingState& s) { s.average.pop_back(); },
           [](TrainingState& s) { s.history.steps.pop_back(); }, [](TrainingState& s) { s.history.path.push_back(0); },
           [](TrainingState& s) { s.history.evaluations[0].step = 9; },
           [](TrainingState& s) { s.history.divergedAt = 2; }})
    EXPECT_THAT(refusal(change), HasSubstr("state"));
  EXPECT_THAT(messageOf<InvalidArgument>([&] { TrainingRun(plan, 1, {.evaluateEvery = 0}); }),
              HasSubstr("evaluate_every"));
  EXPECT_THAT(messageOf<InvalidArgument>([&] { TrainingRun(plan, 1, {.evaluateAtMost = 0}); }),
              HasSubstr("evaluate_at_most"));
  EXPECT_THAT(messageOf<InvalidArgument>([&] { TrainingRun(plan, 1, {.pathWeights = -1}); }),
              HasSubstr("path_weights"));
}

}  // namespace
}  // namespace noiseloom
