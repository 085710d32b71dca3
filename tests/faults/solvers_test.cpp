// Every solver when its objective gives no number, a line search finds nothing, memory ends, or it is stopped: the best
// so far is kept, or an error says what is wrong; no figure is anything but a number.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <new>
#include <vector>

#include "core/base/errors.h"
#include "core/design/figures.h"
#include "core/mechanism/list.h"
#include "core/optimize/lbfgs.h"
#include "core/optimize/line_minimum.h"
#include "core/optimize/worst_case.h"
#include "core/search/designer.h"
#include "tests/core/scenarios.h"
#include "tests/faults/memory.h"

namespace noiseloom {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNoNumbers[] = {std::nan(""), kInfinity, -kInfinity};

double rosenbrock(std::span<const double> x, std::span<double> g) {
  const double a = 1 - x[0], b = x[1] - x[0] * x[0];
  g[0] = -2 * a - 400 * x[0] * b;
  g[1] = 200 * b;
  return 1 + a * a + 100 * b * b;
}

struct Outcome {
  OptimizerSummary summary;
  std::vector<double> x{-1.2, 1};
};

// The objective's value at x is the one that is stated, and x is the best of what was seen.
void expectBest(const Outcome& outcome) {
  std::vector<double> g(2);
  EXPECT_EQ(rosenbrock(outcome.x, g), outcome.summary.objective);
  EXPECT_LE(outcome.summary.objective, outcome.summary.initialObjective);
  EXPECT_TRUE(std::isfinite(outcome.summary.relativeGradient));
  EXPECT_NE(outcome.summary.termination, Termination::NotRun);
  EXPECT_FALSE(outcome.summary.message.empty());
  for (const TracePoint& point : outcome.summary.trace) EXPECT_TRUE(std::isfinite(point.objective));
}

Index evaluationsOfAll() {
  Outcome whole;
  return minimizeLbfgs(rosenbrock, whole.x, {}).evaluations;
}

TEST(LbfgsFaults, NoNumberAtOnePointOrFromThereOnKeepsTheBest) {
  const Index all = evaluationsOfAll();
  for (const double none : kNoNumbers) {
    for (const bool inGradient : {false, true}) {
      for (const bool forEver : {false, true}) {
        for (Index at = 2; at <= all; ++at) {
          SCOPED_TRACE(std::to_string(none) + (inGradient ? " in the gradient, " : ", ") + std::to_string(at));
          Index calls = 0;
          Outcome outcome;
          const Objective objective = [&](std::span<const double> x, std::span<double> g) {
            const double value = rosenbrock(x, g);
            ++calls;
            if (forEver ? calls < at : calls != at) return value;
            if (inGradient) g[1] = none;
            return inGradient ? value : none;
          };
          outcome.summary = minimizeLbfgs(objective, outcome.x, {});
          expectBest(outcome);
          EXPECT_LE(calls, 4000);
          if (forEver && at < all / 2) {
            EXPECT_NE(outcome.summary.termination, Termination::Converged);
          }
        }
      }
    }
  }
}

TEST(LbfgsFaults, AGradientThatPointsUphillEndsTheLineSearchAndSaysSo) {
  Outcome outcome;
  const Objective uphill = [](std::span<const double> x, std::span<double> g) {
    const double value = rosenbrock(x, g);
    for (double& each : g) each = -each;
    return value;
  };
  outcome.summary = minimizeLbfgs(uphill, outcome.x, {});
  EXPECT_EQ(outcome.summary.termination, Termination::LineSearchFailed);
  expectBest(outcome);
}

TEST(LbfgsFaults, WhatTheObjectiveThrowsArrivesAndTheBestIsKept) {
  const Index all = evaluationsOfAll();
  for (Index at = 1; at <= all; ++at) {
    Index calls = 0;
    double best = kInfinity;
    Outcome outcome;
    const auto objective = [&](auto problem) -> Objective {
      calls = 0;
      best = kInfinity;
      outcome = {};
      return [&, problem](std::span<const double> x, std::span<double> g) {
        if (++calls == at) throw problem;
        const double value = rosenbrock(x, g);
        best = std::min(best, value);
        return value;
      };
    };
    EXPECT_THROW(minimizeLbfgs(objective(std::bad_alloc()), outcome.x, {}), std::bad_alloc) << at;
    std::vector<double> g(2);
    if (at > 1) {
      EXPECT_LE(rosenbrock(outcome.x, g), best * (1 + 1e-12)) << at;
    }
    EXPECT_THROW(minimizeLbfgs(objective(std::runtime_error("a")), outcome.x, {}), std::runtime_error) << at;
    EXPECT_THROW(minimizeLbfgs(objective(InvalidArgument("a", std::string("b"), std::string("c"))), outcome.x, {}),
                 InvalidArgument)
        << at;
  }
}

TEST(LbfgsFaults, AStopAtEveryEvaluationKeepsTheBest) {
  const Index all = evaluationsOfAll();
  for (Index at = 1; at <= all; ++at) {
    std::stop_source stop;
    Index calls = 0;
    Outcome outcome;
    const Objective objective = [&](std::span<const double> x, std::span<double> g) {
      const double value = rosenbrock(x, g);
      if (++calls == at) stop.request_stop();
      return value;
    };
    outcome.summary = minimizeLbfgs(objective, outcome.x, {}, {stop.get_token(), {}});
    EXPECT_EQ(outcome.summary.termination, Termination::Stopped);
    EXPECT_EQ(calls, at);
    if (at > 1) expectBest(outcome);
  }
}

TEST(LineFaults, NoNumberStopsAndErrorsKeepTheBest) {
  const auto f = [](double x) { return 2 + (x - 3) * (x - 3); };
  LineOptions options;
  const Index all = minimizeAlongLine(f, options).summary.evaluations;
  for (Index at = 1; at <= all; ++at) {
    for (const double none : kNoNumbers) {
      for (const bool forEver : {false, true}) {
        Index calls = 0;
        const LineMinimum found = minimizeAlongLine(
            [&](double x) {
              ++calls;
              return (forEver ? calls >= at : calls == at) ? none : f(x);
            },
            options);
        EXPECT_TRUE(std::isfinite(found.x)) << at;
        EXPECT_TRUE(std::isfinite(found.summary.objective)) << at;
        EXPECT_LE(calls, options.maxEvaluations) << at;
        EXPECT_EQ(found.found(), at > 1 || !forEver) << at;
        if (found.found()) {
          EXPECT_EQ(f(found.x), found.summary.objective) << at;
        }
      }
    }
    std::stop_source stop;
    Index calls = 0;
    const LineMinimum stopped = minimizeAlongLine(
        [&](double x) {
          if (++calls == at) stop.request_stop();
          return f(x);
        },
        options, {stop.get_token(), {}});
    EXPECT_EQ(stopped.summary.termination, Termination::Stopped) << at;
    EXPECT_LE(calls, at + 2) << at;
    calls = 0;
    EXPECT_THROW(minimizeAlongLine(
                     [&](double x) {
                       if (++calls == at) throw std::bad_alloc();
                       return f(x);
                     },
                     options),
                 std::bad_alloc)
        << at;
  }
}

TEST(WorstCaseFaults, NoNumberIsHighAndLeavesTheScaleAlone) {
  const std::vector<double> v{1, 2, 3};
  for (const double none : kNoNumbers) {
    WorstCase plain(3, 0.1), hurt(3, 0.1);
    std::vector<double> expected(3), seeds(3, 7);
    EXPECT_EQ(hurt.value(std::vector<double>{1, none, 3}, seeds), kInfinity);
    EXPECT_EQ(seeds, std::vector<double>(3, 0));
    EXPECT_EQ(hurt.value(v, seeds), plain.value(v, expected));
    EXPECT_EQ(seeds, expected);
  }
}

// All mechanisms.

Scenario scenarioOf(const Mechanism* mechanism) {
  Scenario scenario({.iterations = 24,
                     .epochs = 3,
                     .epsilon = 4,
                     .mechanism = mechanism,
                     .batching = *batchingFromName("fixed-epoch")});
  if (scenario.usesBands()) scenario.bands = 4;
  return scenario;
}

void expectNumbers(const Design& design) {
  DesignFigures figures = design;
  for (const FigureInfo& figure : figureFields()) {
    EXPECT_TRUE(std::isfinite(figure.of(figures))) << figure.name;
    if (figure.positive) {
      EXPECT_GT(figure.of(figures), 0) << figure.name;
    }
  }
  const OptimizerSummary& solve = design.optimizer;
  for (const double each : {solve.objective, solve.initialObjective, solve.relativeGradient})
    EXPECT_TRUE(std::isfinite(each));
  for (Index i = 0; i < design.scenario.iterations; ++i) EXPECT_TRUE(std::isfinite(design.strategy.entry(i, 0))) << i;
}

class MechanismFaults : public ::testing::TestWithParam<const Mechanism*> {};

// Each of the first pieces of memory, then every few.
TEST_P(MechanismFaults, WithoutMemoryItSaysSoAndTheNextOneIsAsBefore) {
  const Scenario scenario = scenarioOf(GetParam());
  ASSERT_TRUE(scenario.problems().empty());
  const double before = design(scenario)->error.mean;
  bool whole = false;
  int refused = 0;
  for (long long given = 0; !whole && given < 100'000'000; given += 1 + given / 4) {
    giveAllocations(given);
    try {
      const auto found = design(scenario);
      giveMemory();
      ASSERT_TRUE(found);
      EXPECT_EQ(found->error.mean, before) << given;
      whole = true;
    } catch (const std::bad_alloc&) {
      giveMemory();
      ++refused;
    }
  }
  EXPECT_TRUE(whole);
  EXPECT_GT(refused, 3);
  EXPECT_EQ(design(scenario)->error.mean, before);
}

TEST_P(MechanismFaults, StoppedAtEveryReportItKeepsNumbers) {
  for (const ErrorObjective objective : {ErrorObjective::Mean, ErrorObjective::Max}) {
    const Scenario scenario = with(scenarioOf(GetParam()), {.objective = objective});
    if (!scenario.problems().empty()) continue;
    bool whole = false;
    for (int at = 0; !whole && at < 100'000; at += 1 + at / 8) {
      std::stop_source stop;
      int reports = 0;
      RunControl control{stop.get_token(), {}};
      const auto count = [&] {
        if (++reports > at) stop.request_stop();
      };
      control.onProgress = [&](const Progress& progress) {
        EXPECT_TRUE(progress.fraction >= 0 && progress.fraction <= 1);
        count();
      };
      control.onTrace = [&](const TracePoint& point) {
        EXPECT_TRUE(std::isfinite(point.objective));
        count();
      };
      const auto found = design(scenario, control);
      whole = !stop.stop_requested();
      if (found) expectNumbers(*found);
      EXPECT_TRUE(found || !whole) << at;
    }
    EXPECT_TRUE(whole);
  }
}

// As at every poll: at each of the first allocations, then at every few.
TEST_P(MechanismFaults, StoppedAtAnyMomentItKeepsNumbersAndTheNextOneIsAsBefore) {
  const Scenario scenario = scenarioOf(GetParam());
  const double before = design(scenario)->error.mean;
  bool whole = false;
  int stopped = 0;
  for (long long at = 0; !whole && at < 100'000'000; at += 1 + at / 100) {
    std::stop_source stop;
    stopAtAllocation(at, stop);
    const auto found = design(scenario, RunControl{stop.get_token(), {}, {}});
    endStops();
    whole = !stop.stop_requested();
    if (found) expectNumbers(*found);
    EXPECT_TRUE(found || !whole) << at;
    stopped += whole ? 0 : 1;
  }
  EXPECT_TRUE(whole);
  EXPECT_GT(stopped, 3);
  EXPECT_EQ(design(scenario)->error.mean, before);
}

// At the ends of what scenarios may hold: a design of numbers, or a refusal that names the argument.
TEST_P(MechanismFaults, AtTheEndsOfWhatMayBeAskedThereAreNumbersOrARefusal) {
  const auto tryIt = [&](const Scenario& scenario, const std::string& what) {
    SCOPED_TRACE(what);
    if (!scenario.problems().empty()) return;
    try {
      const auto found = design(scenario);
      ASSERT_TRUE(found);
      expectNumbers(*found);
    } catch (const InvalidArgument& refusal) {
      EXPECT_FALSE(refusal.argument().empty());
    }
  };
  const Scenario usual = scenarioOf(GetParam());
  for (const double epsilon : {1e-6, 1e-3, 50.0, 1e3, 1e6}) {
    const Scenario scenario = with(usual, {.epsilon = epsilon});
    tryIt(scenario, "epsilon " + std::to_string(epsilon));
  }
  for (const double delta : {1e-300, 1e-30, 0.5, 1 - 1e-9}) {
    const Scenario scenario = with(usual, {.delta = delta});
    tryIt(scenario, "delta " + std::to_string(delta));
  }
  for (const double clip : {1e-300, 1e-150, 1e150, 1e300}) {
    const Scenario scenario = with(usual, {.clipNorm = clip});
    tryIt(scenario, "clip norm " + std::to_string(clip));
  }
  for (const double first : {1e-150, 1e-12, 1e12, 1e150}) {
    Scenario scenario = usual;
    std::vector<double> rates(static_cast<std::size_t>(usual.iterations), 1.0);
    rates.front() = first;
    try {
      scenario.workload = Workload::learningRates(rates, 0.9);
    } catch (const InvalidArgument&) {
      continue;
    }
    tryIt(scenario, "first rate " + std::to_string(first));
  }
  for (const double momentum : {0.5, 0.999, 1 - 1e-9}) {
    const Scenario scenario = with(usual, {.workload = Workload::prefix().withMomentum(momentum)});
    tryIt(scenario, "momentum " + std::to_string(momentum));
  }
  for (const Index iterations : {1, 2, 3}) {
    const Scenario scenario = with(usual, {.iterations = iterations, .epochs = 1, .bands = std::nullopt});
    tryIt(scenario, "iterations " + std::to_string(iterations));
  }
}

INSTANTIATE_TEST_SUITE_P(All, MechanismFaults, ::testing::ValuesIn(allMechanisms().begin(), allMechanisms().end()),
                         [](const auto& each) {
                           std::string name(each.param->id);
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace noiseloom
