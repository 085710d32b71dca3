#include <benchmark/benchmark.h>

#include "core/accounting/calibration.h"
#include "tests/bench/ratio_reporter.h"

namespace noiseloom {
namespace {

struct Setting {
  double epsilon, delta, q;
  Index compositions;
};
// CIFAR-10 at 32 bands, DP-SGD on it, and a long run with a small sampling probability.
constexpr Setting kSettings[] = {{8, 1e-5, 0.32, 63}, {8, 1e-5, 0.01, 2000}, {1, 1e-8, 6.103515625e-05, 16'384}};

void approximateSigma(benchmark::State& state) {
  const Setting& s = kSettings[state.range(0)];
  for (auto _ : state) benchmark::DoNotOptimize(approximateNoiseMultiplier(s.epsilon, s.delta, s.q, s.compositions));
}
BENCHMARK(approximateSigma)->DenseRange(0, 2)->Unit(benchmark::kMicrosecond);

void certifiedSigma(benchmark::State& state) {
  const Setting& s = kSettings[state.range(0)];
  Certified sigma;
  for (auto _ : state) sigma = noiseMultiplierFor(s.epsilon, s.delta, s.q, s.compositions);
  state.counters["error_bound"] = sigma.errorBound;
}
BENCHMARK(certifiedSigma)->DenseRange(0, 2)->Unit(benchmark::kMicrosecond);

}  // namespace

std::vector<RatioClaim> accountingClaims() {
  return {};
}

}  // namespace noiseloom
