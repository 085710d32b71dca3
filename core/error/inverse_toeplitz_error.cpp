#include "core/error/inverse_toeplitz_error.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/multiversion.h"
#include "core/error/component_sum.h"
#include "core/error/series_error.h"
#include "core/error/workload_moments.h"

namespace noiseloom {
namespace {

constexpr Index kWorkBetweenPolls = 1 << 20;

template <std::size_t kSize>
using Row = std::array<double, kSize>;
template <std::size_t kSize>
using Matrix = std::array<Row<kSize>, kSize>;

template <std::size_t kSize>
Row<kSize> times(const Row<kSize>& row, const Matrix<kSize>& matrix) {
  Row<kSize> out{};
  for (std::size_t i = 0; i < kSize; ++i) {
    for (std::size_t j = 0; j < kSize; ++j) out[j] += row[i] * matrix[i][j];
  }
  return out;
}

// Sums over steps t = 1 .. size of the row that maps the products of the state now to one of them after t steps of m <-
// beta m, s <- alpha s + m, a <- gamma a + (1 - gamma) s: plain, and weighted with size + 1 - t.
template <std::size_t kSize>
struct Sums {
  double size = 0;
  Row<kSize> plain{};
  Row<kSize> weighted{};
};

// The steps of b, then those of a; advance: b's transition matrix.
template <std::size_t kSize>
Sums<kSize> joined(const Sums<kSize>& a, const Sums<kSize>& b, const Matrix<kSize>& advance) {
  Sums<kSize> out;
  out.size = a.size + b.size;
  const Row<kSize> plain = times(a.plain, advance);
  const Row<kSize> weighted = times(a.weighted, advance);
  for (std::size_t j = 0; j < kSize; ++j) {
    out.plain[j] = b.plain[j] + plain[j];
    out.weighted[j] = b.weighted[j] + a.size * b.plain[j] + weighted[j];
  }
  return out;
}

// Products of the state; without averaging there are the first three.
enum Product : std::size_t {
  MomentumSquare,
  MomentumIterate,
  IterateSquare,
  MomentumAverage,
  IterateAverage,
  AverageSquare,
  ProductCount
};
using Form = Row<ProductCount>;

Product outputOf(const Workload& workload) {
  return workload.averaging() == 0 ? IterateSquare : AverageSquare;
}

template <std::size_t kSize>
Form summedForm(const Matrix<ProductCount>& step, Index count, ErrorObjective objective, Product observed) {
  Matrix<kSize> power{};
  for (std::size_t i = 0; i < kSize; ++i) std::copy_n(step[i].begin(), kSize, power[i].begin());
  Sums<kSize> doubled{1, power[observed], power[observed]};
  Sums<kSize> sums;
  for (Index rest = count; rest > 0; rest /= 2) {
    if (rest % 2 == 1) sums = joined(sums, doubled, power);
    doubled = joined(doubled, doubled, power);
    Matrix<kSize> square;
    for (std::size_t i = 0; i < kSize; ++i) square[i] = times(power[i], power);
    power = square;
  }
  Form form{};
  std::ranges::copy(objective == ErrorObjective::Mean ? sums.weighted : sums.plain, form.begin());
  return form;
}

// The coefficients of the state's products in the sum, over the `count` terms that follow it, of one of them. Nothing
// is negative here, so nothing cancels, however close the poles are to each other or to 1.
Form tailForm(const Workload& workload, Index count, ErrorObjective objective, Product observed) {
  const double alpha = workload.alpha(), beta = workload.beta(), gamma = workload.averaging(), share = 1 - gamma;
  Matrix<ProductCount> step{Form{beta * beta}, Form{beta * beta, alpha * beta},
                            Form{beta * beta, 2 * alpha * beta, alpha * alpha}};
  if (gamma == 0) return summedForm<MomentumAverage>(step, count, objective, observed);
  // The step a <- gamma a + share s, where s is the new one.
  for (std::size_t k = 0; k < MomentumAverage; ++k) {
    step[MomentumAverage][k] = share * step[MomentumIterate][k];
    step[IterateAverage][k] = share * step[IterateSquare][k];
    step[AverageSquare][k] = share * share * step[IterateSquare][k];
  }
  step[MomentumAverage][MomentumAverage] = gamma * beta;
  step[IterateAverage][MomentumAverage] = gamma * beta;
  step[IterateAverage][IterateAverage] = gamma * alpha;
  step[AverageSquare][MomentumAverage] = 2 * share * gamma * beta;
  step[AverageSquare][IterateAverage] = 2 * share * gamma * alpha;
  step[AverageSquare][AverageSquare] = gamma * gamma;
  return summedForm<ProductCount>(step, count, objective, observed);
}

double valueOf(const Form& form, const WorkloadState& state) {
  const auto [m, s, a] = state;
  const double ofIterate = form[MomentumSquare] * m * m + form[MomentumIterate] * m * s + form[IterateSquare] * s * s;
  return ofIterate + (form[MomentumAverage] * m * a + form[IterateAverage] * s * a + form[AverageSquare] * a * a);
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

// inverseToeplitzVariance() with all n terms of w = A g.
double varianceBySeries(std::span<const double> noising, const Workload& workload, Index iterations,
                        ErrorObjective objective, std::span<double> gradient) {
  const bool mean = objective == ErrorObjective::Mean;
  const double scale = mean ? 1 / static_cast<double>(iterations) : 1;
  std::vector<double> w(noising.begin(), noising.end());
  w.resize(iterations, 0.0);
  const double sum = scale * seriesEnergy(workload, w, mean, !gradient.empty());
  if (gradient.empty()) return sum;
  checkSize("gradient", std::ssize(gradient), std::ssize(noising));
  for (std::size_t j = 0; j < gradient.size(); ++j) gradient[j] = scale * w[j];
  return sum;
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
  if (!workload.isRational()) return varianceBySeries(noising, workload, iterations, objective, gradient);
  const bool mean = objective == ErrorObjective::Mean;
  const double scale = mean ? 1 / static_cast<double>(iterations) : 1;
  const double alpha = workload.alpha();
  const double beta = workload.beta();
  const double gamma = workload.averaging();
  const std::size_t p = noising.size();
  const auto weight = [&](std::size_t j) { return mean ? static_cast<double>(iterations - static_cast<Index>(j)) : 1; };
  std::vector<double> w(p);
  WorkloadState state;
  double sum = 0;
  for (std::size_t j = 0; j < p; ++j) {
    state.advance(workload, noising[j]);
    w[j] = state.average;
    sum += weight(j) * state.average * state.average;
  }
  const Form tail = tailForm(workload, iterations - static_cast<Index>(p), objective, outputOf(workload));
  sum += valueOf(tail, state);
  if (gradient.empty()) return scale * sum;
  checkSize("gradient", std::ssize(gradient), static_cast<Index>(p));
  const auto [m, s, a] = state;
  double mBar = 2 * tail[MomentumSquare] * m + tail[MomentumIterate] * s + tail[MomentumAverage] * a;
  double sBar = 2 * tail[IterateSquare] * s + tail[MomentumIterate] * m + tail[IterateAverage] * a;
  double aBar = 2 * tail[AverageSquare] * a + tail[MomentumAverage] * m + tail[IterateAverage] * s;
  for (std::size_t j = p; j-- > 0;) {
    aBar += 2 * weight(j) * w[j];
    sBar += (1 - gamma) * aBar;
    mBar += sBar;
    gradient[j] = scale * mBar;
    mBar *= beta;
    sBar *= alpha;
    aBar *= gamma;
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
  WorkloadState state;
  double sum = 0;  // of squares of the first `done` terms of w
  Index done = 0;
  for (const Index step : steps) {
    checkInteger("step", step, variances.empty() ? 0 : done - 1, kNoLimit - 1, Core::tr("rising steps"));
    if (control.stopRequested()) return {};
    for (; done <= std::min(step, p - 1); ++done) {
      state.advance(workload, noising[done]);
      sum += state.average * state.average;
    }
    const Form tail = tailForm(workload, step + 1 - done, ErrorObjective::Last, outputOf(workload));
    variances.push_back(sum + valueOf(tail, state));
  }
  return variances;
}

// u_i = alpha u_(i-1) + eta_i m_i and m_i = beta m_(i-1) + y_i, y_i = sum_l g_l z_(i-l). With h = g / (1 - beta x), m_i
// = sum_l h_l z_(i-l); Cov(u_(i-1), m_i) = beta Cov(u_(i-1), m_(i-1)) + sum_(l >= 1) g_l Cov(u_(i-1), z_(i-l)). The
// average has the same from row to row, with u_i in the place of h.
std::vector<double> inverseToeplitzVariances(std::span<const double> noising, const Workload& workload,
                                             Index iterations, const RunControl& control) {
  checkArguments(noising, workload, iterations);
  const std::size_t p = noising.size();
  // Oldest first: taps[k] = g_(p-1-k), h[k] = h_(p-2-k), row[k] = Cov(u_i, z_(i-(p-2-k))), k < p - 1.
  const std::vector<double> taps(noising.rbegin(), noising.rend() - 1);
  std::vector<double> h(p - 1);
  std::vector<double> row(p - 1, 0.0);
  std::vector<double> ofAverage(workload.averaging() != 0 ? p - 1 : 0, 0.0);
  double last = 0;  // h_i
  WorkloadMoments moments;
  std::vector<double> variances;
  variances.reserve(iterations);
  StepPoll poll(control, std::ssize(noising), iterations);
  for (Index i = 0; i < iterations; ++i) {
    if (poll.stopsBefore(i)) return {};
    const std::size_t at = i;
    last = workload.beta() * last + (at < p ? noising[at] : 0);
    // For lags beyond i there is no z yet: their h is still 0.
    if (at + 1 < p) h[p - 2 - at] = last;
    const WorkloadStep step = workload.step(i);
    WorkloadState withInput;
    withInput.iterate = moveCovariances(taps.data(), h.data(), workload.alpha(), step.rate, row.data(), p - 1);
    if (!ofAverage.empty())
      withInput.average = moveCovariances(taps.data(), row.data(), step.kept, step.taken, ofAverage.data(), p - 1);
    moments.advanceTo(moments.mm + last * last, workload, withInput, step);
    variances.push_back(moments.aa);
  }
  return variances;
}

Index firstScaledRow(const InverseToeplitzStrategy& strategy) {
  if (strategy.scaling() == ColumnScaling::None) return strategy.iterations();
  return strategy.iterations() - strategy.bands() + 1;
}

// m_i = beta m_(i-1) + y_i, u_i = alpha u_(i-1) + eta_i m_i and a_i = gamma a_(i-1) + (1 - gamma) u_i with y_i = d_i
// sum_l g_l z_(i-l), d_i = 1 / s_i. Before the first rescaled row both are plain convolutions of z, with a state in
// closed form; from there on their covariances with each other and with z_i .. z_(i-p+2) are advanced step by step.
std::vector<double> inverseToeplitzVariancesFrom(const InverseToeplitzStrategy& strategy, const Workload& workload,
                                                 Index first, const RunControl& control) {
  const auto g = strategy.noisingCoefficients();
  const Index n = strategy.iterations();
  const auto p = std::ssize(g);
  checkArguments(g, workload, n);
  checkInteger("first", first, 0, workload.isToeplitz() ? firstScaledRow(strategy) : 0,
               Core::tr("the first scaled row"));
  // Covariances of z_(i-l) with m_i, u_i and a_i, l < p - 1.
  std::vector<WorkloadState> withZ(static_cast<std::size_t>(p - 1));
  WorkloadMoments moments;
  if (first > 0) {
    WorkloadState state;
    for (Index l = 0; l < std::min(first, p); ++l) {
      const std::size_t at = l;
      state.advance(workload, g[at]);
      if (l + 1 < p) withZ[at] = state;
      moments.add(state);
    }
    const auto rest = [&](Product observed) {
      return valueOf(tailForm(workload, std::max<Index>(0, first - p), ErrorObjective::Last, observed), state);
    };
    moments.mm += rest(MomentumSquare);
    moments.mu += rest(MomentumIterate);
    moments.uu += rest(IterateSquare);
    if (workload.averaging() != 0) {
      moments.ma += rest(MomentumAverage);
      moments.ua += rest(IterateAverage);
      moments.aa += rest(AverageSquare);
    }
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
    const WorkloadStep step = workload.step(i);
    WorkloadState withInput;
    for (std::size_t l = 0; l < withZ.size(); ++l) withInput.add(d * g[l + 1], withZ[l]);
    moments.advance(workload, d * d * squares, withInput, step);
    // Before step 0 there is no z.
    for (std::size_t l = std::min(withZ.size(), static_cast<std::size_t>(i) + 1); l-- > 0;) {
      withZ[l] = l > 0 ? withZ[l - 1] : WorkloadState();
      withZ[l].advance(workload, d * g[l], step);
    }
    variances.push_back(moments.aa);
  }
  return variances;
}

// sum_i weights[i] v_i = sum_(l,m) g_l g_m sum_(a >= max(l,m)) G[a, a - |l - m|] with G = A^T diag(weights) A. In the
// rows i >= a, column b = a - d of A is beta^d M + rho U + sigma V, where M = column a, U and V are what 1 in the
// iterate and in the average of row a make of the average of row i, and rho and sigma what column b brings of both: rho
// = sum_(t < d) eta_(b+t) beta^t alpha^(d-t), and sigma likewise. So G[a, a - d] = beta^d MM + rho MU + sigma MV, the
// sums over i of weights[i] times these products. Without averaging, U = alpha^(i - a), and V = 0 for i > a. What a
// step keeps of the average before it belongs to V.
std::vector<double> noisingGram(const Workload& workload, std::span<const double> weights, Index noisingBands,
                                const RunControl& control) {
  const auto n = std::ssize(weights);
  checkInteger("size of weights", n, 1, kNoLimit);
  checkInteger("noising_bands", noisingBands, 1, n, Core::tr("the iterations"));
  checkNotToeplitz(workload);
  if (workload.fixedIterations() > 0) checkSize("learning_rates", workload.fixedIterations(), n);
  const double alpha = workload.alpha();
  const double beta = workload.beta();
  std::vector<double> withAverage(workload.averaging() != 0 ? weights.size() : 0);  // MV
  std::vector<double> linear(weights.size());                                       // MU
  std::vector<double> square(weights.size());                                       // MM
  double averageSquare = 0, iterateAverage = 0, total = 0, momentumAverage = 0;     // VV, UV, UU, MV
  double gamma = 0;                                                                 // what the next step keeps
  for (std::size_t a = weights.size(); a-- > 0;) {
    const auto [eta, kept, share] = workload.step(static_cast<Index>(a));
    averageSquare = weights[a] + gamma * gamma * averageSquare;
    total = share * share * averageSquare + (2 * share * alpha * gamma * iterateAverage + alpha * alpha * total);
    iterateAverage = share * averageSquare + alpha * gamma * iterateAverage;
    const double l = (a + 1 < weights.size() ? alpha * linear[a + 1] : 0) + share * gamma * momentumAverage;
    const double q = a + 1 < weights.size() ? square[a + 1] : 0;
    linear[a] = beta * l + eta * total;
    square[a] = beta * beta * q + 2 * beta * eta * l + eta * eta * total;
    momentumAverage = eta * iterateAverage + beta * gamma * momentumAverage;
    if (!withAverage.empty()) withAverage[a] = momentumAverage;
    gamma = kept;
  }
  const std::size_t p = noisingBands;
  std::vector<double> gram(p * p, 0.0);
  std::vector<double> rho(weights.size(), 0.0);
  std::vector<double> sigma(withAverage.size(), 0.0);
  double power = 1;  // beta^d
  for (std::size_t d = 0; d < p; ++d) {
    if (control.stopRequested()) return {};
    double sum = 0;
    for (std::size_t a = weights.size(); a-- > d;) {
      sum += power * square[a] + rho[a - d] * linear[a];
      if (!sigma.empty()) sum += sigma[a - d] * withAverage[a];
      if (a < p) gram[a * p + a - d] = gram[(a - d) * p + a] = sum;
    }
    for (std::size_t b = 0; b + d < weights.size(); ++b) {
      const WorkloadStep step = workload.step(static_cast<Index>(b + d));
      const double iterate = rho[b] + step.rate * power;
      // The last row is used no more.
      const double kept = b + d + 1 < weights.size() ? workload.step(static_cast<Index>(b + d + 1)).kept : 0;
      if (!sigma.empty()) sigma[b] = kept * (sigma[b] + step.taken * iterate);
      rho[b] = alpha * iterate;
    }
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
