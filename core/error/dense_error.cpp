#include "core/error/dense_error.h"

#include <algorithm>
#include <vector>

#include "core/base/check.h"

namespace noiseloom {
namespace {

// Sums over columns of the products of the two states of the workload's recurrence, momentum and sum: they summarise
// the columns of finished stamps.
struct Energy {
  double momentum = 0;
  double cross = 0;
  double sum = 0;

  void advance(double alpha, double beta, double rate) {
    // momentum <- beta momentum, sum <- alpha sum + rate momentum.
    momentum *= beta * beta;
    const double mixed = beta * cross;
    sum = alpha * alpha * sum + 2 * alpha * rate * mixed + rate * rate * momentum;
    cross = alpha * mixed + rate * momentum;
  }
};

}  // namespace

std::vector<double> denseRowVariances(const DenseStrategy& strategy, const Workload& workload,
                                      const RunControl& control) {
  const Index n = strategy.iterations(), size = strategy.blockSize();
  if (workload.fixedIterations() > 0) checkSize("learning_rates", workload.fixedIterations(), n);
  const double* inverse = strategy.inverseBlock().data();
  const double alpha = workload.alpha(), beta = workload.beta();
  const bool repeats = workload.isToeplitz();
  std::vector<double> variances(n);
  std::vector<double> momentum(size), sum(momentum.size());
  std::vector<Energy> blockRows(repeats ? momentum.size() : 0);
  Energy finished;
  for (Index first = 0; first < n; first += size) {
    std::fill(momentum.begin(), momentum.end(), 0.0);
    std::fill(sum.begin(), sum.end(), 0.0);
    Energy own;
    for (Index row = 0; row < std::min(size, n - first); ++row) {
      if (control.stopRequested()) return {};
      const std::size_t at = first + row;
      const double rate = workload.eta().empty() ? 1 : workload.eta()[at];
      finished.advance(alpha, beta, rate);
      if (repeats && first > 0) {
        own = blockRows[row];
      } else {
        own = {};
        const double* values = inverse + row * size;
        for (std::size_t j = 0; j <= static_cast<std::size_t>(row); ++j) {
          momentum[j] = beta * momentum[j] + values[j];
          sum[j] = alpha * sum[j] + rate * momentum[j];
          own.momentum += momentum[j] * momentum[j];
          own.cross += momentum[j] * sum[j];
          own.sum += sum[j] * sum[j];
        }
        if (repeats) blockRows[row] = own;
      }
      variances[at] = finished.sum + own.sum;
    }
    finished.momentum += own.momentum;
    finished.cross += own.cross;
    finished.sum += own.sum;
  }
  return variances;
}

ErrorSummary denseError(const DenseStrategy& strategy, const Workload& workload, const RunControl& control) {
  const std::vector<double> variances = denseRowVariances(strategy, workload, control);
  return variances.empty() ? ErrorSummary{} : summaryOf(variances);
}

}  // namespace noiseloom
