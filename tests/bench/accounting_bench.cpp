#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/accounting/calibration/calibration.h"
#include "core/accounting/losses/subsampled_gaussian.h"
#include "core/linalg/real_fft.h"
#include "tests/bench/ratio_reporter.h"
#include "tests/processor_time.h"
#include "tests/reference_file.h"

namespace noiseloom {
namespace {

struct Setting {
  double epsilon, delta, q;
  Index compositions;
  double recordedSeconds = 0;  ///< of a widely used accountant's calibration with its defaults, on another day
};

const std::vector<Setting>& referenceCases() {
  static const std::vector<Setting> cases = [] {
    std::vector<Setting> settings;
    const auto json = referenceFile("accounting.json");
    for (const auto& c : json.at("sigma_cases")) {
      const auto call = c.value("default_call", nlohmann::json());
      settings.push_back({c.at("epsilon"), c.at("delta"), c.at("q"), c.at("compositions"),
                          call.is_object() ? call.at("wall_seconds").get<double>() : 0.0});
    }
    return settings;
  }();
  return cases;
}

double medianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

/// Times every reference case; the benchmark's own time is that of all of them together.
template <class Calibrate>
void overReferenceCases(benchmark::State& state, Calibrate calibrate) {
  std::vector<double> seconds(referenceCases().size(), 1e9);
  for (auto _ : state) {
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      const double start = processorSeconds();
      benchmark::DoNotOptimize(calibrate(referenceCases()[i]));
      seconds[i] = std::min(seconds[i], processorSeconds() - start);
    }
  }
  std::vector<double> ratios;
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    if (referenceCases()[i].recordedSeconds > 0) ratios.push_back(referenceCases()[i].recordedSeconds / seconds[i]);
  }
  state.counters["median_ms"] = 1e3 * medianOf(seconds);
  state.counters["worst_ms"] = 1e3 * *std::max_element(seconds.begin(), seconds.end());
  state.counters["recorded_over_this_median"] = medianOf(ratios);
}

void approximateSigmas(benchmark::State& state) {
  overReferenceCases(state, [](const Setting& s) {
    return PoissonSteps(s.q, s.compositions).approximateNoiseMultiplier(s.epsilon, s.delta);
  });
}
BENCHMARK(approximateSigmas)->Unit(benchmark::kMillisecond);

void certifiedSigmas(benchmark::State& state) {
  overReferenceCases(state, [](const Setting& s) {
    return PoissonSteps(s.q, s.compositions).certifiedNoiseMultiplier(s.epsilon, s.delta).value;
  });
}
BENCHMARK(certifiedSigmas)->Unit(benchmark::kMillisecond);

// CIFAR-10 at 32 bands, DP-SGD on it, and a long run with a small sampling probability.
constexpr Setting kSettings[] = {{8, 1e-5, 0.32, 63}, {8, 1e-5, 0.01, 2000}, {1, 1e-8, 6.103515625e-05, 16'384}};

void approximateSigma(benchmark::State& state) {
  const Setting& s = kSettings[state.range(0)];
  for (auto _ : state)
    benchmark::DoNotOptimize(PoissonSteps(s.q, s.compositions).approximateNoiseMultiplier(s.epsilon, s.delta));
}
BENCHMARK(approximateSigma)->DenseRange(0, 2)->Unit(benchmark::kMicrosecond);

void certifiedSigma(benchmark::State& state) {
  const Setting& s = kSettings[state.range(0)];
  Certified sigma;
  for (auto _ : state) sigma = PoissonSteps(s.q, s.compositions).certifiedNoiseMultiplier(s.epsilon, s.delta);
  state.counters["error_bound"] = sigma.errorBound;
}
BENCHMARK(certifiedSigma)->DenseRange(0, 2)->Unit(benchmark::kMicrosecond);

/// delta to remove as published accountants find it: losses rounded up to a grid of 1e-4, one untilted transform, its
/// T-th power. A calibration asks for a dozen of these.
double plainDelta(const Setting& s, double sigma) {
  constexpr double kSpacing = 1e-4;
  const SubsampledGaussian step{sigma, s.q};
  // Of outcomes under P, mass by mass of the grid in the loss.
  const double most = step.loss(1 + 9 * sigma), least = step.leastLoss();
  const auto nodes = static_cast<Index>(std::ceil((most - least) / kSpacing)) + 1;
  const double reach = 12 * std::sqrt(static_cast<double>(s.compositions)) * s.q / sigma + most + s.epsilon;
  const Index size = RealFft::goodSize(std::max(nodes, static_cast<Index>(2 * reach / kSpacing)));
  RealFft transform(size);
  std::fill(transform.values().begin(), transform.values().end(), 0.0);
  double below = 1;
  for (Index i = 0; i + 1 < nodes; ++i) {
    const double position = step.positionOfExcess(static_cast<double>(i + 1) * kSpacing);
    const double above = step.upperTailOfP(position);
    transform.values()[static_cast<std::size_t>(i + 1)] += below - above;
    below = above;
  }
  transform.forward();
  for (std::complex<double>& value : transform.spectrum()) {
    value = std::pow(value, static_cast<double>(s.compositions)) / static_cast<double>(size);
  }
  transform.inverse();
  double delta = 0;
  const double origin = static_cast<double>(s.compositions) * least;
  for (Index i = 0; i < size; ++i) {
    // The window begins at the least sum; what lies beyond its end has wrapped around, as it may.
    const double loss = origin + static_cast<double>(i) * kSpacing;
    if (loss > s.epsilon) delta += transform.values()[static_cast<std::size_t>(i)] * -std::expm1(s.epsilon - loss);
  }
  return delta;
}

void plainDeltaOnce(benchmark::State& state) {
  const Setting& s = kSettings[state.range(0)];
  const double sigma = PoissonSteps(s.q, s.compositions).approximateNoiseMultiplier(s.epsilon, s.delta);
  double delta = 0;
  for (auto _ : state) benchmark::DoNotOptimize(delta = plainDelta(s, sigma));
  state.counters["delta_over_target"] = delta / s.delta;
}
BENCHMARK(plainDeltaOnce)->DenseRange(0, 1)->Unit(benchmark::kMicrosecond);

void oneLongTransform(benchmark::State& state) {
  RealFft transform(1 << 20);
  std::fill(transform.values().begin(), transform.values().end(), 0.5);
  for (auto _ : state) {
    transform.forward();
    benchmark::ClobberMemory();
  }
}
BENCHMARK(oneLongTransform)->Unit(benchmark::kMillisecond);

// Noise multipliers of every power of two of bands: all that a curve of the best number of bands asks the accountant.
void optimalBandsCurve(benchmark::State& state) {
  constexpr Index kIterations = 16'384, kEpochs = 8;
  for (auto _ : state) {
    for (Index bands = 1; bands <= kIterations / kEpochs; bands *= 2) {
      const double q = static_cast<double>(bands * kEpochs) / static_cast<double>(kIterations);
      benchmark::DoNotOptimize(PoissonSteps(q, kIterations / bands).approximateNoiseMultiplier(2, 1e-6));
    }
  }
}
BENCHMARK(optimalBandsCurve)->Unit(benchmark::kMillisecond);

}  // namespace

std::vector<RatioClaim> accountingClaims() {
  using enum RatioClaim::Limit;
  return {{"accounting of a curve over all powers of two of bands, n = 16384, k = 8, in long transforms",
           "optimalBandsCurve", "oneLongTransform", AtMost, 2},
          {"uncertified calibration of all 29 reference cases in long transforms", "approximateSigmas",
           "oneLongTransform", AtMost, 8},
          {"certified calibration of both directions against one evaluation of one direction on a plain grid, 32 bands",
           "certifiedSigma/0", "plainDeltaOnce/0", AtMost, 0.1},
          {"the same for DP-SGD", "certifiedSigma/1", "plainDeltaOnce/1", AtMost, 0.5},
          {"certificates of all 29 reference cases against as many uncertified calibrations", "certifiedSigmas",
           "approximateSigmas", AtMost, 40}};
}

}  // namespace noiseloom
