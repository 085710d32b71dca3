#include "core/error/schedule_error.h"

#include <algorithm>

#include "core/error/workload_moments.h"

namespace noiseloom {

std::vector<double> scheduleVariances(const Strategy& strategy, const Workload& workload, const RunControl& control) {
  const Index n = strategy.iterations();
  const std::size_t bands = strategy.bands();
  const std::size_t window = bands - 1;  // earlier values of y that the next one depends on, row i at slot i mod window
  std::vector<double> covariance(window * window, 0.0);  // of the slots
  std::vector<WorkloadState> withState(window);          // covariances of each slot with the workload's state
  WorkloadMoments moments;
  std::vector<double> row(bands), taps(window, 0.0), withY(window);
  std::vector<double> variances(n);
  const Index poll = std::max<Index>(1, Index{4'000'000} / static_cast<Index>((window + 3) * (window + 3)));
  for (Index i = 0; i < n; ++i) {
    if (i % poll == 0 && control.stopRequested()) return {};
    strategy.bandRow(i, row);
    // y_i = (z_i - sum_lag C[i, i-lag] y_(i-lag)) / C[i, i].
    for (std::size_t lag = 1; lag <= window; ++lag) {
      const Index column = i - static_cast<Index>(lag);
      if (column >= 0) taps[static_cast<std::size_t>(column) % window] = -row[lag] / row[0];
    }
    double variance = 1 / (row[0] * row[0]);
    WorkloadState stateY;
    for (std::size_t a = 0; a < window; ++a) {
      const double* line = covariance.data() + a * window;
      double product = 0;
      for (std::size_t b = 0; b < window; ++b) product += line[b] * taps[b];
      withY[a] = product;
      variance += taps[a] * product;
      stateY.add(taps[a], withState[a]);
    }
    const WorkloadStep step = workload.step(i);
    moments.advance(workload, variance, stateY, step);
    for (std::size_t a = 0; a < window; ++a) withState[a].advance(workload, withY[a], step);
    stateY.advance(workload, variance, step);
    if (window > 0) {
      const std::size_t slot = static_cast<std::size_t>(i) % window;
      for (std::size_t a = 0; a < window; ++a) covariance[slot * window + a] = covariance[a * window + slot] = withY[a];
      covariance[slot * window + slot] = variance;
      withState[slot] = stateY;
    }
    variances[i] = moments.aa;
  }
  return variances;
}

}  // namespace noiseloom
