#include <benchmark/benchmark.h>

#include <vector>

#include "core/mechanism/blt.h"
#include "core/mechanism/blt/loss.h"
#include "core/participation/blt_sensitivity.h"
#include "tests/bench/ratio_reporter.h"

namespace noiseloom {
namespace {

constexpr Index kBuffers = 6;

void bltValueAndGradient(benchmark::State& state) {
  BltLoss loss(Workload::prefix(), state.range(0), Participation::single(), kBuffers, ErrorObjective::Max);
  const std::vector<double> x = loss.evenStart(0, 16);
  std::vector<double> gradient(x.size());
  for (auto _ : state) benchmark::DoNotOptimize(loss(x, gradient));
}
BENCHMARK(bltValueAndGradient)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Arg(10'000'000)
    ->Arg(1'000'000'000'000)
    ->Unit(benchmark::kMicrosecond);

// The value alone by running both series step by step.
void bltStreamingValue(benchmark::State& state) {
  BltLoss loss(Workload::prefix(), state.range(0), Participation::single(), kBuffers, ErrorObjective::Max);
  const BltParameters p = bltAt(state.range(0), loss.evenStart(0, 16)).parameters();
  for (auto _ : state) {
    double sensitivity = 1, error = 1, sum = 1;
    std::vector<double> c = p.omega, inverse = p.inverseOmega;
    for (Index t = 1; t < state.range(0); ++t) {
      double coefficient = 0;
      for (std::size_t i = 0; i < c.size(); ++i) {
        coefficient += c[i];
        sum += inverse[i];
        c[i] *= p.theta[i];
        inverse[i] *= p.inverseTheta[i];
      }
      sensitivity += coefficient * coefficient;
      error += sum * sum;
    }
    benchmark::DoNotOptimize(sensitivity * error);
  }
}
BENCHMARK(bltStreamingValue)->Arg(100'000)->Unit(benchmark::kMicrosecond);

void bltSolve(benchmark::State& state) {
  for (auto _ : state) {
    const Solution optimum =
        optimizeBlt({.workload = Workload::prefix(), .iterations = state.range(0), .objective = ErrorObjective::Max},
                    {.buffers = state.range(1) > 0 ? std::optional<Index>(state.range(1)) : std::nullopt});
    if (optimum.summary.termination != Termination::Converged) state.SkipWithError("did not converge");
    state.counters["buffers"] = static_cast<double>(optimum.strategy.as<BltStrategy>()->buffers());
    state.counters["root_loss"] = optimum.summary.objective;
  }
}
BENCHMARK(bltSolve)
    ->Args({10'000'000, kBuffers})
    ->Args({10'000'000, 0})
    ->Args({1'000'000'000'000, 10})
    ->Unit(benchmark::kMillisecond);

void bltEpochs(benchmark::State& state) {
  const BltStrategy strategy(1'000'000'000, {0.9999, 0.99, 0.7}, {0.999, 0.9, 0.3});
  const Participation participation = Participation::minSeparation(state.range(0), 1'000'000'000 / state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(bltSensitivity(strategy, participation));
}
BENCHMARK(bltEpochs)->Arg(1000)->Arg(1'000'000)->Unit(benchmark::kMicrosecond);

// One evaluation of the gradient under a schedule.
void bltSchedule(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  BltLoss loss(Workload::learningRates(std::vector<double>(n, 0.5), 0.9), state.range(0), Participation::single(), 4,
               ErrorObjective::Mean);
  const std::vector<double> x = loss.evenStart(0, 12);
  std::vector<double> gradient(x.size());
  for (auto _ : state) benchmark::DoNotOptimize(loss(x, gradient));
}
BENCHMARK(bltSchedule)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

}  // namespace

std::vector<RatioClaim> bltClaims() {
  using Limit = RatioClaim::Limit;
  return {{"O(n m) streaming value over BLT value and gradient, n = 10^5, 6 buffers", "bltStreamingValue/100000",
           "bltValueAndGradient/100000", Limit::AtLeast, 20},
          {"BLT value and gradient at n = 10^12 over n = 10^6 (doublings: 2)", "bltValueAndGradient/1000000000000",
           "bltValueAndGradient/1000000", Limit::AtMost, 3},
          {"BLT solve over one value and gradient, n = 10^7, 6 buffers", "bltSolve/10000000/6",
           "bltValueAndGradient/10000000", Limit::AtMost, 300},
          {"BLT sensitivity of 10^6 epochs over 10^3 (doublings: 2)", "bltEpochs/1000000", "bltEpochs/1000",
           Limit::AtMost, 3},
          {"growth of the BLT gradient under a schedule from n = 10^4 to 10^5 (linear: 10)", "bltSchedule/100000",
           "bltSchedule/10000", Limit::AtMost, 13}};
}

}  // namespace noiseloom
