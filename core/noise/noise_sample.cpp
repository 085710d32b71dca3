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

// A y of the first steps.
std::vector<double> timesWorkload(const Workload& workload, std::vector<double> y) {
  const std::size_t steps = y.size();
  if (workload.fixedIterations() > 0) y.resize(workload.fixedIterations(), 0.0);
  workload.multiply(y, y);
  y.resize(steps);
  return y;
}

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
  for (auto* series : {&sample.normals, &sample.noise, &sample.independent}) series->reserve(request.steps);
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
    sample.independent.push_back(request.independentStddev * normal);
  }
  sample.noiseSum = timesWorkload(request.workload, sample.noise);
  sample.independentSum = timesWorkload(request.workload, sample.independent);
  return sample;
}

double independentStddev(const Workload& workload, Index iterations, double rmse) {
  checkPositive("rmse", rmse);
  return rmse / std::sqrt(errorOf(IdentityStrategy(iterations), workload).variance.mean);
}

}  // namespace noiseloom
