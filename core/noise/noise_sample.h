#pragma once

#include <cstdint>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/strategy/strategy.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// A request for a sample of noise. Units: clip norms.
struct NoiseSampleRequest {
  Strategy strategy;
  Workload workload = Workload::prefix();
  double stddev = 1;             ///< of z before C^-1: Design::stddev over the clip norm
  double independentStddev = 1;  ///< of the independent noise to compare with, see independentStddev()
  Index steps = 1;               ///< the first steps of the run, 1 to n
  std::uint32_t draw = 1;        ///< number of the sample; the same number always gives the same sample
};

/// One coordinate of the noise of a training run, step by step, made by the generator that training jobs use
/// (NoiseStream), beside independent noise. If z has one row per step, both are made from the same normals, so that
/// they differ by their correlation alone. For display only: the key of a sample is not secret.
struct NoiseSample {
  std::vector<double> normals;         ///< standard normals of the independent noise, one per step
  std::vector<double> noise;           ///< stddev (C^-1 z)_i
  std::vector<double> noiseSum;        ///< its effect on the iterates: stddev (A C^-1 z)_i
  std::vector<double> independent;     ///< independentStddev z_i
  std::vector<double> independentSum;  ///< independentStddev (A z)_i
};

/// Makes the sample in time O(steps * noise rows), 0.1 to 1 us per step for narrow strategies. When stopped, all series
/// end at the same earlier step. Throws InvalidArgument naming the member that is out of range.
NoiseSample sampleNoise(const NoiseSampleRequest& request, const RunControl& control = {});

/// Standard deviation of the independent noise whose root mean square error over n steps is `rmse` (> 0). With rmse =
/// Design::dpSgdRmse it is that of DP-SGD at the same privacy.
double independentStddev(const Workload& workload, Index iterations, double rmse);

}  // namespace noiseloom
