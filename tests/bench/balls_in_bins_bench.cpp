#include <benchmark/benchmark.h>

#include <cmath>
#include <map>

#include "core/balls_in_bins/certificate.h"
#include "core/balls_in_bins/sampling/bin_sampler.h"
#include "core/balls_in_bins/sampling/profile_factor.h"
#include "core/mechanism/banded_toeplitz.h"
#include "tests/bench/ratio_reporter.h"

namespace noiseloom {
namespace {

// 20 epochs of 100 bins: column-normalised optimal Toeplitz strategies.
const BinGram& gramOf(Index bands) {
  static std::map<Index, BinGram> grams;
  BinGram& gram = grams[bands];
  if (gram.bins == 0) {
    constexpr Index kIterations = 2000;
    const Solution optimum =
        optimizeBandedToeplitz({Workload::prefix(), kIterations}, bands, {.scaling = ColumnScaling::Normalized});
    gram = binGram(ToeplitzStrategy(kIterations, optimum.coefficients, ColumnScaling::Normalized), 20);
  }
  return gram;
}

constexpr double kEpsilons[] = {0.5, 1, 2, 4, 8};

// Arguments: bands, position in kEpsilons, -log10 delta, tau in percent.
void certifiedBinsNoise(benchmark::State& state) {
  const BinGram& gram = gramOf(state.range(0));
  const double epsilon = kEpsilons[state.range(1)];
  const double delta = std::pow(10.0, -static_cast<double>(state.range(2)));
  SampledOptions options;
  options.tau = static_cast<double>(state.range(3)) / 100;
  SampledCertificate noise;
  for (auto _ : state) noise = certifiedNoise(gram, epsilon, delta, options);
  state.counters["samples"] = static_cast<double>(noise.samples);
  state.counters["error_bound"] = noise.errorBound;
}
BENCHMARK(certifiedBinsNoise)
    ->ArgsProduct({{16, 64}, {0, 1, 2, 3, 4}, {5, 8}, {125, 106}})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime();
BENCHMARK(certifiedBinsNoise)  // C = I: no samples
    ->ArgsProduct({{1}, {0, 1, 2, 3}, {5}, {125}})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime();

void approximateBinsNoise(benchmark::State& state) {
  const BinGram& gram = gramOf(state.range(0));
  const double epsilon = kEpsilons[state.range(1)];
  for (auto _ : state) benchmark::DoNotOptimize(approximateNoise(gram, epsilon, 1e-5));
}
BENCHMARK(approximateBinsNoise)
    ->ArgsProduct({{1, 16, 64}, {0, 1, 2, 3, 4}})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime();

// A million draws from the definition (tilt 1); near-exact-amplification, theorem 2.2, asks for 10^8 at delta = 8e-6
// and tau = 1.25.
void millionPlainDraws(benchmark::State& state) {
  const BinMixture mixture(gramOf(state.range(0)), {});
  const BinSampler sampler(mixture, {Tilt::Kind::Tuple, 1}, 12);
  DrawScratch scratch(mixture.bins);
  WeightBlock block(mixture.bins, Direction::Remove);
  double loss[kLanes], factor[kLanes];
  for (auto _ : state) {
    for (Index i = 0; i < 1'000'000 / kLanes; ++i) {
      sampler.draw(0, 0, i, scratch, block);
      sampler.losses(block, 12, loss, factor);
      benchmark::DoNotOptimize(loss);
    }
  }
}
BENCHMARK(millionPlainDraws)->Arg(64)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

// 6400 draws over 1600 bins of full coupling, where the product with the factor counts; and that product alone.
constexpr Index kWide = 1600;
const BinMixture& wideMixture() {
  static const BinMixture mixture(binGram(ToeplitzStrategy(kWide, std::vector<double>(kWide, 1.0)), 1), {});
  return mixture;
}
void drawsOfManyBins(benchmark::State& state) {
  const BinSampler sampler(wideMixture(), {Tilt::Kind::Mean, 3}, 60);
  DrawScratch scratch(kWide);
  WeightBlock block(kWide, Direction::Add);
  double loss[kLanes], factor[kLanes];
  for (auto _ : state) {
    for (Index i = 0; i < 100; ++i) {
      sampler.draw(0, 0, i, scratch, block);
      sampler.losses(block, 60, loss, factor);
      benchmark::DoNotOptimize(loss);
    }
  }
}
BENCHMARK(drawsOfManyBins)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();
void productsOfManyBins(benchmark::State& state) {
  AlignedBuffer in(kWide * kLanes), out(kWide * kLanes);
  const ProfileFactor factor(wideMixture().gram.values, kWide, {});
  for (auto _ : state) {
    for (Index i = 0; i < 100; ++i) factor.multiply(in.data(), out.data());
    benchmark::DoNotOptimize(out.data());
  }
  state.counters["flops"] = benchmark::Counter(2e2 * kLanes * static_cast<double>(factor.work()),
                                               benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(productsOfManyBins)->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime();

}  // namespace

std::vector<RatioClaim> ballsInBinsClaims() {
  using enum RatioClaim::Limit;
  return {
      {"certified noise under balls-in-bins against a hundredth of the plain draws that the statement takes",
       "certifiedBinsNoise/64/1/5/125/process_time", "millionPlainDraws/64/process_time", AtMost, 0.5},
      {"draws of 1600 coupled bins against their matrix product alone", "drawsOfManyBins/process_time",
       "productsOfManyBins/process_time", AtMost, 1.6},
      {"tau = 1.06 against tau = 1.25", "certifiedBinsNoise/64/1/5/106/process_time",
       "certifiedBinsNoise/64/1/5/125/process_time", AtMost, 12},
  };
}

}  // namespace noiseloom
