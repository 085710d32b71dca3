#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <algorithm>
#include <vector>

#include "core/mechanism/banded.h"
#include "core/mechanism/banded/loss.h"
#include "core/mechanism/banded_toeplitz.h"
#include "core/mechanism/square_root.h"
#include "tests/bench/ratio_reporter.h"

namespace noiseloom {
namespace {

constexpr Index kBands = 16;

std::vector<double> bandedStart(Index n) {
  const std::vector<double> c = squareRootCoefficients(Workload::prefix(), kBands);
  std::vector<double> theta(static_cast<std::size_t>(n * kBands), 0.0);
  for (Index i = 0; i < n; ++i) {
    for (Index lag = 0; lag <= std::min(i, kBands - 1); ++lag) {
      theta[static_cast<std::size_t>(i * kBands + kBands - 1 - lag)] = c[static_cast<std::size_t>(lag)];
    }
  }
  return theta;
}

void bandedValueAndGradient(benchmark::State& state) {
  const Index n = state.range(0);
  const std::vector<double> theta = bandedStart(n);
  std::vector<double> gradient(theta.size());
  BandedLoss loss(Workload::prefix(), n, kBands);
  loss(theta, gradient);  // the first call takes its memory from the system, which is not what is measured
  for (auto _ : state) benchmark::DoNotOptimize(loss(theta, gradient));
  state.counters["ns/row"] = benchmark::Counter(
      static_cast<double>(n) * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(bandedValueAndGradient)
    ->Arg(8192)
    ->Arg(10'000)
    ->Arg(16'384)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMillisecond);

// The value alone by the published algorithm: rows of A C^-1 one at a time, each a combination of the b before it.
void bandedStreamingValue(benchmark::State& state) {
  const Index n = state.range(0);
  const BandedStrategy strategy = columnNormalized(n, kBands, bandedStart(n));
  for (auto _ : state) {
    std::vector<std::vector<double>> ring(kBands, std::vector<double>(static_cast<std::size_t>(n), 0.0));
    std::vector<double> sum(static_cast<std::size_t>(n), 0.0);
    double total = 0;
    for (Index i = 0; i < n; ++i) {
      std::vector<double>& row = ring[static_cast<std::size_t>(i % kBands)];
      std::fill_n(row.begin(), i + 1, 0.0);
      row[static_cast<std::size_t>(i)] = 1;
      for (Index lag = 1; lag <= std::min(i, kBands - 1); ++lag) {
        const double c = strategy.entry(i, i - lag);
        const std::vector<double>& earlier = ring[static_cast<std::size_t>((i - lag) % kBands)];
        for (Index j = 0; j <= i - lag; ++j)
          row[static_cast<std::size_t>(j)] -= c * earlier[static_cast<std::size_t>(j)];
      }
      const double scale = 1 / strategy.entry(i, i);
      for (Index j = 0; j <= i; ++j) {
        const auto at = static_cast<std::size_t>(j);
        row[at] *= scale;
        sum[at] += row[at];
        total += sum[at] * sum[at];
      }
    }
    benchmark::DoNotOptimize(total);
  }
}
BENCHMARK(bandedStreamingValue)->Arg(8192)->Unit(benchmark::kMillisecond);

void bandedSolve(benchmark::State& state) {
  const Index n = state.range(0);
  const Solution start = optimizeBandedToeplitz({Workload::prefix(), n}, kBands);
  for (auto _ : state) {
    const Solution optimum = optimizeBanded({Workload::prefix(), n}, kBands, {.start = start.coefficients});
    if (optimum.summary.termination != Termination::Converged) state.SkipWithError("did not converge");
    state.counters["evaluations"] = static_cast<double>(optimum.summary.evaluations);
    state.counters["relative_gradient"] = optimum.summary.relativeGradient;
  }
}
BENCHMARK(bandedSolve)->Arg(16'384)->Unit(benchmark::kMillisecond)->Iterations(1);

// A million iterations to a relative gradient of 1e-4.
void bandedLargeSolve(benchmark::State& state) {
  constexpr Index n = 1'000'000;
  const Solution start = optimizeBandedToeplitz({Workload::prefix(), n}, kBands);
  for (auto _ : state) {
    const Solution optimum =
        optimizeBanded({Workload::prefix(), n}, kBands, {.start = start.coefficients, .gradientTolerance = 1e-4});
    if (optimum.summary.termination != Termination::Converged) state.SkipWithError("did not converge");
    state.counters["evaluations"] = static_cast<double>(optimum.summary.evaluations);
    state.counters["relative_gradient"] = optimum.summary.relativeGradient;
  }
}
BENCHMARK(bandedLargeSolve)->Unit(benchmark::kMillisecond)->Iterations(1);

// A short solve at the largest size: all buffers of the optimiser are in use after a few iterations.
void bandedSolveMemory(benchmark::State& state) {
  constexpr Index n = 1'000'000;
  const Solution start = optimizeBandedToeplitz({Workload::prefix(), n}, kBands);
  for (auto _ : state)
    benchmark::DoNotOptimize(
        optimizeBanded({Workload::prefix(), n}, kBands, {.start = start.coefficients, .gradientTolerance = 3e-3}));
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double gigabytes = static_cast<double>(usage.ru_maxrss) / (1024.0 * 1024.0);
  state.counters["peak_GiB"] = gigabytes;
  if (gigabytes > 3) state.SkipWithError("peak memory above 3 GiB");
}
BENCHMARK(bandedSolveMemory)->Unit(benchmark::kMillisecond)->Iterations(1);

void toeplitzSolve(benchmark::State& state) {
  for (auto _ : state) {
    const Solution optimum = optimizeBandedToeplitz({Workload::prefix(), state.range(0)}, state.range(1));
    if (optimum.summary.termination != Termination::Converged) state.SkipWithError("did not converge");
    state.counters["evaluations"] = static_cast<double>(optimum.summary.evaluations);
  }
}
BENCHMARK(toeplitzSolve)
    ->Args({2000, 32})
    ->Args({1'000'000, 32})
    ->Args({1'000'000'000, 32})
    ->Args({1'000'000'000'000, 32})
    ->Unit(benchmark::kMicrosecond);

}  // namespace

std::vector<RatioClaim> strategyClaims() {
  using Limit = RatioClaim::Limit;
  return {{"O(n^2 b) streaming value over banded value and gradient, n = 8192, b = 16", "bandedStreamingValue/8192",
           "bandedValueAndGradient/8192", Limit::AtLeast, 50},
          {"growth of value and gradient from n = 10^4 to 10^5 (linear: 10)", "bandedValueAndGradient/100000",
           "bandedValueAndGradient/10000", Limit::AtMost, 13},
          {"growth of value and gradient from n = 10^5 to 10^6 (linear: 10)", "bandedValueAndGradient/1000000",
           "bandedValueAndGradient/100000", Limit::AtMost, 13},
          {"banded solve over one value and gradient, n = 16 384, b = 16", "bandedSolve/16384/iterations:1",
           "bandedValueAndGradient/16384", Limit::AtMost, 400},
          {"banded solve to 1e-4 over one value and gradient, n = 10^6, b = 16", "bandedLargeSolve/iterations:1",
           "bandedValueAndGradient/1000000", Limit::AtMost, 150},
          {"Toeplitz solve at n = 10^9 over n = 10^6, b = 32", "toeplitzSolve/1000000000/32",
           "toeplitzSolve/1000000/32", Limit::AtMost, 2}};
}

}  // namespace noiseloom
