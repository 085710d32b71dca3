// What noise costs under random groups and b-min-sep sampling: processor time of the estimate and of the certificate at
// tau 1.25, for the square root cut to b bands. Cells whose certificate ended far above the estimate, without draws
// that certify it, are listed apart.

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "core/base/processor_time.h"
#include "core/participation_mixture/certificate.h"

namespace noiseloom {
namespace {

ToeplitzStrategy squareRoot(Index n, Index bands) {
  std::vector<double> c{1};
  for (Index i = 1; i < bands; ++i) c.push_back(c.back() * (static_cast<double>(i) - 0.5) / static_cast<double>(i));
  return {n, std::move(c), ColumnScaling::Normalized};
}

struct Times {
  std::vector<double> estimates;
  std::vector<double> certificates;
};

void print(const char* name, std::vector<double>& seconds) {
  if (seconds.empty()) return;
  std::sort(seconds.begin(), seconds.end());
  std::printf("%s: median %.4f s, worst %.4f s, %zu cells\n", name, seconds[seconds.size() / 2], seconds.back(),
              seconds.size());
}

void run() {
  constexpr double kFarAbove = 1.06;  // of the estimate: the margin of tau is 1 to 3 %
  constexpr Index kEpochs = 8;
  std::vector<std::string> apart;
  std::vector<double> all;
  std::printf(
      "| n | b | eps | delta | sampling | estimate | ms | certified | s | draws |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (const Index n : {512, 2000}) {
    Times times;
    for (const Index bands : {1, 4, 16, 64}) {
      const auto rate = static_cast<double>(kEpochs) / static_cast<double>(n);
      const ParticipationMixture groups(squareRoot(n, bands),
                                        RandomGroups{bands, std::min(1.0, rate * static_cast<double>(bands))});
      const ParticipationMixture spaced(squareRoot(n, bands), SpacedSampling::ofRate(bands, rate));
      for (const double epsilon : {0.5, 1.0, 4.0, 8.0}) {
        for (const double delta : {1e-5, 1e-8}) {
          for (const ParticipationMixture* mixture : {&groups, &spaced}) {
            const double start = processorSeconds();
            const double estimate = approximateNoise(*mixture, epsilon, delta);
            const double between = processorSeconds();
            const SampledCertificate certificate = certifiedNoise(*mixture, epsilon, delta);
            const double end = processorSeconds();
            char row[200];
            std::snprintf(row, sizeof row, "| %lld | %lld | %g | %g | %s | %.4f | %.1f | %.4f | %.2f | %lld |",
                          static_cast<long long>(n), static_cast<long long>(bands), epsilon, delta,
                          mixture == &groups ? "groups" : "b-min-sep", estimate, 1e3 * (between - start),
                          certificate.value, end - between, static_cast<long long>(certificate.samples));
            std::printf("%s\n", row);
            std::fflush(stdout);
            times.estimates.push_back(between - start);
            if (certificate.value > kFarAbove * estimate) {
              apart.emplace_back(row);
            } else {
              times.certificates.push_back(end - between);
              all.push_back(end - between);
            }
          }
        }
      }
    }
    std::printf("\nn = %lld\n", static_cast<long long>(n));
    print("estimates", times.estimates);
    print("certificates", times.certificates);
  }
  print("all certificates", all);
  std::printf("\nEnded over 6 %% above the estimate:\n");
  for (const std::string& row : apart) std::printf("%s\n", row.c_str());
}

}  // namespace
}  // namespace noiseloom

int main() {
  noiseloom::run();
}
