#include "core/error/blt_error.h"

#include <cmath>
#include <vector>

#include "core/error/blt_schedule_error.h"
#include "core/linalg/cascade_energy.h"

namespace noiseloom {

std::vector<double> decoderPoleGaps(std::span<const double> inverseGaps, const Workload& workload) {
  std::vector<double> poles(inverseGaps.begin(), inverseGaps.end());
  poles.push_back(1 - workload.alpha());
  if (workload.beta() > 0) poles.push_back(1 - workload.beta());
  if (workload.averaging() > 0) poles.push_back(1 - workload.averaging());
  return poles;
}

ErrorSummary bltError(const BltStrategy& strategy, const Workload& workload, const RunControl& control) {
  const Index n = strategy.iterations();
  if (!workload.isToeplitz()) {
    BltScheduleError error(workload, n);
    return error.forward(strategy.gaps(), strategy.inverseGaps(), control) ? summaryOf(error.variances())
                                                                           : ErrorSummary{};
  }
  const std::vector<double> zeros = strategy.gaps();
  const std::vector<double> poles = decoderPoleGaps(strategy.inverseGaps(), workload);
  const double scale = decoderScale(workload);
  ErrorSummary error;
  // v_i is the energy of the first i + 1 terms: the last is the largest.
  error.variance.last = error.variance.max = scale * cascadeEnergy(zeros, poles, n, EnergyKind::Total);
  error.variance.mean = scale * cascadeEnergy(zeros, poles, n, EnergyKind::Accumulated) / static_cast<double>(n);
  error.valid = std::isfinite(error.variance.max) && std::isfinite(error.variance.mean);
  return error;
}

}  // namespace noiseloom
