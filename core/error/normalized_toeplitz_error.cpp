#include <algorithm>
#include <cmath>
#include <vector>

#include "core/error/covariance_recursion.h"
#include "core/error/toeplitz_error.h"
#include "core/error/toeplitz_kernels.h"

namespace noiseloom {
namespace {

// The decoder's w over all j, and in prefix workloads the series g of T^-1, its differences.
class Series {
 public:
  explicit Series(const ToeplitzDecoder& decoder) : m_decoder(decoder), m_terms(static_cast<Index>(decoder.w.size())) {}

  Index terms() const { return m_terms; }
  double w(Index j) const { return j < m_terms ? m_decoder.w[static_cast<std::size_t>(j)] : m_decoder.limit; }

 private:
  const ToeplitzDecoder& m_decoder;
  Index m_terms;
};

// v_i of the last b - 1 rows under the prefix workload. Row i of D = A diag(1/s) T^-1 is W_i + sum_p e_p G_p over those
// columns p
// <= i whose scale is not 1: W_i and G_p are rows of A T^-1 and of T^-1, e_p = 1/s_p - 1. Hence, with
// c_d(p) = <W_{p+d}, G_p> = sum_{t<=p} w_{t+d} g_t and a_d(q) = <G_{q+d}, G_q> = sum_{t<=q} g_{t+d} g_t,
// v_i = ||W_i||^2 + 2 sum_p e_p c_{i-p}(p) + sum_{p,q} e_p e_q a_{|p-q|}(min).
std::vector<double> prefixTail(const ToeplitzStrategy& strategy, const ToeplitzDecoder& decoder,
                               const RunControl& control) {
  const Index n = strategy.iterations();
  const Index rows = strategy.bands() - 1;
  const Index first = n - rows;
  const Series series(decoder);
  // w and g up to where both are settled, and a band further.
  const Index count = std::min(n, series.terms() + strategy.bands());
  std::vector<double> w(static_cast<std::size_t>(count)), g(static_cast<std::size_t>(count));
  for (Index j = 0; j < count; ++j) {
    w[static_cast<std::size_t>(j)] = series.w(j);
    g[static_cast<std::size_t>(j)] = series.w(j) - (j > 0 ? series.w(j - 1) : 0);
  }
  const auto gAt = [&](Index j) { return j < count ? g[static_cast<std::size_t>(j)] : 0; };
  std::vector<double> e(static_cast<std::size_t>(rows));
  for (Index r = 0; r < rows; ++r) e[static_cast<std::size_t>(r)] = 1 / strategy.columnScale(first + r) - 1;

  std::vector<double> cross(e.size(), 0.0);
  std::vector<double> pairs(e.size(), 0.0);  // what each further e_i adds to the double sum
  for (Index d = 0; d < rows; ++d) {
    if (d % 64 == 0 && control.stopRequested()) return {};
    // Sums over t <= first, then one term more for each later p.
    const auto overlap = static_cast<std::size_t>(std::max<Index>(0, std::min(first + 1, count - d)));
    double c = dotProduct(w.data() + d, g.data(), overlap);
    double a = dotProduct(g.data() + d, g.data(), overlap);
    for (Index t = static_cast<Index>(overlap); t <= std::min(first, count - 1); ++t) c += series.w(t + d) * gAt(t);
    for (Index r = 0; r + d < rows; ++r) {
      const Index p = first + r;
      if (r > 0) {
        c += series.w(p + d) * gAt(p);
        a += gAt(p + d) * gAt(p);
      }
      const auto here = static_cast<std::size_t>(r), there = static_cast<std::size_t>(r + d);
      cross[there] += 2 * e[here] * c;
      pairs[there] += (d == 0 ? 1 : 2) * e[there] * e[here] * a;
    }
  }
  std::vector<double> variances(e.size());
  double unscaled = weightedSquares(decoder, first, ErrorObjective::Max);
  double quadratic = 0;
  for (Index r = 0; r < rows; ++r) {
    const auto at = static_cast<std::size_t>(r);
    unscaled += series.w(first + r) * series.w(first + r);
    quadratic += pairs[at];
    variances[at] = unscaled + cross[at] + quadratic;
  }
  return variances;
}

// The same for any Toeplitz workload by the covariance recursion, from the window of covariances before those rows. A
// Toeplitz workload lets the recursion count its rows from there, so that it never holds n values.
std::vector<double> recursionTail(const ToeplitzStrategy& strategy, const Workload& workload,
                                  const ToeplitzDecoder& decoder, const RunControl& control) {
  const Index n = strategy.iterations();
  const Index first = n - strategy.bands() + 1;
  const Index window = strategy.bands() + workload.inverseBands() - 2;
  const Index skipped = std::max<Index>(first - window, 0);
  CovarianceRecursion recursion(workload, n - skipped, strategy.bands());
  const auto readRow = [&](Index recursionRow, std::span<double> out) {
    const Index row = recursionRow + skipped;
    for (Index p = 0, column = row - strategy.bands() + 1; column <= row; ++p, ++column) {
      out[static_cast<std::size_t>(p)] = column >= 0 ? strategy.entry(row, column) : 0;
    }
  };
  bool finished = false;
  if (first <= window) {
    finished = recursion.forward(readRow, false, control);
  } else {
    const Series series(decoder);
    // Cov(u_{j+d}, u_j) = sum_{t <= j} w_{t+d} w_t, first at j = first - W, then one term more for each later j.
    std::vector<double> covariance(static_cast<std::size_t>(window * window));
    const Index start = first - window;
    for (Index d = 0; d < window; ++d) {
      const Index explicitTerms = std::min(start + 1, series.terms());
      double total = static_cast<double>(start + 1 - explicitTerms) * decoder.limit * decoder.limit;
      for (Index t = explicitTerms - 1; t >= 0; --t) total += series.w(t + d) * series.w(t);
      for (Index p = 0; p + d < window; ++p) {
        if (p > 0) total += series.w(start + p + d) * series.w(start + p);
        covariance[static_cast<std::size_t>(p * window + p + d)] =
            covariance[static_cast<std::size_t>((p + d) * window + p)] = total;
      }
    }
    finished = recursion.forwardFrom(first - skipped, covariance, readRow, control);
  }
  if (!finished) return {};
  const auto variances = recursion.variances().subspan(static_cast<std::size_t>(first - skipped));
  return {variances.begin(), variances.end()};
}

}  // namespace

std::vector<double> columnNormalizedTail(const ToeplitzStrategy& strategy, const Workload& workload,
                                         const ToeplitzDecoder& decoder, const RunControl& control) {
  return workload.name() == "prefix" ? prefixTail(strategy, decoder, control)
                                     : recursionTail(strategy, workload, decoder, control);
}

ErrorSummary columnNormalizedToeplitzError(const ToeplitzStrategy& strategy, const Workload& workload,
                                           const ToeplitzDecoder& decoder, const RunControl& control) {
  if (!decoder.valid) return {};
  if (strategy.bands() == 1) return toeplitzError(decoder, strategy.iterations());
  const Index n = strategy.iterations();
  const Index first = n - strategy.bands() + 1;  // rows before it are those of the unscaled matrix
  const std::vector<double> tail = columnNormalizedTail(strategy, workload, decoder, control);
  double sum = weightedSquares(decoder, first, ErrorObjective::Mean);
  double most = weightedSquares(decoder, first, ErrorObjective::Max);
  for (const double v : tail) {
    sum += v;
    most = std::max(most, v);
  }
  ErrorSummary error;
  error.meanVariance = sum / static_cast<double>(n);
  error.maxVariance = most;
  if (!tail.empty()) error.lastVariance = tail.back();
  error.relativeErrorBound = closedTailErrorBound(decoder, error.meanVariance);
  error.valid = !tail.empty() && std::isfinite(sum) && sum > 0;
  return error;
}

}  // namespace noiseloom
