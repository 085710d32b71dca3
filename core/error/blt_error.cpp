#include "core/error/blt_error.h"

#include <cmath>

#include "core/error/blt_schedule_error.h"
#include "core/error/series_error.h"

namespace noiseloom {

std::vector<double> decoderPoleGaps(std::span<const double> inverseGaps, const Workload& workload) {
  std::vector<double> poles(inverseGaps.begin(), inverseGaps.end());
  poles.push_back(1 - workload.alpha());
  if (workload.beta() > 0) poles.push_back(1 - workload.beta());
  if (workload.averaging() > 0) poles.push_back(1 - workload.averaging());
  return poles;
}

namespace {

// sum_t weights[t] q_t with q = x f / (1 - (1 - gap) x): the derivative of f in that pole, or minus that in a zero.
double alongDecay(double gap, std::span<const double> f, std::span<const double> weights) {
  double sum = 0, q = 0;
  for (std::size_t t = 1; t < f.size(); ++t) {
    q = (1 - gap) * q + f[t - 1];
    sum += weights[t] * q;
  }
  return sum;
}

double energyByTerms(std::span<const double> gaps, std::span<const double> inverseGaps, const Workload& workload,
                     Index n, EnergyKind kind, std::span<double> byGap, std::span<double> byInverseGap) {
  std::vector<double> f(n, 0.0);
  f[0] = 1;
  const FilterChain chain(gaps, inverseGaps);
  for (std::size_t k = 0; k < chain.gaps.size(); ++k) {
    double state = 0;
    for (double& value : f) {
      const double input = value;
      value += chain.slopes[k] * state;
      state = (1 - chain.gaps[k]) * state + input;
    }
  }
  std::vector<double> w(f);
  const double energy =
      seriesEnergy(workload, w, kind == EnergyKind::Accumulated, !byGap.empty() || !byInverseGap.empty());
  for (std::size_t i = 0; i < byGap.size(); ++i) byGap[i] = alongDecay(gaps[i], f, w);
  for (std::size_t i = 0; i < byInverseGap.size(); ++i) byInverseGap[i] = -alongDecay(inverseGaps[i], f, w);
  return energy;
}

}  // namespace

double bltEnergy(std::span<const double> gaps, std::span<const double> inverseGaps, const Workload& workload, Index n,
                 EnergyKind kind, std::span<double> byGap, std::span<double> byInverseGap) {
  if (!workload.isRational()) return energyByTerms(gaps, inverseGaps, workload, n, kind, byGap, byInverseGap);
  const double scale = decoderScale(workload);
  const double energy =
      scale * cascadeEnergy(gaps, decoderPoleGaps(inverseGaps, workload), n, kind, byGap, byInverseGap);
  for (const std::span<double> gradient : {byGap, byInverseGap}) {
    for (double& value : gradient) value *= scale;
  }
  return energy;
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
