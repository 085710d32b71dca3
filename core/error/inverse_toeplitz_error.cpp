#include "core/error/inverse_toeplitz_error.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/multiversion.h"
#include "core/error/component_sum.h"

namespace noiseloom {
namespace {

constexpr Index kWorkBetweenPolls = 1 << 20;

using Row = std::array<double, 3>;
using Matrix = std::array<Row, 3>;

Row times(const Row& row, const Matrix& matrix) {
  Row out{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) out[j] += row[i] * matrix[i][j];
  }
  return out;
}

// Sums over steps t = 1 .. size of the row that maps (m^2, m s, s^2) now to s^2 after t steps of m <- beta m, s <-
// alpha s + m: plain, and weighted with size + 1 - t.
struct Sums {
  double size = 0;
  Row plain{};
  Row weighted{};
};

// The steps of b, then those of a; advance: b's transition matrix.
Sums joined(const Sums& a, const Sums& b, const Matrix& advance) {
  Sums out;
  out.size = a.size + b.size;
  const Row plain = times(a.plain, advance);
  const Row weighted = times(a.weighted, advance);
  for (std::size_t j = 0; j < 3; ++j) {
    out.plain[j] = b.plain[j] + plain[j];
    out.weighted[j] = b.weighted[j] + a.size * b.plain[j] + weighted[j];
  }
  return out;
}

enum Observed { MomentumSquare, Product, SumSquare };

// The coefficients of m^2, m s and s^2 in the sum over the `count` terms that follow the state (m, s). Nothing is
// negative here, so nothing cancels, however close alpha and beta are to each other or to 1.
Row tailForm(double alpha, double beta, Index count, ErrorObjective objective, Observed observed = SumSquare) {
  Matrix power{Row{beta * beta, 0, 0}, Row{beta * beta, alpha * beta, 0},
               Row{beta * beta, 2 * alpha * beta, alpha * alpha}};
  Sums doubled{1, power[observed], power[observed]};
  Sums sums;
  for (Index rest = count; rest > 0; rest /= 2) {
    if (rest % 2 == 1) sums = joined(sums, doubled, power);
    doubled = joined(doubled, doubled, power);
    power = {times(power[0], power), times(power[1], power), times(power[2], power)};
  }
  return objective == ErrorObjective::Mean ? sums.weighted : sums.plain;
}

// One row of covariances of u_i with z_i, z_(i-1), .., oldest first, which moves by one each step: out = alpha (row
// moved) + eta h. Returns taps . row, before the move.
NOISELOOM_MULTIVERSION
double moveCovariances(const double* taps, const double* h, double alpha, double eta, double* row, std::size_t size) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t k = 0; k < size; ++k) sum += taps[k] * row[k];
  for (std::size_t k = 0; k + 1 < size; ++k) row[k] = alpha * row[k + 1] + eta * h[k];
  if (size > 0) row[size - 1] = eta * h[size - 1];
  return sum;
}

void checkArguments(std::span<const double> noising, const Workload& workload, Index iterations) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  checkInteger("noising_bands", std::ssize(noising), 1, iterations, Core::tr("the iterations"));
  if (workload.fixedIterations() > 0) checkSize("learning_rates", workload.fixedIterations(), iterations);
}

void checkToeplitz(const Workload& workload) {
  if (!workload.isToeplitz())
    throw InvalidArgument("workload", Core::tr("a learning-rate schedule"), Core::tr("a Toeplitz workload here"));
}

// Polls a control between steps of so much work.
class StepPoll {
 public:
  StepPoll(const RunControl& control, Index bands, Index iterations)
      : m_control(control), m_workPerStep(bands + 16), m_iterations(static_cast<double>(iterations)) {}

  bool stopsBefore(Index step) {
    m_work += m_workPerStep;
    if (m_work <= kWorkBetweenPolls) return false;
    m_work = 0;
    if (m_control.stopRequested()) return true;
    m_control.report(static_cast<double>(step) / m_iterations, Core::tr("error of the strategy"));
    return false;
  }

 private:
  const RunControl& m_control;
  Index m_workPerStep;
  double m_iterations;
  Index m_work = 0;
};

}  // namespace

double inverseToeplitzVariance(std::span<const double> noising, const Workload& workload, Index iterations,
                               ErrorObjective objective, std::span<double> gradient) {
  if (ofCurvatures(objective)) {
    return overComponents(workload, gradient, [&](const Workload& part, std::span<double> own) {
      return inverseToeplitzVariance(noising, part, iterations, ofComponent(objective), own);
    });
  }
  checkArguments(noising, workload, iterations);
  checkToeplitz(workload);
  const bool mean = objective == ErrorObjective::Mean;
  const double scale = mean ? 1 / static_cast<double>(iterations) : 1;
  const double alpha = workload.alpha();
  const double beta = workload.beta();
  const std::size_t p = noising.size();
  const auto weight = [&](std::size_t j) { return mean ? static_cast<double>(iterations - static_cast<Index>(j)) : 1; };
  std::vector<double> w(p);
  double m = 0;
  double s = 0;
  double sum = 0;
  for (std::size_t j = 0; j < p; ++j) {
    m = beta * m + noising[j];
    s = alpha * s + m;
    w[j] = s;
    sum += weight(j) * s * s;
  }
  const Row tail = tailForm(alpha, beta, iterations - static_cast<Index>(p), objective);
  sum += tail[0] * m * m + tail[1] * m * s + tail[2] * s * s;
  if (gradient.empty()) return scale * sum;
  checkSize("gradient", std::ssize(gradient), static_cast<Index>(p));
  double mBar = 2 * tail[0] * m + tail[1] * s;
  double sBar = 2 * tail[2] * s + tail[1] * m;
  for (std::size_t j = p; j-- > 0;) {
    sBar += 2 * weight(j) * w[j];
    mBar += sBar;
    gradient[j] = scale * mBar;
    mBar *= beta;
    sBar *= alpha;
  }
  return scale * sum;
}

std::vector<double> inverseToeplitzVariancesAt(std::span<const double> noising, const Workload& workload,
                                               std::span<const Index> steps, const RunControl& control) {
  checkInteger("noising_bands", std::ssize(noising), 1, kNoLimit);
  checkToeplitz(workload);
  const auto p = std::ssize(noising);
  std::vector<double> variances;
  variances.reserve(steps.size());
  double m = 0, s = 0, sum = 0;  // state and sum of squares of the first `done` terms of w
  Index done = 0;
  for (const Index step : steps) {
    checkInteger("step", step, variances.empty() ? 0 : done - 1, kNoLimit - 1, Core::tr("rising steps"));
    if (control.stopRequested()) return {};
    for (; done <= std::min(step, p - 1); ++done) {
      m = workload.beta() * m + noising[done];
      s = workload.alpha() * s + m;
      sum += s * s;
    }
    const Row tail = tailForm(workload.alpha(), workload.beta(), step + 1 - done, ErrorObjective::Last);
    variances.push_back(sum + tail[0] * m * m + tail[1] * m * s + tail[2] * s * s);
  }
  return variances;
}

// u_i = alpha u_(i-1) + eta_i m_i and m_i = beta m_(i-1) + y_i, y_i = sum_l g_l z_(i-l). With h = g / (1 - beta x), m_i
// = sum_l h_l z_(i-l); Cov(u_(i-1), m_i) = beta Cov(u_(i-1), m_(i-1)) + sum_(l >= 1) g_l Cov(u_(i-1), z_(i-l)).
std::vector<double> inverseToeplitzVariances(std::span<const double> noising, const Workload& workload,
                                             Index iterations, const RunControl& control) {
  checkArguments(noising, workload, iterations);
  const double alpha = workload.alpha();
  const double beta = workload.beta();
  const std::size_t p = noising.size();
  // Oldest first: taps[k] = g_(p-1-k), h[k] = h_(p-2-k), row[k] = Cov(u_i, z_(i-(p-2-k))), k < p - 1.
  const std::vector<double> taps(noising.rbegin(), noising.rend() - 1);
  std::vector<double> h(p - 1);
  std::vector<double> row(p - 1, 0.0);
  double last = 0;  // h_i
  double mm = 0, mu = 0, uu = 0;
  std::vector<double> variances;
  variances.reserve(iterations);
  StepPoll poll(control, std::ssize(noising), iterations);
  for (Index i = 0; i < iterations; ++i) {
    if (poll.stopsBefore(i)) return {};
    const std::size_t at = i;
    last = beta * last + (at < p ? noising[at] : 0);
    // For lags beyond i there is no z yet: their h is still 0.
    if (at + 1 < p) h[p - 2 - at] = last;
    mm += last * last;
    const double eta = workload.eta().empty() ? 1 : workload.eta()[at];
    const double oldUNewM = beta * mu + moveCovariances(taps.data(), h.data(), alpha, eta, row.data(), p - 1);
    uu = alpha * alpha * uu + 2 * alpha * eta * oldUNewM + eta * eta * mm;
    mu = alpha * oldUNewM + eta * mm;
    variances.push_back(uu);
  }
  return variances;
}

Index firstScaledRow(const InverseToeplitzStrategy& strategy) {
  if (strategy.scaling() == ColumnScaling::None) return strategy.iterations();
  return strategy.iterations() - strategy.bands() + 1;
}

// m_i = beta m_(i-1) + y_i and u_i = alpha u_(i-1) + eta_i m_i with y_i = d_i sum_l g_l z_(i-l), d_i = 1 / s_i. Before
// the first rescaled row both are plain convolutions of z, with a state in closed form; from there on their covariances
// with each other and with z_i .. z_(i-p+2) are advanced step by step.
std::vector<double> inverseToeplitzVariancesFrom(const InverseToeplitzStrategy& strategy, const Workload& workload,
                                                 Index first, const RunControl& control) {
  const auto g = strategy.noisingCoefficients();
  const Index n = strategy.iterations();
  const auto p = std::ssize(g);
  checkArguments(g, workload, n);
  checkInteger("first", first, 0, workload.isToeplitz() ? firstScaledRow(strategy) : 0,
               Core::tr("the first scaled row"));
  const double alpha = workload.alpha();
  const double beta = workload.beta();
  // Cov(m_i, z_(i-l)) and Cov(u_i, z_(i-l)), l < p - 1.
  std::vector<double> mz(p - 1, 0.0);
  std::vector<double> uz = mz;
  double mm = 0, mu = 0, uu = 0;
  if (first > 0) {
    double m = 0, s = 0;
    for (Index l = 0; l < std::min(first, p); ++l) {
      const std::size_t at = l;
      m = beta * m + g[at];
      s = alpha * s + m;
      if (l + 1 < p) {
        mz[at] = m;
        uz[at] = s;
      }
      mm += m * m;
      mu += m * s;
      uu += s * s;
    }
    const auto rest = [&](Observed observed) {
      const Row form = tailForm(alpha, beta, std::max<Index>(0, first - p), ErrorObjective::Last, observed);
      return form[0] * m * m + form[1] * m * s + form[2] * s * s;
    };
    mm += rest(MomentumSquare);
    mu += rest(Product);
    uu += rest(SumSquare);
  }
  std::vector<double> variances;
  variances.reserve(n - first);
  double squares = 0;  // sum over the coefficients that meet a z
  for (Index l = 0; l < std::min(first, p); ++l) squares += g[l] * g[l];
  StepPoll poll(control, p, n);
  for (Index i = first; i < n; ++i) {
    if (poll.stopsBefore(i)) return {};
    if (i < p) squares += g[i] * g[i];
    const double d = 1 / strategy.columnScale(i);
    const double eta = workload.eta().empty() ? 1 : workload.eta()[i];
    double ym = 0, yu = 0;
    for (std::size_t l = 0; l < mz.size(); ++l) {
      ym += g[l + 1] * mz[l];
      yu += g[l + 1] * uz[l];
    }
    const double oldUNewM = beta * mu + d * yu;
    mm = beta * beta * mm + 2 * beta * d * ym + d * d * squares;
    uu = alpha * alpha * uu + 2 * alpha * eta * oldUNewM + eta * eta * mm;
    mu = alpha * oldUNewM + eta * mm;
    // Before step 0 there is no z.
    for (std::size_t l = std::min(mz.size(), static_cast<std::size_t>(i) + 1); l-- > 0;) {
      mz[l] = (l > 0 ? beta * mz[l - 1] : 0) + d * g[l];
      uz[l] = (l > 0 ? alpha * uz[l - 1] : 0) + eta * mz[l];
    }
    variances.push_back(uu);
  }
  return variances;
}

// sum_i weights[i] v_i = sum_(l,m) g_l g_m sum_(a >= max(l,m)) G[a, a - |l - m|] with G = A^T diag(weights) A. Column b
// of A is beta^d times column a = b + d, plus rho_d(b) alpha^(i - a) in the rows i >= a, rho_d(b) = sum_(t < d)
// eta_(b+t) beta^t alpha^(d-t); so G[a, a - d] = beta^d Q_a + rho_d(a - d) L_a, where L_a and Q_a are the sums over i
// of weights[i] times alpha^(i - a) A[i, a] and A[i, a]^2.
std::vector<double> noisingGram(const Workload& workload, std::span<const double> weights, Index noisingBands,
                                const RunControl& control) {
  const auto n = std::ssize(weights);
  checkInteger("size of weights", n, 1, kNoLimit);
  checkInteger("noising_bands", noisingBands, 1, n, Core::tr("the iterations"));
  if (workload.isToeplitz())
    throw InvalidArgument("workload", std::string("Toeplitz"), Core::tr("a learning-rate schedule here"));
  checkSize("learning_rates", workload.fixedIterations(), n);
  const std::span<const double> eta = workload.eta();
  const double alpha = workload.alpha();
  const double beta = workload.beta();
  std::vector<double> linear(weights.size());
  std::vector<double> square(weights.size());
  double total = 0;  // sum of weights[i] alpha^(2 (i - a))
  for (std::size_t a = weights.size(); a-- > 0;) {
    total = weights[a] + alpha * alpha * total;
    const double l = a + 1 < weights.size() ? alpha * linear[a + 1] : 0;
    const double q = a + 1 < weights.size() ? square[a + 1] : 0;
    linear[a] = beta * l + eta[a] * total;
    square[a] = beta * beta * q + 2 * beta * eta[a] * l + eta[a] * eta[a] * total;
  }
  const std::size_t p = noisingBands;
  std::vector<double> gram(p * p, 0.0);
  std::vector<double> rho(weights.size(), 0.0);
  double power = 1;  // beta^d
  for (std::size_t d = 0; d < p; ++d) {
    if (control.stopRequested()) return {};
    double sum = 0;
    for (std::size_t a = weights.size(); a-- > d;) {
      sum += power * square[a] + rho[a - d] * linear[a];
      if (a < p) gram[a * p + a - d] = gram[(a - d) * p + a] = sum;
    }
    for (std::size_t b = 0; b + d < weights.size(); ++b) rho[b] = alpha * (rho[b] + eta[b + d] * power);
    power *= beta;
  }
  return gram;
}

ErrorSummary inverseToeplitzError(const InverseToeplitzStrategy& strategy, const Workload& workload,
                                  const RunControl& control) {
  const auto g = strategy.noisingCoefficients();
  const Index n = strategy.iterations();
  const bool scaled = strategy.scaling() == ColumnScaling::Normalized;
  if (!workload.isToeplitz()) {
    const std::vector<double> variances = scaled ? inverseToeplitzVariancesFrom(strategy, workload, 0, control)
                                                 : inverseToeplitzVariances(g, workload, n, control);
    return variances.empty() ? ErrorSummary{} : summaryOf(variances);
  }
  ErrorSummary error;
  if (scaled) {
    const auto p = std::ssize(g);
    const Index plain = firstScaledRow(strategy) < p ? 0 : firstScaledRow(strategy);
    const std::vector<double> variances = inverseToeplitzVariancesFrom(strategy, workload, plain, control);
    if (variances.empty() && plain < n) return error;
    double sum = 0;
    if (plain > 0) {
      sum = static_cast<double>(plain) * inverseToeplitzVariance(g, workload, plain, ErrorObjective::Mean);
      error.variance.max = error.variance.last = inverseToeplitzVariance(g, workload, plain, ErrorObjective::Last);
    }
    for (const double v : variances) {
      sum += v;
      error.variance.max = std::max(error.variance.max, v);
      error.variance.last = v;
    }
    error.variance.mean = sum / static_cast<double>(n);
    error.valid = std::isfinite(sum) && sum > 0;
    return error;
  }
  error.variance.mean = inverseToeplitzVariance(g, workload, n, ErrorObjective::Mean);
  // Later rows of D are longer, so the last variance is the largest.
  error.variance.max = error.variance.last = inverseToeplitzVariance(g, workload, n, ErrorObjective::Last);
  error.valid = std::isfinite(error.variance.max) && error.variance.mean > 0;
  return error;
}

}  // namespace noiseloom
