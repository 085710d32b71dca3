#include <benchmark/benchmark.h>

#include <vector>

#include "core/error/error_summary.h"
#include "core/error/toeplitz_kernels.h"
#include "core/error/toeplitz_loss.h"
#include "core/mechanism/square_root.h"
#include "tests/bench/ratio_reporter.h"

namespace noiseloom {
namespace {

constexpr Index kSize = 16'384;

// Loss and gradient of a full Toeplitz matrix by transforms.
void toeplitzTransforms(benchmark::State& state) {
  const std::vector<double> theta = squareRootCoefficients(Workload::prefix(), kSize);
  std::vector<double> gradient(theta.size());
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        toeplitzLossByRecurrence(theta, Workload::prefix(), kSize, ErrorObjective::Mean, gradient));
  }
}
BENCHMARK(toeplitzTransforms)->Unit(benchmark::kMillisecond);

// The same by the O(n b) recurrence, its adjoint and the products of the gradient.
void toeplitzRecurrence(benchmark::State& state) {
  const std::vector<double> theta = squareRootCoefficients(Workload::prefix(), kSize);
  const std::size_t taps = theta.size() - 1;
  const std::vector<double> reversed(theta.rbegin(), theta.rend() - 1);
  const std::vector<double> ones(theta.size(), 1.0);
  std::vector<double> w(taps + theta.size(), 0.0), r(w), gradient(theta.size());
  for (auto _ : state) {
    recurrence(ones.data(), reversed.data(), taps, 1, w.data() + taps, 0, theta.size());
    recurrence(w.data() + taps, reversed.data(), taps, 1, r.data() + taps, 0, theta.size());
    for (std::size_t l = 0; l < theta.size(); ++l)
      gradient[l] = dotProduct(r.data() + taps + l, w.data() + taps, theta.size() - l);
    benchmark::DoNotOptimize(gradient.data());
  }
}
BENCHMARK(toeplitzRecurrence)->Unit(benchmark::kMillisecond);

// Loss and gradient of a few bands: in closed form, and by the published recurrence to n = 100 000 with its adjoint.
constexpr Index kFewBands = 16, kManySteps = 100'000;
void toeplitzClosedForm(benchmark::State& state) {
  const std::vector<double> theta = squareRootCoefficients(Workload::prefix(), kFewBands);
  std::vector<double> gradient(theta.size());
  for (auto _ : state) {
    benchmark::DoNotOptimize(toeplitzLossClosed(theta, Workload::prefix(), kManySteps, ErrorObjective::Mean, gradient));
  }
}
void toeplitzShortRecurrence(benchmark::State& state) {
  const std::vector<double> theta = squareRootCoefficients(Workload::prefix(), kFewBands);
  std::vector<double> gradient(theta.size());
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        toeplitzLossByRecurrence(theta, Workload::prefix(), kManySteps, ErrorObjective::Mean, gradient));
  }
}
BENCHMARK(toeplitzClosedForm)->Unit(benchmark::kMicrosecond);
BENCHMARK(toeplitzShortRecurrence)->Unit(benchmark::kMicrosecond);

// All errors of the column-normalised matrix with n / 2 bands.
template <Index kBands>
void columnNormalizedError(benchmark::State& state) {
  const ToeplitzStrategy strategy(2 * kBands, squareRootCoefficients(Workload::prefix(), kBands),
                                  ColumnScaling::Normalized);
  for (auto _ : state) benchmark::DoNotOptimize(errorOf(strategy, Workload::prefix()));
}
void columnNormalizedHalf(benchmark::State& state) {
  columnNormalizedError<8192>(state);
}
void columnNormalizedWhole(benchmark::State& state) {
  columnNormalizedError<16'384>(state);
}
BENCHMARK(columnNormalizedHalf)->Unit(benchmark::kMillisecond);
BENCHMARK(columnNormalizedWhole)->Unit(benchmark::kMillisecond);

}  // namespace

std::vector<RatioClaim> toeplitzClaims() {
  return {{"O(n b) recurrence over transforms, value and gradient, n = b = 16 384", "toeplitzRecurrence",
           "toeplitzTransforms", RatioClaim::Limit::AtLeast, 10},
          {"recurrence that stops where it has settled over the closed form, value and gradient, n = 100 000, b = 16",
           "toeplitzShortRecurrence", "toeplitzClosedForm", RatioClaim::Limit::AtLeast, 2},
          {"errors of 16 384 normalised columns over those of 8192: not 4, as of sums over pairs",
           "columnNormalizedWhole", "columnNormalizedHalf", RatioClaim::Limit::AtMost, 3.2}};
}

}  // namespace noiseloom
