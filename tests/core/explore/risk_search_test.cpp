#include "core/explore/risk_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/batching/list.h"
#include "core/claim/privacy_profile.h"
#include "core/search/designer.h"
#include "tests/calls.h"
#include "tests/core/scenarios.h"

namespace noiseloom::test {
namespace {

double phi(double x) {
  return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

// The x of phi(x) = p, by halves.
double quantile(double p) {
  double low = -40, high = 40;
  for (int i = 0; i < 200; ++i) (phi(0.5 * (low + high)) < p ? low : high) = 0.5 * (low + high);
  return 0.5 * (low + high);
}

Scenario dpSgd(const Batching& batching, Index iterations, double epochs) {
  return Scenario({.iterations = iterations,
                   .epochs = epochs,
                   .delta = 1e-6,
                   .mechanism = &baselineMechanism(),
                   .batching = &batching});
}

// The exact risk of at most two Poisson-sampled steps, the worse of both directions: by the lemma of Neyman and Pearson
// on a fine grid of the outputs.
double trueRisk(Index steps, double q, double sigma, const SolveTarget& target) {
  const int cells = steps == 1 ? 20'000 : 400;
  const double low = -7 * sigma, width = (1 + 14 * sigma) / cells;
  std::vector<double> outside, inside;
  for (int i = 0; i < cells; ++i) {
    const double from = (low + i * width) / sigma, to = (low + (i + 1) * width) / sigma;
    outside.push_back(phi(to) - phi(from));
    inside.push_back((1 - q) * outside.back() + q * (phi(to - 1 / sigma) - phi(from - 1 / sigma)));
  }
  std::vector<std::pair<double, double>> cellsOf;  // probabilities without the member, and with
  for (int i = 0; i < cells; ++i) {
    for (int j = 0; j < (steps == 1 ? 1 : cells); ++j) {
      const double other = steps == 1 ? 1 : outside[j], otherIn = steps == 1 ? 1 : inside[j];
      cellsOf.emplace_back(outside[i] * other, inside[i] * otherIn);
    }
  }
  double worst = 0;
  for (const bool swapped : {false, true}) {
    if (swapped) {
      for (auto& [without, with] : cellsOf) std::swap(without, with);
    }
    if (target.quantity == TargetQuantity::RightGuesses) {
      // The better answer for each output. It is the same whichever data set is called the member's, from another
      // prior.
      double right = 0;
      for (const auto& [without, with] : cellsOf) right += std::max((1 - target.prior) * without, target.prior * with);
      worst = std::max(worst, right);
      continue;
    }
    std::ranges::sort(cellsOf, [](const auto& a, const auto& b) { return a.second * b.first > b.second * a.first; });
    double falsePositives = 0, truePositives = 0;
    for (const auto& [without, with] : cellsOf) {
      if (target.quantity == TargetQuantity::Advantage ? with <= without
                                                       : falsePositives + without > target.falsePositives)
        break;
      falsePositives += without;
      truePositives += with;
    }
    worst =
        std::max(worst, target.quantity == TargetQuantity::Advantage ? truePositives - falsePositives : truePositives);
  }
  return worst;
}

// Right guesses from N(0, 1) or N(mu, 1), the latter with that prior: above the point of equal weights the answer is
// yes.
double guessesOf(double mu, double prior) {
  const double point = mu / 2 + std::log((1 - prior) / prior) / mu;
  return (1 - prior) * phi(point) + prior * phi(mu - point);
}

TEST(RiskSearch, OfTheGaussianMechanismIsItsClosedForm) {
  struct Case {
    SolveTarget target;
    double mu;
  };
  for (const Case& one :
       {Case{{TargetQuantity::Advantage, 0.1}, 2 * quantile(0.55)},
        Case{{TargetQuantity::Advantage, 0.6}, 2 * quantile(0.8)},
        Case{{TargetQuantity::TruePositives, 0.05, 0.01}, quantile(0.05) - quantile(0.01)},
        Case{{TargetQuantity::TruePositives, 0.3, 1e-4}, quantile(0.3) - quantile(1e-4)},
        Case{{TargetQuantity::TruePositives, 0.9, 0.6}, quantile(0.9) - quantile(0.6)},  // beyond the mirror's line
        Case{{TargetQuantity::RightGuesses, 0.55}, 2 * quantile(0.55)},
        Case{{.quantity = TargetQuantity::RightGuesses, .value = guessesOf(0.7, 0.2), .prior = 0.2}, 0.7},
        Case{{.quantity = TargetQuantity::RightGuesses, .value = guessesOf(1.3, 0.9), .prior = 0.9}, 1.3}}) {
    for (const char* mechanism : {"dp-sgd", "bsr"}) {
      const Scenario scenario = with(dpSgd(batchings::fixedEpoch, 60, 3), {.mechanism = *mechanismFromName(mechanism)});
      const SolveForResult found = solveFor(scenario, Field::Epsilon, one.target);
      ASSERT_EQ(found.outcome, SolveOutcome::Met);
      const double noise = found.design->noiseMultiplier.value;
      EXPECT_GE(noise * one.mu, 1 - 1e-9) << one.target.value;
      EXPECT_LE(noise * one.mu, 1 + 2e-3) << one.target.value;
      EXPECT_LE(found.reached, one.target.value);
      EXPECT_GE(found.reached, 0.995 * one.target.value);
      EXPECT_EQ(found.value, found.scenario.epsilon);
    }
  }
}

TEST(RiskSearch, IsNeverBelowTheTruthOfSampledSteps) {
  std::mt19937 random(17);
  const auto uniform = [&random](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  for (int i = 0; i < 60; ++i) {
    const Index steps = i % 6 == 0 ? 2 : 1;
    const double q = uniform(0.05, 0.9);
    SolveTarget target{i % 2 == 0 ? TargetQuantity::Advantage : TargetQuantity::TruePositives};
    // No attack knows more than that the member was sampled at all.
    const double seen = steps == 1 ? q : q * (2 - q);
    target.falsePositives = uniform(0.001, 0.3);
    target.value = target.quantity == TargetQuantity::Advantage
                       ? seen * uniform(0.1, 0.7)
                       : target.falsePositives + (1 - target.falsePositives) * seen * uniform(0.05, 0.7);
    const Scenario scenario = dpSgd(batchings::cyclicPoisson, steps, q * static_cast<double>(steps));
    const SolveForResult found = solveFor(scenario, Field::Epsilon, target);
    ASSERT_EQ(found.outcome, SolveOutcome::Met) << i;
    const double truth = trueRisk(steps, q, found.design->noiseMultiplier.value, target);
    EXPECT_LE(truth, target.value * (1 + 1e-6)) << i;
    EXPECT_GE(truth, target.value * (steps == 1 ? 0.995 : 0.98)) << i;
  }
}

TEST(RiskSearch, GuessesAreNeverRightMoreOftenThanAsked) {
  std::mt19937 random(29);
  const auto uniform = [&random](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  for (int i = 0; i < 60; ++i) {
    const Index steps = i % 6 == 0 ? 2 : 1;
    const double q = uniform(0.3, 0.9);
    SolveTarget target{.quantity = TargetQuantity::RightGuesses, .prior = uniform(0.25, 0.75)};
    const double more = std::max(target.prior, 1 - target.prior);
    target.value = more + (1 - more) * q * uniform(0.05, 0.7);
    const Scenario scenario = dpSgd(batchings::cyclicPoisson, steps, q * static_cast<double>(steps));
    const SolveForResult found = solveFor(scenario, Field::Epsilon, target);
    ASSERT_EQ(found.outcome, SolveOutcome::Met) << i;
    EXPECT_LE(found.reached, target.value) << i;
    const double truth = trueRisk(steps, q, found.design->noiseMultiplier.value, target);
    EXPECT_LE(truth, target.value * (1 + 1e-6)) << i;
    EXPECT_GE(truth - more, (target.value - more) * (steps == 1 ? 0.98 : 0.9)) << i;
  }
}

TEST(RiskSearch, HoldsUnderEveryBatching) {
  for (const Batching* batching : allBatchings()) {
    Scenario scenario = with(dpSgd(*batching, 48, batching->once ? 1 : 4), {.mechanism = &standardMechanism()});
    for (const auto& [bands, adjacency] : {std::pair(2, Adjacency::AddRemove), std::pair(1, Adjacency::AddRemove),
                                           std::pair(1, Adjacency::ReplaceOne)}) {
      scenario = with(scenario, {.bands = bands, .adjacency = adjacency});
      if (scenario.problems().empty()) break;
    }
    ASSERT_TRUE(scenario.problems().empty()) << batching->id << scenario.problems().front().what();
    const SolveForResult found = solveFor(scenario, Field::Epsilon, {TargetQuantity::Advantage, 0.2});
    ASSERT_EQ(found.outcome, SolveOutcome::Met) << batching->id;
    double certified = 1;
    certifyProfile(*found.design, {}, [&certified](ProfilePoint point) {
      if (point.first == 0) certified = point.second;
    });
    // By draws it is another certificate of the same.
    EXPECT_LE(certified, 0.2 * (batching->ofStrategy() ? 1.02 : 1 + 1e-4)) << batching->id;
    EXPECT_GE(certified, 0.2 * 0.8) << batching->id;
    // An epsilon of 0 states the same as a limit on the advantage, and takes the same noise.
    const Scenario none = with(scenario, {.epsilon = 0, .delta = 0.2});
    const auto stated = design(none);
    EXPECT_NEAR(stated->noiseMultiplier.value / found.design->noiseMultiplier.value, 1, 0.03) << batching->id;
  }
}

TEST(RiskSearch, AnsweredWhereNothingIsToBeDone) {
  // Who is sampled this seldom cannot be found out about, whatever the noise.
  const SolveForResult easy =
      solveFor(dpSgd(batchings::cyclicPoisson, 4, 0.01), Field::Epsilon, {TargetQuantity::Advantage, 0.5});
  ASSERT_EQ(easy.outcome, SolveOutcome::Met);
  EXPECT_EQ(easy.value, 100);
  // So small an advantage has no noise multiplier that the accounting knows.
  const SolveForResult none =
      solveFor(dpSgd(batchings::cyclicPoisson, 4, 0.01), Field::Epsilon, {TargetQuantity::Advantage, 1e-210});
  EXPECT_EQ(none.outcome, SolveOutcome::Unreachable);
  EXPECT_GT(none.reached, 1e-210);
  // delta alone is more than the target allows.
  const Scenario careless = with(dpSgd(batchings::fixedEpoch, 20, 2), {.delta = 0.2});
  const SolveForResult hard = solveFor(careless, Field::Epsilon, {TargetQuantity::Advantage, 0.1});
  EXPECT_EQ(hard.outcome, SolveOutcome::Unreachable);
  EXPECT_EQ(hard.value, 0.01);
  EXPECT_GT(hard.reached, 0.1);
}

TEST(RiskSearch, RefusesByName) {
  const Scenario scenario = dpSgd(batchings::fixedEpoch, 20, 2);
  const auto refused = [&](Field unknown, const SolveTarget& target) {
    return refusedArgument([&] { solveFor(scenario, unknown, target); });
  };
  EXPECT_EQ(refused(Field::Epochs, {TargetQuantity::Advantage, 0.1}), "target");
  EXPECT_EQ(refused(Field::Epsilon, {TargetQuantity::Advantage, 0}), "target");
  EXPECT_EQ(refused(Field::Epsilon, {TargetQuantity::Advantage, 1}), "target");
  EXPECT_EQ(refused(Field::Epsilon, {TargetQuantity::Advantage, std::nan("")}), "target");
  EXPECT_EQ(refused(Field::Epsilon, {TargetQuantity::TruePositives, 0.1, 0.1}), "false_positive_rate");
  EXPECT_EQ(refused(Field::Epsilon, {TargetQuantity::TruePositives, 0.1, 0}), "false_positive_rate");
  for (const double prior : {0.0, 1.0, std::nan("")}) {
    EXPECT_EQ(refused(Field::Epsilon, {.quantity = TargetQuantity::RightGuesses, .value = 0.9, .prior = prior}),
              "prior");
  }
  EXPECT_EQ(refused(Field::Epsilon, {.quantity = TargetQuantity::RightGuesses, .value = 0.6, .prior = 0.3}), "target");
  EXPECT_EQ(refused(Field::Epsilon, {.quantity = TargetQuantity::RightGuesses, .value = 0.5}), "target");
}

TEST(RiskSearch, StoppedSaysSo) {
  const SolveForResult found =
      solveFor(dpSgd(batchings::fixedEpoch, 20, 2), Field::Epsilon, {TargetQuantity::Advantage, 0.1}, stoppedAtOnce());
  EXPECT_EQ(found.outcome, SolveOutcome::Stopped);
}

}  // namespace
}  // namespace noiseloom::test
