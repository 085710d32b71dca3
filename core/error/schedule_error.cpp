#include "core/error/schedule_error.h"

#include <algorithm>
#include <vector>

namespace noiseloom {

std::vector<double> scheduleVariances(const Strategy& strategy, const Workload& workload, const RunControl& control) {
  const Index n = strategy.iterations();
  const std::size_t bands = strategy.bands();
  const std::size_t window = bands - 1;  // earlier values of y that the next one depends on, row i at slot i mod window
  const std::size_t momentum = window, sum = window + 1, average = window + 2, size = window + 3;
  const double alpha = workload.alpha();
  const double beta = workload.beta();
  const double gamma = workload.averaging();
  const auto eta = workload.eta();
  std::vector<double> covariance(size * size, 0.0);  // of (y slots, momentum, running sum, average)
  std::vector<double> row(bands), taps(size, 0.0), withY(size);
  std::vector<double> variances(n);
  const auto at = [&](std::size_t a, std::size_t b) -> double& { return covariance[a * size + b]; };
  const Index poll = std::max<Index>(1, Index{4'000'000} / static_cast<Index>(size * size));
  for (Index i = 0; i < n; ++i) {
    if (i % poll == 0 && control.stopRequested()) return {};
    strategy.bandRow(i, row);
    // y_i = (z_i - sum_lag C[i, i-lag] y_(i-lag)) / C[i, i].
    for (std::size_t lag = 1; lag <= window; ++lag) {
      const Index column = i - static_cast<Index>(lag);
      if (column >= 0) taps[static_cast<std::size_t>(column) % window] = -row[lag] / row[0];
    }
    double variance = 1 / (row[0] * row[0]);
    for (std::size_t a = 0; a < size; ++a) {
      const double* line = covariance.data() + a * size;
      double product = 0;
      for (std::size_t b = 0; b < window; ++b) product += line[b] * taps[b];
      withY[a] = product;
    }
    for (std::size_t b = 0; b < window; ++b) variance += taps[b] * withY[b];
    // m <- beta m + y, then u <- alpha u + eta m, then a <- gamma a + (1 - gamma) u.
    const double rate = eta.empty() ? 1 : eta[i];
    const double momentumY = beta * withY[momentum] + variance;
    const double momentumVariance = beta * beta * at(momentum, momentum) + 2 * beta * withY[momentum] + variance;
    const double sumMomentum = alpha * (beta * at(sum, momentum) + withY[sum]);    // covariance with the decayed sum
    const double averageMomentum = beta * at(average, momentum) + withY[average];  // of the average before the step
    const double averageSum = alpha * at(average, sum) + rate * averageMomentum;
    for (std::size_t b = 0; b < window; ++b) {
      const double ofMomentum = beta * at(momentum, b) + withY[b];
      at(sum, b) = alpha * at(sum, b) + rate * ofMomentum;
      at(momentum, b) = ofMomentum;
      at(average, b) = gamma * at(average, b) + (1 - gamma) * at(sum, b);
    }
    const double sumY = alpha * withY[sum] + rate * momentumY;
    at(sum, sum) = alpha * alpha * at(sum, sum) + rate * (2 * sumMomentum + rate * momentumVariance);
    at(momentum, momentum) = momentumVariance;
    at(sum, momentum) = at(momentum, sum) = sumMomentum + rate * momentumVariance;
    const double averageY = gamma * withY[average] + (1 - gamma) * sumY;
    at(average, average) = gamma * gamma * at(average, average) + 2 * gamma * (1 - gamma) * averageSum +
                           (1 - gamma) * (1 - gamma) * at(sum, sum);
    at(average, sum) = at(sum, average) = gamma * averageSum + (1 - gamma) * at(sum, sum);
    at(average, momentum) = at(momentum, average) = gamma * averageMomentum + (1 - gamma) * at(sum, momentum);
    if (window > 0) {
      const std::size_t slot = static_cast<std::size_t>(i) % window;
      for (std::size_t b = 0; b < window; ++b) at(slot, b) = at(b, slot) = withY[b];
      at(slot, slot) = variance;
      at(slot, momentum) = at(momentum, slot) = momentumY;
      at(slot, sum) = at(sum, slot) = sumY;
      at(slot, average) = at(average, slot) = averageY;
    }
    for (std::size_t b = 0; b < window; ++b) {
      at(b, momentum) = at(momentum, b);
      at(b, sum) = at(sum, b);
      at(b, average) = at(average, b);
    }
    variances[i] = at(average, average);
  }
  return variances;
}

}  // namespace noiseloom
