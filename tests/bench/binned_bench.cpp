#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "core/explore/scenario_map.h"
#include "core/mechanism/amplified/noise.h"
#include "core/mechanism/amplified/problem.h"
#include "core/mechanism/blt.h"
#include "core/mechanism/square_root.h"
#include "tests/bench/ratio_reporter.h"

namespace noiseloom {
namespace {

constexpr Index kIterations = 2000;
constexpr Index kEpochs = 20;

// One evaluation of the noise multiplier, with or without its gradient, between two neighbouring points as an optimiser
// has them: all n coefficients, 2048 samples.
void binnedEvaluation(benchmark::State& state) {
  BinnedNoise noise(kIterations, kIterations / kEpochs, 2, 1e-5, 1);
  std::vector<double> c = squareRootCoefficients(Workload::prefix(), kIterations);
  for (std::size_t l = 0; l < c.size(); ++l) c[l] *= std::exp(-static_cast<double>(l) / 50);
  if (!noise.draw(c, 2048)) state.SkipWithError("nothing was sampled");
  std::vector<double> gradient(state.range(0) > 0 ? c.size() : 0);
  const double first = c[1];
  bool moved = false;
  for (auto _ : state) {
    c[1] = first * (moved ? 1.01 : 1);
    moved = !moved;
    benchmark::DoNotOptimize(noise(c, gradient));
  }
}
BENCHMARK(binnedEvaluation)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

// epsilon, n, k.
BinnedProblem problemOf(const benchmark::State& state) {
  BinnedProblem problem;
  problem.epsilon = static_cast<double>(state.range(0));
  problem.iterations = state.range(1);
  problem.epochs = state.range(2);
  return problem;
}

void binnedToeplitz(benchmark::State& state) {
  const BinnedProblem problem = problemOf(state);
  for (auto _ : state) {
    const Solution optimum = optimizeBinnedToeplitz(problem, problem.iterations);
    state.counters["error"] = optimum.summary.objective;
  }
}
BENCHMARK(binnedToeplitz)
    ->Args({1, 2000, 20})
    ->Args({8, 2000, 20})
    ->Args({4, 2048, 16})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

void binnedBlt(benchmark::State& state) {
  const BinnedProblem problem = problemOf(state);
  for (auto _ : state) {
    const Solution optimum = optimizeBinnedBlt(problem, 4, kMostAutomaticBltBuffers);
    state.counters["error"] = optimum.summary.objective;
  }
}
BENCHMARK(binnedBlt)
    ->Args({1, 2000, 20})
    ->Args({8, 2000, 20})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

// The map of the best bands over epsilon and epochs, 20 x 12 where it has room for them, and others that the window
// offers: two seconds of processor time are the limit.
void scenarioMaps(benchmark::State& state) {
  constexpr std::pair<Field, Field> kPairs[] = {
      {Field::Epsilon, Field::Epochs}, {Field::Iterations, Field::Epsilon}, {Field::Delta, Field::Momentum}};
  const auto& [across, up] = kPairs[state.range(0)];
  MapRequest request;
  const auto axisOf = [&](Field axis, std::size_t count) {
    const auto [from, to] = mapLimits(request.scenario, axis);
    return MapAxis{axis, mapValues(axis, from, to, count, placeOn(request.scenario, axis))};
  };
  request.across = axisOf(across, 20);
  request.up = axisOf(up, 12);
  for (auto _ : state) benchmark::DoNotOptimize(scenarioMap(request));
}
BENCHMARK(scenarioMaps)->Arg(0)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
}  // namespace

std::vector<RatioClaim> binnedClaims() {
  using Limit = RatioClaim::Limit;
  return {{"value and gradient of the amplified noise multiplier over the value", "binnedEvaluation/1/process_time",
           "binnedEvaluation/0/process_time", Limit::AtMost, 4},
          {"map over iterations, each with strategies of its own, over one that shares them",
           "scenarioMaps/1/process_time/real_time", "scenarioMaps/0/process_time/real_time", Limit::AtMost, 2.5}};
}

}  // namespace noiseloom
