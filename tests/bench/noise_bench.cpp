#include <benchmark/benchmark.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "core/linalg/box_muller.h"
#include "core/noise/exact_release.h"
#include "core/noise/noise_stream.h"
#include "tests/bench/ratio_reporter.h"

namespace noiseloom {
namespace {

constexpr Index kSteps = 1'000'000'000;
constexpr Index kCoordinates = Index{1} << 18;

std::shared_ptr<const GaussianSource> benchSource() {
  return std::make_shared<const GaussianSource>(SecretKey::random());
}

// The coefficients of (1 - x)^power, which have the size and the decay of real ones.
std::vector<double> binomial(double power, Index count) {
  std::vector<double> c{1};
  for (Index j = 1; j < count; ++j) {
    c.push_back(c.back() * (static_cast<double>(j) - 1 - power) / static_cast<double>(j));
  }
  return c;
}

BltStrategy fiveBuffers() {
  return {kSteps, {0.999, 0.99, 0.9, 0.5, 0.2}, {0.995, 0.95, 0.7, 0.3, 0.1}};
}

// Noise of a step in the middle of a run.
template <class Make>
void step(benchmark::State& state, Make make) {
  NoiseStream stream(make(state.range(0)), benchSource(), 1, 0, kCoordinates, NumberType::Float32);
  std::vector<float> out(kCoordinates);
  for (Index i = 0; i < state.range(0); ++i) stream.next(std::span(out));
  for (auto _ : state) stream.next(std::span(out));
  state.counters["a_million"] = benchmark::Counter(
      kCoordinates * 1e-6, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void independentStep(benchmark::State& state) {
  step(state, [](Index) { return Strategy(IdentityStrategy(kSteps)); });
}
BENCHMARK(independentStep)->Arg(1)->Unit(benchmark::kMillisecond);

void toeplitzStep(benchmark::State& state) {
  step(state, [](Index b) { return Strategy(ToeplitzStrategy(kSteps, binomial(-0.5, b))); });
}
BENCHMARK(toeplitzStep)->Arg(5)->Arg(32)->Unit(benchmark::kMillisecond);

void inverseToeplitzStep(benchmark::State& state) {
  step(state, [](Index p) { return Strategy(InverseToeplitzStrategy(kSteps, binomial(0.5, p))); });
}
BENCHMARK(inverseToeplitzStep)->Arg(5)->Arg(32)->Unit(benchmark::kMillisecond);

void bltStep(benchmark::State& state) {
  step(state, [](Index) { return Strategy(fiveBuffers()); });
}
BENCHMARK(bltStep)->Arg(5)->Unit(benchmark::kMillisecond);

// As many steps as one block has, of a model of four million coordinates: by look-ahead, and step by step.
constexpr Index kModel = Index{4} << 20;

void model(benchmark::State& state, Index lookAhead) {
  const Index bands = state.range(0);
  const Index together = automaticLookAhead(bands - 1, kModel, NumberType::Float32);
  NoiseStream stream(ToeplitzStrategy(kSteps, binomial(-0.5, bands)), benchSource(), 1, 0, kModel, NumberType::Float32,
                     {.lookAhead = lookAhead > 0 ? lookAhead : together});
  std::vector<float> out(kModel);
  for (Index i = 0; i < together; ++i) stream.next(std::span(out));  // touches the memory for the first time
  for (auto _ : state) {
    for (Index i = 0; i < together; ++i) stream.next(std::span(out));
  }
  state.counters["a_value"] =
      benchmark::Counter(static_cast<double>(kModel * together),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
void modelAhead(benchmark::State& state) {
  model(state, 0);
}
BENCHMARK(modelAhead)->Arg(1)->Arg(16)->Arg(64)->Arg(256)->Unit(benchmark::kMillisecond);
void modelStepByStep(benchmark::State& state) {
  model(state, 1);
}
BENCHMARK(modelStepByStep)->Arg(16)->Arg(64)->Arg(256)->Unit(benchmark::kMillisecond);

// The same step by step as exact releases of sums that are 0, of a quarter of the coordinates.
void exactRelease(benchmark::State& state) {
  constexpr Index kPart = kModel / 4;
  const Index bands = state.range(0);
  ExactRelease release(ToeplitzStrategy(kSteps, binomial(-0.5, bands)), SecretKey::random(), 1, 1, kPart, 0, kPart);
  std::vector<float> sum(kPart);
  for (Index i = 0; i < bands; ++i) release.release(std::span(sum));
  for (auto _ : state) {
    std::fill(sum.begin(), sum.end(), 0.0F);
    release.release(std::span(sum));
  }
  state.counters["a_value"] =
      benchmark::Counter(kPart, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(exactRelease)->Arg(1)->Arg(16)->Arg(64)->Unit(benchmark::kMillisecond);

// What no noise of that model can do without: the cipher's own stream, and normals of its words.
void cipherAndNormals(benchmark::State& state) {
  std::vector<std::uint64_t> words(kModel);
  std::vector<double> normals(kModel);
  std::array<unsigned char, crypto_stream_chacha20_KEYBYTES> key{1};
  std::array<unsigned char, crypto_stream_chacha20_NONCEBYTES> nonce{};
  for (auto _ : state) {
    crypto_stream_chacha20(reinterpret_cast<unsigned char*>(words.data()), words.size() * sizeof(std::uint64_t),
                           nonce.data(), key.data());
    boxMuller(words.data(), normals.data(), words.size());
    benchmark::DoNotOptimize(normals.data());
  }
}
BENCHMARK(cipherAndNormals)->Unit(benchmark::kMillisecond);

// The generator alone, with the radius of 53 bits and that of 139.
void normals(benchmark::State& state) {
  const auto method = state.range(0) == 53 ? GaussianMethod::Radius53 : GaussianMethod::Radius139;
  const GaussianSource source(SecretKey::random(), method);
  std::vector<double> row(kCoordinates);
  Index i = 0;
  for (auto _ : state) {
    source.fill(i++, 0, row);
    benchmark::DoNotOptimize(row.data());
  }
}
BENCHMARK(normals)->Arg(53)->Arg(139)->Unit(benchmark::kMillisecond);

// 10^9 draws: how many lie beyond 5 sigma, against 2 (1 - Phi(5)) = 5.733e-7 of them; |difference| in standard errors.
void tailOfABillion(benchmark::State& state) {
  constexpr Index kRow = 1'000'000;
  constexpr Index kRows = 1000;
  const auto source = benchSource();
  std::vector<double> row(kRow);
  double beyond = 0;
  double largest = 0;
  for (auto _ : state) {
    beyond = 0;
    for (Index i = 0; i < kRows; ++i) {
      source->fill(i, 0, row);
      for (const double z : row) {
        beyond += std::abs(z) > 5 ? 1 : 0;
        largest = std::max(largest, std::abs(z));
      }
    }
  }
  const double expected = 1e9 * std::erfc(5 / std::sqrt(2.0));
  state.counters["beyond_5"] = beyond;
  state.counters["expected"] = expected;
  state.counters["standard_errors"] = (beyond - expected) / std::sqrt(expected);
  state.counters["largest"] = largest;
}
BENCHMARK(tailOfABillion)->Iterations(1)->Unit(benchmark::kMillisecond);

// Sixteen steps: their nodes are two a step, as in the mean over a whole run.
void treeSixteenSteps(benchmark::State& state) {
  NoiseStream stream(TreeStrategy(kSteps), benchSource(), 1, 0, kCoordinates, NumberType::Float32);
  std::vector<float> out(kCoordinates);
  for (auto _ : state) {
    for (int i = 0; i < 16; ++i) stream.next(std::span(out));
  }
}
BENCHMARK(treeSixteenSteps)->Unit(benchmark::kMillisecond);

// What a step would make instead of keeping p - 1 rows.
void rowsMadeAgain(benchmark::State& state) {
  const auto source = benchSource();
  std::vector<double> row(kCoordinates);
  for (auto _ : state) {
    for (Index i = 0; i < state.range(0); ++i) source->fill(i, 0, row);
    benchmark::DoNotOptimize(row.data());
  }
}
BENCHMARK(rowsMadeAgain)->Arg(1)->Arg(5)->Arg(32)->Unit(benchmark::kMillisecond);

// A stream of its own, brought to the step after `step` and making one.
void resume(benchmark::State& state, const Strategy& strategy) {
  const auto source = benchSource();
  std::vector<float> out(1024);
  for (auto _ : state) {
    NoiseStream stream(strategy, source, 1, 0, 1024, NumberType::Float32);
    stream.advanceTo(state.range(0));
    stream.next(std::span(out));
  }
}
void resumeInverseToeplitz(benchmark::State& state) {
  resume(state, InverseToeplitzStrategy(kSteps, binomial(0.5, 5)));
}
BENCHMARK(resumeInverseToeplitz)->Arg(10)->Arg(10'000)->Unit(benchmark::kMicrosecond);
void resumeBlt(benchmark::State& state) {
  resume(state, fiveBuffers());
}
BENCHMARK(resumeBlt)->Arg(10'000)->Unit(benchmark::kMicrosecond);

}  // namespace

std::vector<RatioClaim> noiseClaims() {
  using Limit = RatioClaim::Limit;
  return {
      {"64 bands of 4 M coordinates, step by step over looking ahead", "modelStepByStep/64", "modelAhead/64",
       Limit::AtLeast, 2},
      {"256 bands of 4 M coordinates, step by step over looking ahead", "modelStepByStep/256", "modelAhead/256",
       Limit::AtLeast, 4},
      {"independent noise of 4 M coordinates over ChaCha20's stream and normals of it", "modelAhead/1",
       "cipherAndNormals", Limit::AtMost, 1.5},
      {"making 32 rows of normals again over keeping them, inverse Toeplitz", "rowsMadeAgain/32",
       "inverseToeplitzStep/32", Limit::AtLeast, 5},
      {"5 bands of the inverse over independent noise", "inverseToeplitzStep/5", "independentStep/1", Limit::AtMost,
       1.5},
      {"5 buffers over independent noise", "bltStep/5", "independentStep/1", Limit::AtMost, 1.6},
      {"16 steps of a tree over one of independent noise", "treeSixteenSteps", "independentStep/1", Limit::AtMost, 40},
      {"resuming an inverse Toeplitz run at step 10 000 over step 10", "resumeInverseToeplitz/10000",
       "resumeInverseToeplitz/10", Limit::AtMost, 1.5},
      {"replaying a BLT to step 10 000 over resuming an inverse Toeplitz run there", "resumeBlt/10000",
       "resumeInverseToeplitz/10000", Limit::AtLeast, 500}};
}

}  // namespace noiseloom
