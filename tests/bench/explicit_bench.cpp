#include <benchmark/benchmark.h>

#include <vector>

#include "core/error/inverse_toeplitz_error.h"
#include "core/error/tree_error.h"
#include "core/mechanism/band_inv_mf.h"
#include "core/mechanism/bisr.h"
#include "core/mechanism/reciprocal_toeplitz.h"
#include "core/mechanism/square_root.h"
#include "core/strategy/full_tree.h"
#include "tests/bench/ratio_reporter.h"
#include "tests/core/error/column_error.h"

namespace noiseloom {
namespace {

constexpr Index kNoisingBands = 64;

Workload coolDown(Index n) {
  std::vector<double> eta;
  for (Index i = 0; i < n; ++i) eta.push_back(1 - 0.95 * static_cast<double>(i) / static_cast<double>(n));
  return Workload::learningRates(std::move(eta), 0.9);
}

void bisrStrategy(benchmark::State& state) {
  const std::vector<double> g = bisrCoefficients(Workload::prefix(), kNoisingBands);
  for (auto _ : state) benchmark::DoNotOptimize(InverseToeplitzStrategy(state.range(0), g));
}
BENCHMARK(bisrStrategy)->Arg(1'000'000)->Arg(1'000'000'000'000)->Unit(benchmark::kMicrosecond);

// C has as many terms as there are steps: the series by transforms.
void longBisrStrategy(benchmark::State& state) {
  const std::vector<double> g = bisrCoefficients(Workload::prefix(), state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(InverseToeplitzStrategy(state.range(0), g));
}
BENCHMARK(longBisrStrategy)->Arg(1 << 16)->Arg(1 << 20)->Unit(benchmark::kMillisecond);

void bisrError(benchmark::State& state) {
  const InverseToeplitzStrategy strategy(state.range(0), bisrCoefficients(Workload::sgd(1, 0.9), kNoisingBands));
  for (auto _ : state) benchmark::DoNotOptimize(errorOf(strategy, Workload::sgd(1, 0.9)));
}
BENCHMARK(bisrError)->Arg(2000)->Arg(1'000'000)->Arg(1'000'000'000'000)->Unit(benchmark::kMicrosecond);

void bisrErrorByColumns(benchmark::State& state) {
  const InverseToeplitzStrategy strategy(state.range(0), bisrCoefficients(Workload::sgd(1, 0.9), kNoisingBands));
  for (auto _ : state) benchmark::DoNotOptimize(errorByColumns(strategy, Workload::sgd(1, 0.9)));
}
BENCHMARK(bisrErrorByColumns)->Arg(2000)->Unit(benchmark::kMillisecond);

void bisrErrorUnderSchedule(benchmark::State& state) {
  const Workload workload = coolDown(state.range(0));
  const InverseToeplitzStrategy strategy(state.range(0), bisrCoefficients(workload, kNoisingBands));
  for (auto _ : state) benchmark::DoNotOptimize(errorOf(strategy, workload));
}
BENCHMARK(bisrErrorUnderSchedule)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

// Single participation: C decays over tens of thousands of steps.
void bandInvMfSolve(benchmark::State& state) {
  for (auto _ : state) {
    const Solution optimum = optimizeBandInvMf({Workload::prefix(), state.range(0)}, state.range(1));
    if (optimum.summary.termination != Termination::Converged) state.SkipWithError("did not converge");
    state.counters["evaluations"] = static_cast<double>(optimum.summary.evaluations);
  }
}
BENCHMARK(bandInvMfSolve)
    ->Args({10'000, 16})
    ->Args({1'000'000, 16})
    ->Args({1'000'000, 64})
    ->Unit(benchmark::kMillisecond);

void bandInvMfEpochs(benchmark::State& state) {
  for (auto _ : state) {
    const Solution optimum =
        optimizeBandInvMf({Workload::prefix(), 2000, Participation::minSeparation(20, 100)}, state.range(0));
    if (optimum.summary.termination != Termination::Converged) state.SkipWithError("did not converge");
    state.counters["evaluations"] = static_cast<double>(optimum.summary.evaluations);
    state.counters["rmse"] = optimum.summary.objective;
  }
}
BENCHMARK(bandInvMfEpochs)->Arg(4)->Arg(16)->Arg(64)->Unit(benchmark::kMillisecond);

void reciprocalSolve(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(optimizeReciprocalToeplitz({Workload::prefix(), state.range(0)}, 32));
}
BENCHMARK(reciprocalSolve)->Arg(1'000'000)->Arg(1'000'000'000'000)->Unit(benchmark::kMillisecond);

void treeClosed(benchmark::State& state) {
  const TreeStrategy tree(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(treeError(tree, Workload::prefix()));
}
BENCHMARK(treeClosed)->Arg(1'000'000)->Arg(1'000'000'000'000)->Unit(benchmark::kNanosecond);

void treeBySteps(benchmark::State& state) {
  const TreeStrategy tree(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(treeError(tree, Workload::sgd(1, 0.9)));
}
BENCHMARK(treeBySteps)->Arg(100'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

void treeFull(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(fullTreeStrategy(state.range(0)));
}
BENCHMARK(treeFull)->Arg(1024)->Arg(2052)->Unit(benchmark::kMillisecond);

}  // namespace

std::vector<RatioClaim> explicitClaims() {
  using Limit = RatioClaim::Limit;
  return {{"error by columns over closed form, inverse Toeplitz, n = 2000, p = 64", "bisrErrorByColumns/2000",
           "bisrError/2000", Limit::AtLeast, 1000},
          {"closed inverse Toeplitz error at n = 10^12 over n = 10^6", "bisrError/1000000000000", "bisrError/1000000",
           Limit::AtMost, 3},
          {"inverse Toeplitz strategy at n = 10^12 over n = 10^6", "bisrStrategy/1000000000000", "bisrStrategy/1000000",
           Limit::AtMost, 2},
          {"growth of the inverse series with p = n from 2^16 to 2^20 (n log^2 n: 25)", "longBisrStrategy/1048576",
           "longBisrStrategy/65536", Limit::AtMost, 40},
          {"growth of the error under a schedule from n = 10^5 to 10^6 (linear: 10)", "bisrErrorUnderSchedule/1000000",
           "bisrErrorUnderSchedule/100000", Limit::AtMost, 13},
          {"BandInvMF solve at n = 10^6 over n = 10^4, p = 16", "bandInvMfSolve/1000000/16", "bandInvMfSolve/10000/16",
           Limit::AtMost, 10},
          {"reciprocal Toeplitz solve at n = 10^12 over n = 10^6, b = 32", "reciprocalSolve/1000000000000",
           "reciprocalSolve/1000000", Limit::AtMost, 2},
          {"tree error in closed form at n = 10^12 over n = 10^6", "treeClosed/1000000000000", "treeClosed/1000000",
           Limit::AtMost, 4},
          {"growth of the tree's error by steps from n = 10^5 to 10^6 (n log n: 12)", "treeBySteps/1000000",
           "treeBySteps/100000", Limit::AtMost, 15}};
}

}  // namespace noiseloom
