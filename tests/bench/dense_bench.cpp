#include <benchmark/benchmark.h>

#include "core/linalg/tiled_matrix.h"
#include "core/mechanism/dense.h"
#include "tests/bench/ratio_reporter.h"

namespace noiseloom {
namespace {

constexpr Index kIterations = 2048;

// The unit of the claims: one Cholesky factorisation and inverse, by the same kernels as the solver's.
void choleskyAndInverse(benchmark::State& state) {
  SquareMatrix start(kIterations), x(kIterations), inverse(kIterations), product(kIterations);
  for (Index i = 0; i < kIterations; ++i) {
    for (Index j = 0; j <= i; ++j) start.row(i)[j] = 0.5 / static_cast<double>(1 + i - j);
    start.row(i)[i] = 2;
  }
  for (auto _ : state) {
    x.values = start.values;
    if (cholesky(x, {}) != Outcome::Done) state.SkipWithError("not positive definite");
    zeroUpper(x);
    invertLower(x, inverse, {});
    lowerGram(inverse, product, {});
  }
}
BENCHMARK(choleskyAndInverse)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->Iterations(4);

// Arguments: epochs; 1 for free column norms.
void denseSolve(benchmark::State& state) {
  const Index epochs = state.range(0);
  DenseOptions options;
  options.norms = state.range(1) == 1 ? ColumnNorms::Free : ColumnNorms::Equal;
  const Participation participation =
      epochs == 1 ? Participation::single() : Participation::fixedEpochOrder(epochs, kIterations / epochs);
  for (auto _ : state) {
    const DenseOptimum optimum = optimizeDense(Workload::prefix(), kIterations, participation, options);
    if (optimum.summary.termination != Termination::Converged) state.SkipWithError("did not converge");
    state.counters["evaluations"] = static_cast<double>(optimum.summary.evaluations);
    const double ratio = optimum.lowerBound / optimum.summary.objective;
    state.counters["certified_loss_gap"] = 1 - ratio * ratio;
  }
}
BENCHMARK(denseSolve)
    ->Args({1, 0})
    ->Args({8, 0})
    ->Args({8, 1})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->Iterations(1);

// amplified-bandmf, Table 2, column (A): n = 2052, six epochs. Arguments: bands, 1 for free norms; the error is a
// counter, to be divided by that of {2052, 1}.
void tableTwo(benchmark::State& state) {
  DenseOptions options;
  options.bands = state.range(0);
  options.norms = state.range(1) == 1 ? ColumnNorms::Free : ColumnNorms::Equal;
  options.gradientTolerance = 3e-3;
  for (auto _ : state) {
    const DenseOptimum optimum =
        optimizeDense(Workload::prefix(), 2052, Participation::fixedEpochOrder(6, 342), options);
    state.counters["error"] = optimum.summary.objective;
    state.counters["lower_bound"] = optimum.lowerBound;
  }
}
BENCHMARK(tableTwo)
    ->ArgsProduct({{1, 128, 342, 2052}, {0, 1}})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->Iterations(1);

}  // namespace

std::vector<RatioClaim> denseClaims() {
  const std::string unit = "choleskyAndInverse/iterations:4/process_time";
  std::vector<RatioClaim> claims;
  for (const std::string arguments : {"1/0", "8/0", "8/1"}) {
    claims.push_back({"dense optimum over Cholesky and inverse, n = 2048, epochs/free = " + arguments,
                      "denseSolve/" + arguments + "/iterations:1/process_time", unit, RatioClaim::Limit::AtMost, 150});
  }
  return claims;
}

}  // namespace noiseloom
