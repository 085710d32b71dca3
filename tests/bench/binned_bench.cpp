#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "core/design/best_bands_map.h"
#include "core/mechanism/binned/binned.h"
#include "core/mechanism/binned/noise.h"
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

// The map of epsilons times epochs under cyclic Poisson sampling.
void bestBands(benchmark::State& state) {
  BestBandsProblem problem;
  std::vector<double> epsilons;
  for (Index i = 0; i < state.range(0); ++i) epsilons.push_back(0.25 * std::pow(64, static_cast<double>(i) / 20));
  const std::vector<Index> all{2, 3, 4, 5, 6, 8, 10, 14, 20, 30, 50, 100};
  const std::span<const Index> epochs(all.data(), static_cast<std::size_t>(state.range(1)));
  for (auto _ : state) benchmark::DoNotOptimize(bestBandsMap(problem, epsilons, epochs));
}
BENCHMARK(bestBands)
    ->Args({1, 1})
    ->Args({20, 12})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

}  // namespace

std::vector<RatioClaim> binnedClaims() {
  using Limit = RatioClaim::Limit;
  return {{"value and gradient of the amplified noise multiplier over the value", "binnedEvaluation/1/process_time",
           "binnedEvaluation/0/process_time", Limit::AtMost, 4},
          {"best bands of 240 cells over one cell", "bestBands/20/12/process_time/real_time",
           "bestBands/1/1/process_time/real_time", Limit::AtMost, 240}};
}

}  // namespace noiseloom
