// What a whole calibration costs under the deterministic batchings (sigma of an epsilon and a delta, certified), and
// its estimate: processor time over n, bands, epsilon and delta, the first time and again. Run by hand:
//   build/bin/noiseloom_scheme_table [--cells]
//
// `again` is a second calibration of the same cell; what is kept between them depends on no noise multiplier.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "core/accounting/samplings/capped_poisson.h"
#include "core/accounting/samplings/fixed_size_samples.h"
#include "core/accounting/samplings/random_allocation.h"
#include "core/base/processor_time.h"

namespace noiseloom {
namespace {

constexpr Index kEpochs = 8;
constexpr Index kExamples = 50'000;

double rateOf(Index n, Index bands) {
  return std::min(1.0, static_cast<double>(bands * kEpochs) / static_cast<double>(n));
}

using Scheme = std::unique_ptr<LossScheme>;

/// A largest batch `deviations` standard deviations above the expected one; nothing where no batch is larger.
Scheme capped(Index n, Index bands, double deviations, Adjacency adjacency) {
  const double q = rateOf(n, bands), mean = q * static_cast<double>(kExamples) / static_cast<double>(bands);
  const auto most = static_cast<Index>(std::ceil(mean + deviations * std::sqrt(mean * (1 - q))));
  std::vector<Index> sizes;
  const Index added = adjacency == Adjacency::AddRemove ? 1 : 0;
  for (Index size = kExamples / bands; size <= (kExamples + bands - 1) / bands + added; ++size) sizes.push_back(size);
  auto scheme = std::make_unique<CappedPoisson>(CappedSampling{sizes, q, most, (n + bands - 1) / bands, adjacency});
  return scheme->mostFull() > 0 ? std::move(scheme) : nullptr;
}

/// Nothing where the bands do not divide the steps of an epoch.
Scheme allocated(Index n, Index bands) {
  const Index steps = n / kEpochs;
  return steps % bands == 0 ? std::make_unique<RandomAllocation>(steps / bands, kEpochs) : nullptr;
}

struct Row {
  const char* name;
  std::vector<Index> bands;
  std::function<Scheme(Index n, Index bands)> scheme;
};

void print(const char* what, std::vector<double> milliseconds) {
  std::sort(milliseconds.begin(), milliseconds.end());
  std::printf(" %s %.2f | %.2f |", what, milliseconds[milliseconds.size() / 2], milliseconds.back());
}

void run(bool cells) {
  const std::vector<Index> all{1, 4, 16, 64};
  const std::vector<Row> rows{
      {"random and cyclic allocation", {1, 2, 4, 10, 16, 50, 64}, allocated},
      {"samples of a fixed size, replace-one", all,
       [](Index n, Index b) { return std::make_unique<FixedSizeSamples>(rateOf(n, b), (n + b - 1) / b); }},
      {"cap at 1 deviation, add/remove", all, [](Index n, Index b) { return capped(n, b, 1, Adjacency::AddRemove); }},
      {"cap at 3 deviations, add/remove", all, [](Index n, Index b) { return capped(n, b, 3, Adjacency::AddRemove); }},
      {"cap at 3 deviations, zero-out", all, [](Index n, Index b) { return capped(n, b, 3, Adjacency::ZeroOut); }},
      {"cap at 3 deviations, replace-one", all,
       [](Index n, Index b) { return capped(n, b, 3, Adjacency::ReplaceOne); }}};
  std::printf(
      "| batching | cells | first, median (ms) | worst | again, median | worst | estimate, median | worst | "
      "largest error bound |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (const Row& row : rows) {
    std::vector<double> first, again, estimates;
    double error = 0;
    for (const Index n : {512, 2000}) {
      for (const Index bands : row.bands) {
        for (const double epsilon : {0.5, 1.0, 4.0, 8.0}) {
          for (const double delta : {1e-5, 1e-8}) {
            if (!row.scheme(n, bands)) continue;
            const auto timed = [&](std::vector<double>& times, auto calibrate) {
              const double start = processorSeconds();
              const auto result = calibrate(*row.scheme(n, bands));
              times.push_back(1e3 * (processorSeconds() - start));
              return result;
            };
            const auto certified = [&](const LossScheme& scheme) {
              return scheme.certifiedNoiseMultiplier(epsilon, delta);
            };
            const auto sigma = timed(first, certified);
            timed(again, certified);
            const double estimate = timed(
                estimates, [&](const LossScheme& scheme) { return scheme.approximateNoiseMultiplier(epsilon, delta); });
            error = std::max(error, sigma.errorBound);
            if (cells) {
              std::printf(
                  "%s: n %lld b %lld eps %g delta %g: %.9g, bound %.2g, estimate %.7g, %.2f ms, again %.2f ms\n",
                  row.name, static_cast<long long>(n), static_cast<long long>(bands), epsilon, delta, sigma.value,
                  sigma.errorBound, estimate, first.back(), again.back());
            }
          }
        }
      }
    }
    std::printf("| %s | %zu |", row.name, first.size());
    print("", first);
    print("", again);
    print("", estimates);
    std::printf(" %.2g |\n", error);
    std::fflush(stdout);
  }
  for (const double epsilon : {1.0, 8.0}) {
    const double start = processorSeconds();
    const Certified sigma = RandomAllocation(100, 20).certifiedNoiseMultiplier(epsilon, 1e-5);
    std::printf("100 steps x 20 epochs, epsilon %g: %.6f, error bound %.2g, %.2f ms\n", epsilon, sigma.value,
                sigma.errorBound, 1e3 * (processorSeconds() - start));
  }
}

}  // namespace
}  // namespace noiseloom

int main(int argc, char** argv) {
  noiseloom::run(argc > 1 && std::strcmp(argv[1], "--cells") == 0);
}
