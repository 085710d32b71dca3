#include "core/error/nuclear_norm.h"

#include <Eigen/SVD>
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <vector>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/error/resolvent_trace.h"
#include "core/linalg/eigenvalues.h"
#include "core/linalg/real_fft.h"

namespace noiseloom {
namespace {

constexpr Index kExactTerms = 4096;
constexpr Index kMostRows = Index{1} << 18;
constexpr Index kPollRows = 1 << 14;
constexpr double kStep = 0.35;  // of the rule over log t: its error is 4 exp(-pi^2 / step), 2e-12
constexpr double kMargin = 9;   // in log t beyond the singular values; the rest is a geometric series

// sum_{j=1}^n 1/(2j-1) = (psi(n + 1/2) + gamma)/2 + ln 2; asymptotic series, full double precision from n = 1000.
double oddHarmonic(double n) {
  const double inverse = 1 / (n * n);
  return 0.5 * (std::log(n) + std::numbers::egamma) + std::numbers::ln2 + inverse / 48 - 7 * inverse * inverse / 1920;
}

// Columns of A^-1 in order: A^-1[j .. j + 3, j].
using Diagonals = std::array<double, kMostInverseBands>;
class InverseColumns {
 public:
  InverseColumns(const Workload& workload, Index iterations) : m_workload(workload), m_iterations(iterations) {
    for (Index row = 0; row < kMostInverseBands; ++row) read(row);
  }
  Diagonals next() {
    const Diagonals column{m_rows[0][0], m_rows[1][1], m_rows[2][2], m_rows[3][3]};
    std::shift_left(m_rows.begin(), m_rows.end(), 1);
    read(++m_last);
    return column;
  }

 private:
  void read(Index row) {
    Diagonals& values = m_rows[std::min<Index>(row, kMostInverseBands - 1)];
    values = {};
    if (row < m_iterations)
      m_workload.inverseRow(row, std::span(values.data(), static_cast<std::size_t>(m_workload.inverseBands())));
  }

  const Workload& m_workload;
  Index m_iterations;
  Index m_last = kMostInverseBands - 1;
  std::array<Diagonals, kMostInverseBands> m_rows{};
};

// The range of log t that the rule must cover for the singular values of B = A^-1.
std::vector<double> logShifts(const Workload& workload, Index iterations) {
  std::vector<double> sums(iterations, 1.0);
  workload.multiply(sums, sums);
  const double n = static_cast<double>(iterations);
  const double least = 1 / (std::sqrt(n) * *std::max_element(sums.begin(), sums.end()));  // ||A|| <= sqrt(n) ||A||_inf
  // ||B||^2 <= ||B||_1 ||B||_inf <= diagonals^2 max |B_ij|^2
  const auto diagonals = static_cast<double>(std::max<Index>(workload.inverseBands(), 3));
  double most = 0;
  InverseColumns columns(workload, iterations);
  for (Index j = 0; j < iterations; ++j) {
    for (const double value : columns.next()) most = std::max(most, diagonals * std::abs(value));
  }
  std::vector<double> logs;
  const double first = std::log(least) - kMargin;
  const auto steps = static_cast<Index>(std::ceil((std::log(most) + kMargin - first) / kStep)) + 1;
  for (Index i = 0; i < steps; ++i) logs.push_back(first + static_cast<double>(i) * kStep);
  return logs;
}

// sum_i 1/s_i = (2/pi) integral over t > 0 of tr (B B^T + t^2 I)^-1 by the trapezoid rule in x = log t: a singular
// value s adds sech(x - log s) / (2 s) to the integrand.
double integratedNuclearNorm(const Workload& workload, Index iterations, const RunControl& control) {
  const std::vector<double> logs = logShifts(workload, iterations);
  std::vector<double> shifts(logs.size());
  std::transform(logs.begin(), logs.end(), shifts.begin(), [](double x) { return std::exp(x); });
  ResolventTraces resolvent(shifts, std::max<Index>(workload.inverseBands(), 3));
  InverseColumns columns(workload, iterations);
  for (Index j = 0; j < iterations; ++j) {
    if (j % kPollRows == 0 && control.stopRequested()) return 0;
    resolvent.addColumn(columns.next());
  }
  const std::span<const double> traces = resolvent.traces();
  double sum = 0;
  for (std::size_t i = 0; i < shifts.size(); ++i) sum += shifts[i] * traces[i];
  // Below the shifts the trace is constant, above them it falls like n / t^2.
  sum += (shifts.front() * traces.front() + static_cast<double>(iterations) / shifts.back()) / std::expm1(kStep);
  const double norm = 2 / std::numbers::pi * kStep * sum;
  // Squares overflow if rates differ by a hundred powers of ten; 0 is then the bound.
  return std::isfinite(norm) ? norm : 0;
}

// sum_{i=1}^n (term(i) - less(i)) for two decreasing functions, from below: in blocks of indices that grow with i, each
// index counts as the last one for `term` and as the first one for `less`, which gets both.
template <class Term, class Less>
double decreasingSum(Index count, const Term& term, const Less& less) {
  double sum = 0;
  for (Index first = 1; first <= count;) {
    const Index last = std::min(count, first + first / 8192);
    sum += static_cast<double>(last - first + 1) * (term(last) - less(first, last));
    first = last + 1;
  }
  return sum;
}

// 1 + rate^2 - 2 rate cos p, of the sine of p / 2.
double factor(double rate, double halfSine) {
  return (1 - rate) * (1 - rate) + 4 * rate * halfSine * halfSine;
}

// As nuclearNormLowerBound() has it for two poles, with P = (I - beta S)(I - gamma S) in the place of I - beta S: P^T P
// is at most the Toeplitz matrix of |(1 - beta x)(1 - gamma x)|^2, which is T_beta T_gamma but for beta gamma in the
// first and the last entry of the diagonal. The trace of the power -1/2 is convex: it is at least its value without
// these, minus the derivative in their direction. The eigenvectors' end entries are 2/(n + 1) sin^2 p, squared.
double threePoleBound(double alpha, double beta, double gamma, Index iterations) {
  const double n = static_cast<double>(iterations);
  const auto angle = [n](Index i) { return static_cast<double>(i) * std::numbers::pi / (n + 1); };
  const double sum = decreasingSum(
      iterations,
      [&](Index i) {
        const double halfSine = std::sin(angle(i) / 2);
        return 1 / std::sqrt(factor(alpha, halfSine) * factor(beta, halfSine) * factor(gamma, halfSine));
      },
      [&](Index first, Index last) {
        const double halfSine = std::sin(angle(first) / 2);
        const double endSquared = 2 / (n + 1) * std::min(1.0, angle(last) * angle(last));
        const double others = factor(beta, halfSine) * factor(gamma, halfSine);
        return beta * gamma * endSquared / (std::sqrt(factor(alpha, halfSine)) * std::pow(others, 1.5));
      });
  return std::max(sum, 0.0);
}

// A Toeplitz matrix with its rows reversed is symmetric: the sum of its eigenvalues' magnitudes.
double eigenvalueNuclearNorm(std::span<const double> coefficients) {
  const auto n = std::ssize(coefficients);
  std::vector<double> reversed(n * n, 0.0);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n - i; ++j) reversed[i * n + j] = coefficients[n - 1 - i - j];
  }
  double sum = 0;
  for (const double value : symmetricEigen(reversed, n, EigenParts::Values).values) sum += std::abs(value);
  return sum;
}

// ||A||_* >= <A, Q> for every Q of norm 1 at most, such as a block of a circulant matrix whose spectrum has modulus 1:
// here the phases of A's generating function, whose terms fall linearly to 0, so that it has no ripple.
double phaseBound(std::span<const double> coefficients) {
  constexpr double kRounding = 1e-9;
  const auto n = std::ssize(coefficients);
  const double size = static_cast<double>(n);
  RealFft fft(RealFft::goodSize(4 * n));
  const auto values = fft.values();
  std::ranges::fill(values, 0.0);
  for (Index l = 0; l < n; ++l) values[l] = (1 - static_cast<double>(l) / size) * coefficients[l];
  fft.forward();
  for (std::complex<double>& value : fft.spectrum()) {
    const double modulus = std::abs(value);
    value = modulus > 0 ? value / modulus : 0;
  }
  fft.inverse();
  double sum = 0;
  for (Index l = 0; l < n; ++l) sum += static_cast<double>(n - l) * coefficients[l] * fft.values()[l];
  return std::max(0.0, sum / static_cast<double>(fft.size()) * (1 - kRounding));
}

// By the square roots of the eigenvalues of A^T A. The nuclear norm is also at least the sum of the eigenvalues of A,
// which stand on its diagonal, and at least ||A||_F^2 / ||A||, where ||A||^2 is at most the largest sum of magnitudes
// in a row times that in a column: for more rows, the larger one.
double nuclearNormOfMatrix(const Workload& workload, Index iterations) {
  constexpr Index kMostSingularValues = 512;
  constexpr double kRounding = 1e-9;
  const Index n = iterations;
  const std::span<const double> rows = workload.given();
  double diagonal = 0, squares = 0, most = 0;
  std::vector<double> columns(n, 0.0);
  for (Index i = 0; i < n; ++i) {
    double sum = 0;
    for (Index j = 0; j <= i; ++j) {
      const double entry = std::abs(rows[i * (i + 1) / 2 + j]);
      sum += entry;
      columns[j] += entry;
      squares += entry * entry;
    }
    diagonal += rows[i * (i + 1) / 2 + i];
    most = std::max(most, sum);
  }
  const double least = std::max(diagonal, squares / std::sqrt(most * *std::ranges::max_element(columns)));
  if (n > kMostSingularValues) return least * (1 - kRounding);
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j <= i; ++j) matrix(i, j) = rows[i * (i + 1) / 2 + j];
  }
  // Each singular value is off by a few units of rounding times the largest one and n, at most.
  constexpr double kUnits = 8;
  const auto count = static_cast<double>(n);
  const double rounding = kUnits * count * std::numeric_limits<double>::epsilon() * std::sqrt(squares);
  const double sum = Eigen::BDCSVD<Eigen::MatrixXd>(matrix).singularValues().sum() - count * rounding;
  return std::max(least, sum) * (1 - kRounding);
}

double nuclearNormOfCoefficients(const Workload& workload, Index iterations) {
  constexpr Index kMostEigenvalues = 384;
  std::vector<double> coefficients(iterations);
  workload.coefficients(0, coefficients);
  return iterations <= kMostEigenvalues ? eigenvalueNuclearNorm(coefficients) : phaseBound(coefficients);
}

}  // namespace

double prefixNuclearNorm(Index iterations) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  const double n = static_cast<double>(iterations);
  const double step = std::numbers::pi / (4 * n + 2);
  if (iterations <= kExactTerms) {
    double sum = 0;
    for (Index j = 1; j <= iterations; ++j) sum += 0.5 / std::sin(static_cast<double>(2 * j - 1) * step);
    return sum;
  }
  // 1/sin t = 1/t + f(t): the first part sums in closed form; the smooth rest is a midpoint rule of width 2 step, whose
  // Euler-Maclaurin series gives the sum from the integral.
  const double end = 2 * n * step;
  const double sine = std::sin(end);
  const double integral = std::log(std::tan(end / 2)) - std::log(end) + std::numbers::ln2;
  const double slopeEnd = -std::cos(end) / (sine * sine) + 1 / (end * end);
  const double width = 2 * step;
  const double smooth = (integral - width * width / 24 * (slopeEnd - 1.0 / 6)) / width;
  return 0.5 * (oddHarmonic(n) / step + smooth);
}

double nuclearNormLowerBound(const Workload& workload, Index iterations) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  const double alpha = workload.alpha();
  const double gamma = workload.averaging();
  const bool three = gamma != 0 && workload.beta() != 0;
  const double beta = workload.beta() != 0 ? workload.beta() : gamma;  // two poles count alike
  if (!workload.isToeplitz())
    throw InvalidArgument("workload", Core::tr("a learning-rate schedule"), Core::tr("a Toeplitz workload here"));
  // With S the shift, B = (I - beta S)(I - alpha S). (I - alpha S)(I - alpha S)^T is at most the matrix T_alpha with 1
  // + alpha^2 on the diagonal and -alpha beside it, from which it differs in one corner; (I - beta S)^T (I - beta S) is
  // at most T_beta. T_alpha and T_beta commute, so the i-th eigenvalue of B B^T is at most (1 + alpha^2 - 2 alpha cos
  // p)(1 + beta^2 - 2 beta cos p), p = i pi / (n + 1).
  const double n = static_cast<double>(iterations);
  const auto none = [](Index, Index) { return 0.0; };
  if (three) return (1 - gamma) * threePoleBound(alpha, beta, gamma, iterations);
  const double commuting = decreasingSum(
      iterations,
      [&](Index i) {
        const double halfSine = std::sin(static_cast<double>(i) * std::numbers::pi / (2 * n + 2));
        return 1 / std::sqrt(factor(alpha, halfSine) * factor(beta, halfSine));
      },
      none);
  if (alpha != 1) return (1 - gamma) * commuting;
  // E = (I - S)^T (I - S) has eigenvalues m_j = 4 sin^2(p/2), p = (2j - 1) pi / (2n + 1), and eigenvectors of last
  // entry squared 4/(2n + 1) cos^2(p/2). B B^T has the eigenvalues of E^(1/2) N E^(1/2) with N = (I - beta S)(I - beta
  // S)^T at most (1 - beta)^2 I + beta E + beta e e^T, e the last unit vector. The trace of the power -1/2 is convex:
  // it is at least its value without e e^T, minus the derivative in that direction.
  const auto halfSineAt = [n](Index j) {
    return std::sin((2 * static_cast<double>(j) - 1) * std::numbers::pi / (4 * n + 2));
  };
  const double convex = decreasingSum(
      iterations,
      [&](Index j) {
        const double halfSine = halfSineAt(j);
        return 0.5 / (halfSine * std::sqrt(factor(beta, halfSine)));
      },
      [&](Index j, Index) {
        const double halfSine = halfSineAt(j);
        const double lastSquared = 4 / (2 * n + 1) * (1 - halfSine * halfSine);
        return beta * lastSquared / (4 * halfSine * std::pow(factor(beta, halfSine), 1.5));
      });
  return (1 - gamma) * std::max(commuting, convex);
}

double nuclearNorm(const Workload& workload, Index iterations, const RunControl& control) {
  checkInteger("iterations", iterations, 1, kNoLimit);
  if (workload.name() == "prefix") return prefixNuclearNorm(iterations);
  if (workload.isMatrix()) return nuclearNormOfMatrix(workload, iterations);
  if (!workload.isRational()) return nuclearNormOfCoefficients(workload, iterations);
  if (workload.isToeplitz() && iterations > kMostRows) return nuclearNormLowerBound(workload, iterations);
  return integratedNuclearNorm(workload, iterations, control);
}

}  // namespace noiseloom
