#include "core/train/loss_spectrum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/base/errors.h"
#include "core/error/error_summary.h"
#include "core/train/default_training.h"
#include "tests/calls.h"
#include "tests/core/train/training_fixture.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

QuadraticTask quadratic(std::vector<double> curvatures) {
  return QuadraticTask({.curvatures = std::move(curvatures), .spread = 0.3, .examples = 40});
}

LossSpectrum spectrumOf(const TrainingTask& task, const LossSpectrumOptions& options) {
  const auto found = lossSpectrum(task, task.start(1), options);
  EXPECT_TRUE(found.has_value());
  return found.value_or(LossSpectrum{});
}

// The weight of a curvature is its part of the loss: d_k lambda_k.
TEST(LossSpectrum, OfAQuadraticIsItsOwn) {
  const QuadraticTask task = quadratic({2, 0.5, 0, 0.5, 0.01, 0.5});
  for (const Index exact : {512, 0}) {  // all eigenvalues, or the recursion
    const LossSpectrum found = spectrumOf(task, {.learningRate = 0.2, .exactParameters = exact});
    const auto curvatures = found.spectrum.curvatures();
    ASSERT_EQ(curvatures.size(), 3u);
    const Curvature expected[]{{0.002, 0.01}, {0.1, 1.5}, {0.4, 2}};
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(curvatures[k].step, expected[k].step, 1e-12);
      EXPECT_NEAR(curvatures[k].weight, expected[k].weight, 1e-12);
    }
    EXPECT_NEAR(found.flat, 1, 1e-12);
    EXPECT_EQ(found.falling, 0);
    EXPECT_EQ(found.steep, 0);
    EXPECT_EQ(found.exact, exact > 0);
    EXPECT_NEAR(found.largest, 2, 1e-12);
    EXPECT_NEAR(found.risingSum, 3.51, 1e-12);
    EXPECT_EQ(parseSpectrum(toText(found.spectrum)), found.spectrum);
  }
}

TEST(LossSpectrum, CountsWhatIsTooSteepAsOneAndSaysSo) {
  const LossSpectrum found = spectrumOf(quadratic({0.5, 1.5, 1.75, 3}), {.learningRate = 1});
  EXPECT_EQ(found.spectrum, Spectrum({{0.5, 0.5}, {1, 6.25}}));
  EXPECT_EQ(found.steep, 3);
  EXPECT_EQ(found.unstable, 1);
  EXPECT_EQ(found.unstableSum, 3);
  const std::vector<Text> notes = found.notes();
  ASSERT_EQ(notes.size(), 4u);
  EXPECT_EQ(notes[0].english(), "All 4 curvatures of the loss of 40 examples.");
  EXPECT_THAT(notes[2].english(), HasSubstr("3 directions (92.6 % of the weight)"));
}

TEST(LossSpectrum, JoinsNeighboursAndKeepsTheirSum) {
  std::vector<double> curvatures(200);
  for (std::size_t j = 0; j < 200; ++j) curvatures[j] = std::pow(10, -4 * static_cast<double>(j) / 199);
  const double sum = std::accumulate(curvatures.begin(), curvatures.end(), 0.0);
  const QuadraticTask task = quadratic(curvatures);
  for (const Index most : {1, 5, 16, 32}) {
    const LossSpectrum found = spectrumOf(task, {.learningRate = 0.5, .most = most});
    EXPECT_EQ(std::ssize(found.spectrum.curvatures()), most);
    EXPECT_EQ(found.joined, 200);
    EXPECT_NEAR(found.spectrum.weight(), sum, 1e-5 * sum);
    double directions = 0;
    for (const Curvature& each : found.spectrum.curvatures()) directions += each.weight / each.step * 0.5;
    EXPECT_NEAR(directions, 200, 1e-3);
  }
}

// What an error makes of the curvatures that are left: that of all, within 1.5 %.
TEST(LossSpectrum, SixteenCurvaturesHaveTheErrorOfAll) {
  std::vector<double> curvatures(200);
  for (std::size_t j = 0; j < 200; ++j) curvatures[j] = std::pow(10, -4 * static_cast<double>(j) / 199);
  const Spectrum few = spectrumOf(quadratic(curvatures), {.learningRate = 0.5, .most = 16}).spectrum;
  const Strategy identity = IdentityStrategy(500);
  double expected = 0, weight = 0;
  for (const double each : curvatures) {
    const Spectrum one({{0.5 * each, 1}});
    expected += each * errorOf(identity, Workload::prefix().withSpectrum(one)).variance.curvature;
    weight += each;
  }
  const double left = errorOf(identity, Workload::prefix().withSpectrum(few)).variance.curvature;
  EXPECT_NEAR(left * weight / expected, 1, 0.015);
}

// The recursion against all eigenvalues, on a model: the same sum of curvatures and the same largest one.
TEST(LossSpectrum, EstimatesWhatItDoesNotCompute) {
  const auto task = taskOf(defaultTraining());
  const auto weights = trainedWeights(*task, {}, 3);
  ASSERT_TRUE(weights);
  const auto exact = lossSpectrum(*task, *weights, {});
  const auto estimate = lossSpectrum(*task, *weights, {.exactParameters = 0, .lanczosSteps = 40, .probes = 32});
  ASSERT_TRUE(exact && estimate);
  EXPECT_EQ(exact->parameters, 65);
  EXPECT_NEAR(exact->rising + exact->falling + exact->flat, 65, 1e-9);
  EXPECT_NEAR(estimate->largest, exact->largest, 1e-6 * exact->largest);
  EXPECT_NEAR(estimate->least, exact->least, 1e-2 * exact->largest);
  EXPECT_NEAR(estimate->risingSum - estimate->fallingSum, exact->risingSum - exact->fallingSum, 0.1 * exact->risingSum);
  EXPECT_FALSE(estimate->exact);
  EXPECT_EQ(estimate->probes, 32);
}

// The flattest place of the two is where training has been: less falls, and less steeply.
TEST(LossSpectrum, WhereTrainingEndsFewerDirectionsFall) {
  const auto task = taskOf(defaultTraining());
  const auto weights = trainedWeights(*task, {}, 1);
  ASSERT_TRUE(weights);
  EXPECT_LT(task->evaluate(*weights, 1000, {})->loss, 0.3);
  const auto start = lossSpectrum(*task, task->start(1), {});
  const auto trained = lossSpectrum(*task, *weights, {});
  ASSERT_TRUE(start && trained);
  EXPECT_GT(start->falling, 0);
  EXPECT_LT(trained->fallingSum / trained->risingSum, start->fallingSum / start->risingSum);
  EXPECT_EQ(*trainedWeights(*task, {}, 1), *weights);
}

// Plain gradient descent, written out.
TEST(LossSpectrum, ShortTrainingIsGradientDescent) {
  const QuadraticTask task({.curvatures = {0.25, 1}, .examples = 7});
  const auto weights = trainedWeights(task, {.steps = 12, .batch = 3, .learningRate = 0.5, .clipNorm = 100}, 4);
  ASSERT_TRUE(weights);
  EXPECT_NEAR((*weights)[0], std::pow(1 - 0.125, 12), 1e-14);
  EXPECT_NEAR((*weights)[1], std::pow(0.5, 12), 1e-14);
}

TEST(LossSpectrum, RefusesWhatHasNoMeaning) {
  const QuadraticTask task = quadratic({1, 2});
  const std::vector<double> weights = task.start(1);
  EXPECT_THROW(lossSpectrum(task, weights, {.learningRate = 0}), InvalidArgument);
  EXPECT_THROW(lossSpectrum(task, weights, {.most = 33}), InvalidArgument);
  EXPECT_THROW(lossSpectrum(task, weights, {.examples = 0}), InvalidArgument);
  EXPECT_THROW(lossSpectrum(task, std::vector<double>{1}, {}), InvalidArgument);
  EXPECT_THROW(lossSpectrum(quadratic({0, 0}), weights, {}), InvalidArgument);
  EXPECT_THROW(trainedWeights(task, {.steps = 0}, 1), InvalidArgument);
  EXPECT_THROW(trainedWeights(task, {.clipNorm = 0}, 1), InvalidArgument);
  // What diverges is said, not handed on.
  EXPECT_THROW(trainedWeights(task, {.steps = 2000, .learningRate = 1e5, .clipNorm = 1e300}, 1), InvalidArgument);
  const RunControl stopped = stoppedAtOnce();
  EXPECT_FALSE(lossSpectrum(task, weights, {}, stopped).has_value());
  EXPECT_FALSE(lossSpectrum(task, weights, {.exactParameters = 0}, stopped).has_value());
  EXPECT_FALSE(trainedWeights(task, {}, 1, stopped).has_value());
}

}  // namespace
}  // namespace noiseloom
