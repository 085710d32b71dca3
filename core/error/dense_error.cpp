#include "core/error/dense_error.h"

#include <algorithm>
#include <vector>

#include "core/base/check.h"
#include "core/error/average_moments.h"

namespace noiseloom {
namespace {

// Sums over columns of the products of the states of the workload's recurrence, momentum, sum and average: they
// summarise the columns of finished stamps.
struct Energy {
  double momentum = 0;
  double cross = 0;
  double sum = 0;
  AverageMoments average;

  void advance(const Workload& workload, double rate) {
    const double alpha = workload.alpha(), beta = workload.beta();
    // momentum <- beta momentum, sum <- alpha sum + rate momentum.
    momentum *= beta * beta;
    const double mixed = beta * cross;
    sum = alpha * alpha * sum + 2 * alpha * rate * mixed + rate * rate * momentum;
    cross = alpha * mixed + rate * momentum;
    average.advance(workload, rate, 0, cross, sum);
  }
};

}  // namespace

std::vector<double> denseRowVariances(const DenseStrategy& strategy, const Workload& workload,
                                      const RunControl& control) {
  const Index n = strategy.iterations(), size = strategy.blockSize();
  if (workload.fixedIterations() > 0) checkSize("learning_rates", workload.fixedIterations(), n);
  const double* inverse = strategy.inverseBlock().data();
  const double alpha = workload.alpha(), beta = workload.beta(), gamma = workload.averaging();
  const bool repeats = workload.isToeplitz();
  std::vector<double> variances(n);
  std::vector<double> momentum(size), sum(momentum.size()), average(momentum.size());
  std::vector<Energy> blockRows(repeats ? momentum.size() : 0);
  Energy finished;
  for (Index first = 0; first < n; first += size) {
    std::fill(momentum.begin(), momentum.end(), 0.0);
    std::fill(sum.begin(), sum.end(), 0.0);
    std::fill(average.begin(), average.end(), 0.0);
    Energy own;
    for (Index row = 0; row < std::min(size, n - first); ++row) {
      if (control.stopRequested()) return {};
      const std::size_t at = first + row;
      const double rate = workload.eta().empty() ? 1 : workload.eta()[at];
      finished.advance(workload, rate);
      if (repeats && first > 0) {
        own = blockRows[row];
      } else {
        own = {};
        const double* values = inverse + row * size;
        for (std::size_t j = 0; j <= static_cast<std::size_t>(row); ++j) {
          momentum[j] = beta * momentum[j] + values[j];
          sum[j] = alpha * sum[j] + rate * momentum[j];
          average[j] = gamma * average[j] + (1 - gamma) * sum[j];
          own.momentum += momentum[j] * momentum[j];
          own.cross += momentum[j] * sum[j];
          own.sum += sum[j] * sum[j];
          own.average.withMomentum += momentum[j] * average[j];
          own.average.withIterate += sum[j] * average[j];
          own.average.square += average[j] * average[j];
        }
        if (repeats) blockRows[row] = own;
      }
      variances[at] = finished.average.square + own.average.square;
    }
    finished.momentum += own.momentum;
    finished.cross += own.cross;
    finished.sum += own.sum;
    finished.average.withMomentum += own.average.withMomentum;
    finished.average.withIterate += own.average.withIterate;
    finished.average.square += own.average.square;
  }
  return variances;
}

ErrorSummary denseError(const DenseStrategy& strategy, const Workload& workload, const RunControl& control) {
  const std::vector<double> variances = denseRowVariances(strategy, workload, control);
  return variances.empty() ? ErrorSummary{} : summaryOf(variances);
}

}  // namespace noiseloom
