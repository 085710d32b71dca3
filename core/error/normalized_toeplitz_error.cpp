#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "core/error/series_error.h"
#include "core/error/toeplitz_error.h"
#include "core/error/workload_moments.h"
#include "core/linalg/power_series.h"

namespace noiseloom {
namespace {

// From this many columns on, transforms are faster than sums.
constexpr Index kLeastTransformed = 128;

// Row i of D = A diag(k) T^-1, k_j = 1 / s_j, is that of u = A x where x_j = k_j y_j, y = T^-1 z and z is independent
// and standard normal: v_i = Var(u_i). With the poles alpha and beta of the workload
//   S_i = beta S_(i-1) + k_i y_i,   u_i = alpha u_(i-1) + S_i,
// and Var(u_i), Cov(u_i, S_i), Var(S_i) follow step by step from R_ii = Var(y_i), P_i = Cov(u_(i-1), y_i) and Q_i =
// Cov(S_(i-1), y_i); with averaging, v_i = Var(a_i), a_i = gamma a_(i-1) + (1 - gamma) u_i, likewise. These are sums
// over all p < i of weights times R_ip = Cov(y_i, y_p) = sum_(m<=p) g_(i-m) g_(p-m), g being the series of T^-1. They
// are found by divide and conquer over the columns, as R differs from a Toeplitz matrix by products of stretches of g.
// O(n log n + b log^2 b). Positions count from the first scaled column.
class ScaledTail {
 public:
  ScaledTail(const ToeplitzStrategy& strategy, const Workload& workload, const ToeplitzDecoder& decoder,
             const RunControl& control)
      : m_workload(workload),
        m_iterates(workload.averaging() == 0 ? workload : workload.withAveraging(0)),
        m_control(control),
        m_rows(strategy.bands() - 1),
        m_first(strategy.iterations() - m_rows),
        m_inverseScale(size(m_rows)),
        m_withIterate(size(m_rows)),
        m_withMomentum(size(m_rows)),
        m_withAverage(size(m_rows)),
        m_variance(size(m_rows)) {
    for (Index r = 0; r < m_rows; ++r) m_inverseScale[size(r)] = 1 / strategy.columnScale(m_first + r);
    // w and g until both have settled, lambda's poles of A^-1 further.
    const auto terms = std::ssize(decoder.w);
    m_w = decoder.w;
    if (averages()) {
      m_average = decoder.w;
      m_w = toeplitzDecoder(strategy.coefficients(), m_iterates, strategy.iterations(), control).w;
      if (m_w.empty()) return;
    }
    m_w.resize(size(std::min(strategy.iterations(), std::max(terms, std::ssize(m_w)) + m_iterates.inverseBands() - 1)),
               decoder.limit);
    if (averages()) m_average.resize(m_w.size(), decoder.limit);
    m_momentum.resize(m_w.size());
    m_g.resize(m_w.size());
    for (std::size_t j = 0; j < m_w.size(); ++j) {
      m_momentum[j] = m_w[j] - (j > 0 ? workload.alpha() * m_w[j - 1] : 0);
      m_g[j] = m_momentum[j] - (j > 0 ? workload.beta() * m_momentum[j - 1] : 0);
    }
    m_settled = decoder.limit;
  }

  /// Empty when stopped.
  std::vector<double> variances() {
    if (m_w.empty()) return {};
    // From the earlier rows: u and S at the last of them, with y at all later ones.
    const std::vector<double> iterate = seriesCorrelation(m_g, before(m_w), m_rows + 1);
    const bool momentum = m_workload.beta() != 0;
    const std::vector<double> speed = momentum ? seriesCorrelation(m_g, before(m_momentum), m_rows + 1) : iterate;
    const std::vector<double> mean = averages() ? seriesCorrelation(m_g, before(m_average), m_rows + 1) : iterate;
    for (Index r = 0; r < m_rows; ++r)
      carry(r, r, iterate[size(r + 1)], momentum ? speed[size(r + 1)] : 0, averages() ? mean[size(r + 1)] : 0);
    // The column R_(first+d, first); divide() finds every other one from its sums.
    divide(0, m_rows, seriesCorrelation(m_g, before(m_g, 1), m_rows));
    if (m_control.stopRequested()) return {};

    const std::span<const double> w = before(m_w);
    const std::span<const double> s = before(m_momentum);
    WorkloadMoments moments;
    moments.uu = moments.ua = moments.aa = static_cast<double>(m_first - std::ssize(w)) * m_settled * m_settled;
    for (std::size_t j = w.size(); j-- > 0;) moments.add(WorkloadState{s[j], w[j], averages() ? m_average[j] : w[j]});
    std::vector<double> variances(size(m_rows));
    for (std::size_t r = 0; r < variances.size(); ++r) {
      const double k = m_inverseScale[r];
      moments.advance(m_workload, k * k * m_variance[r],
                      {k * m_withMomentum[r], k * m_withIterate[r], k * m_withAverage[r]}, m_workload.step(0));
      variances[r] = moments.aa;
    }
    return variances;
  }

 private:
  bool averages() const { return m_workload.averaging() != 0; }
  static std::size_t size(Index count) { return static_cast<std::size_t>(count); }
  // The terms for rows up to the last unscaled one, and `further` more.
  std::span<const double> before(std::span<const double> series, Index further = 0) const {
    return series.first(std::min(series.size(), size(m_first + further)));
  }
  // g_(first + position), g_(first + position + 1), ..
  std::vector<double> stretch(Index position, Index count) const {
    std::vector<double> out(size(count), 0.0);
    const Index from = m_first + position;
    for (Index j = 0; j < count && from + j < std::ssize(m_g); ++j) out[size(j)] = m_g[size(from + j)];
    return out;
  }

  // Adds to P and Q at position r the products of y there with u and S of `after` + 1 steps before, given their
  // products `iterate` and `momentum`: over a steps u becomes alpha^a u + beta lambda_(a-1) S, and S becomes beta^a S.
  // The average, whose product is `average`, takes of all three.
  void carry(Index r, Index after, double iterate, double momentum, double average) {
    const double steps = static_cast<double>(after);
    const double beta = m_workload.beta();
    if (averages()) {
      const WorkloadTransition over = m_workload.transition(after);
      m_withAverage[size(r)] += over.am * momentum + over.au * iterate + over.aa * average;
    }
    m_withIterate[size(r)] += std::pow(m_workload.alpha(), steps) * iterate;
    if (beta == 0) return;
    if (after > 0) m_withIterate[size(r)] += beta * m_iterates.coefficient(after - 1) * momentum;
    m_withMomentum[size(r)] += std::pow(beta, steps) * momentum;
  }

  // Handles the positions low .. high - 1; column[d] = R_(low+d, low).
  void divide(Index low, Index high, const std::vector<double>& column) {
    if (m_control.stopRequested()) return;
    if (high - low <= kLeastTransformed) return sumUp(low, high, column);
    const Index middle = low + (high - low) / 2;
    const std::vector<double> g = stretch(low, high - low);
    divide(low, middle, column);
    const bool more = std::ranges::any_of(g, [](double value) { return value != 0; });
    cross(low, middle, high, column, more ? g : std::vector<double>{});
    std::vector<double> later(column.begin(), column.begin() + (high - middle));
    if (more) {
      const std::span<const double> inner(g.data() + 1, size(middle - low));
      const std::vector<double> added = seriesCorrelation(std::span(g).subspan(1), inner, high - middle);
      for (std::size_t d = 0; d < later.size(); ++d) later[d] += added[d];
    }
    divide(middle, high, later);
  }

  // Columns low .. middle - 1 with the rows middle .. high - 1. An empty g stands for zeros.
  void cross(Index low, Index middle, Index high, const std::vector<double>& column, const std::vector<double>& g) {
    const Index half = middle - low;
    const Index whole = high - low;
    const auto products = [&](const std::function<double(Index)>& weight) {
      std::vector<double> e(size(half));
      for (Index p = 0; p < half; ++p) e[size(p)] = weight(half - 1 - p) * m_inverseScale[size(low + p)];
      std::vector<double> sums = seriesProduct(e, column, whole);
      if (g.empty()) return sums;
      std::vector<double> own(g.begin(), g.begin() + half);
      own[0] = 0;
      const std::vector<double> more = seriesProduct(seriesCorrelation(e, own, half), g, whole);
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[i];
      return sums;
    };
    const double beta = m_workload.beta();
    const std::vector<double> iterate = products([&](Index lag) { return m_iterates.coefficient(lag); });
    const std::vector<double> momentum =
        beta != 0 ? products([&](Index lag) { return std::pow(beta, static_cast<double>(lag)); })
                  : std::vector<double>(size(whole), 0.0);
    const std::vector<double> average = averages() ? products([&](Index lag) { return m_workload.coefficient(lag); })
                                                   : std::vector<double>(size(whole), 0.0);
    for (Index i = half; i < whole; ++i)
      carry(low + i, i - half, iterate[size(i)], momentum[size(i)], average[size(i)]);
  }

  // divide() term by term.
  void sumUp(Index low, Index high, const std::vector<double>& column) {
    const std::vector<double> g = stretch(low, high - low);
    const double beta = m_workload.beta();
    std::vector<double> powers(g.size(), 1.0);
    for (std::size_t d = 1; d < powers.size(); ++d) powers[d] = beta * powers[d - 1];
    for (Index d = 0; d < high - low; ++d) {
      double covariance = column[size(d)];
      const double lambda = d > 0 ? m_iterates.coefficient(d - 1) : 0;
      const double averaged = d > 0 && averages() ? m_workload.coefficient(d - 1) : 0;
      for (Index p = 0; p + d < high - low; ++p) {
        if (p > 0) covariance += g[size(p + d)] * g[size(p)];
        const Index row = low + p + d;
        if (d == 0) {
          m_variance[size(row)] = covariance;
          continue;
        }
        const double weighted = m_inverseScale[size(low + p)] * covariance;
        m_withIterate[size(row)] += lambda * weighted;
        m_withMomentum[size(row)] += powers[size(d - 1)] * weighted;
        m_withAverage[size(row)] += averaged * weighted;
      }
    }
  }

  const Workload& m_workload;
  Workload m_iterates;  // without averaging
  const RunControl& m_control;
  Index m_rows;
  Index m_first;
  double m_settled = 0;
  std::vector<double> m_inverseScale;  // k
  // Series of u, of the momentum's part of it, of T^-1, and of the average: D's is the last one, or u's.
  std::vector<double> m_w, m_momentum, m_g, m_average;
  std::vector<double> m_withIterate, m_withMomentum, m_withAverage, m_variance;  // P, Q, that of a, R_ii
};

}  // namespace

std::vector<double> columnNormalizedTail(const ToeplitzStrategy& strategy, const Workload& workload,
                                         const ToeplitzDecoder& decoder, const RunControl& control) {
  if (!workload.isRational()) {
    const auto terms = std::ssize(decoder.w);
    const std::vector<double> g = decoder.inverse.empty() ? strategy.inverseCoefficients(terms) : decoder.inverse;
    return rescaledRows(
        g, decoder.w, decoder.limit, [&](Index column) { return strategy.columnScale(column); },
        strategy.iterations() - strategy.bands() + 1, strategy.iterations(), workload, control);
  }
  return ScaledTail(strategy, workload, decoder, control).variances();
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
  error.variance.mean = sum / static_cast<double>(n);
  error.variance.max = most;
  if (!tail.empty()) error.variance.last = tail.back();
  error.relativeErrorBound = closedTailErrorBound(decoder, error.variance.mean);
  error.valid = !tail.empty() && std::isfinite(sum) && sum > 0;
  return error;
}

}  // namespace noiseloom
