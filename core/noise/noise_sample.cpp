#include "core/noise/noise_sample.h"

#include <array>
#include <cmath>
#include <memory>

#include "core/base/check.h"
#include "core/error/error_summary.h"
#include "core/noise/gaussian_source.h"
#include "core/noise/noise_stream.h"

namespace noiseloom {
namespace {

constexpr Index kStepsAReport = 1024;

std::shared_ptr<const GaussianSource> sourceOf(std::uint32_t draw) {
  std::array<std::uint8_t, SecretKey::kBytes> bytes{};
  for (std::size_t i = 0; i < 4; ++i) bytes[i] = static_cast<std::uint8_t>(draw >> (8 * i));
  return std::make_shared<const GaussianSource>(SecretKey::fromBytes(bytes));
}

/// Computes x = A y step by step.
class Iterates {
 public:
  explicit Iterates(const Workload& workload) : m_workload(workload) {}

  void append(std::vector<double>& x, double y) {
    const auto rates = m_workload.eta();
    m_momentum = m_workload.beta() * m_momentum + y;
    m_iterate = m_workload.alpha() * m_iterate + (rates.empty() ? 1 : rates[x.size()]) * m_momentum;
    m_average = m_workload.averaging() * m_average + (1 - m_workload.averaging()) * m_iterate;
    x.push_back(m_average);
  }

 private:
  const Workload& m_workload;
  double m_momentum = 0, m_iterate = 0, m_average = 0;
};

}  // namespace

NoiseSample sampleNoise(const NoiseSampleRequest& request, const RunControl& control) {
  checkInteger("steps", request.steps, 1, request.strategy.iterations());
  checkPositive("stddev", request.stddev);
  checkPositive("independent_stddev", request.independentStddev);
  const Index fixed = request.workload.fixedIterations();
  if (fixed > 0) checkInteger("steps", request.steps, 1, fixed, Core::tr("as many as the learning rates"));
  const auto source = sourceOf(request.draw);
  NoiseStream stream(request.strategy, source, request.stddev, 0, 1, NumberType::Float64);
  NoiseSample sample;
  for (auto* series : {&sample.normals, &sample.noise, &sample.noiseSum, &sample.independent, &sample.independentSum})
    series->reserve(request.steps);
  Iterates correlated(request.workload);
  Iterates independent(request.workload);
  for (Index step = 0; step < request.steps; ++step) {
    if (step % kStepsAReport == 0) {
      if (control.stopRequested()) break;
      control.report(static_cast<double>(step) / static_cast<double>(request.steps), Core::tr("drawing noise"));
    }
    double noise = 0;
    if (!stream.next(std::span(&noise, 1), control.quiet())) break;
    double normal = 0;
    source->fill(step, 0, std::span(&normal, 1));
    sample.normals.push_back(normal);
    sample.noise.push_back(noise);
    correlated.append(sample.noiseSum, noise);
    sample.independent.push_back(request.independentStddev * normal);
    independent.append(sample.independentSum, sample.independent.back());
  }
  return sample;
}

double independentStddev(const Workload& workload, Index iterations, double rmse) {
  checkPositive("rmse", rmse);
  return rmse / std::sqrt(errorOf(IdentityStrategy(iterations), workload).variance.mean);
}

}  // namespace noiseloom
