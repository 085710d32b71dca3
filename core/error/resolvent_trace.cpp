#include "core/error/resolvent_trace.h"

#include <cmath>

#include "core/base/multiversion.h"

namespace noiseloom {
namespace {

constexpr std::size_t kVector = 8;

// Rows of the state. Fill is the 2 x 2 lower-triangular factor that the rotations leave in the rows below. Rows of L
// are complete once their columns are; the recursion keeps the variances and the covariance of the last two u = L^-1 z.
enum Quantity : std::size_t {
  kShift,
  kTrace,
  kFillTop,
  kFillBelow,
  kFillCorner,
  kLag1,       // L[i, i-1]
  kLag2,       // L[i, i-2]
  kNextLag2,   // L[i+1, i-1]
  kVariance1,  // of u[i-1]
  kVariance2,  // of u[i-2]
  kCovariance,
  kQuantities
};

NOISELOOM_MULTIVERSION void addColumnTo(double* state, std::size_t count, double x0, double x1, double x2) {
  double* const shift = state + kShift * count;
  double* const trace = state + kTrace * count;
  double* const fillTop = state + kFillTop * count;
  double* const fillBelow = state + kFillBelow * count;
  double* const fillCorner = state + kFillCorner * count;
  double* const lag1 = state + kLag1 * count;
  double* const lag2 = state + kLag2 * count;
  double* const nextLag2 = state + kNextLag2 * count;
  double* const variance1 = state + kVariance1 * count;
  double* const variance2 = state + kVariance2 * count;
  double* const covariance = state + kCovariance * count;
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) {
    // Rotates the shift into the fill, and the fill into the column of B.
    const double t = shift[i];
    const double a0 = fillTop[i];
    const double a1 = fillBelow[i];
    const double corner = fillCorner[i];
    const double inner = std::sqrt(a0 * a0 + t * t);
    const double c1 = a0 / inner;
    const double s1 = t / inner;
    const double diagonal = std::sqrt(x0 * x0 + inner * inner);
    const double c = x0 / diagonal;
    const double s = inner / diagonal;
    const double turned = c1 * a1;
    const double p1 = c * turned - s * x1;
    const double p2 = -s * x2;
    const double q2 = s1 * a1 * (s1 * a1) + corner * corner;
    const double top = std::sqrt(p1 * p1 + q2 + 1e-290);
    fillTop[i] = top;
    fillBelow[i] = p1 * p2 / top;
    fillCorner[i] = std::sqrt(q2) * p2 / top;

    // Row i of L is complete: u_i = (z_i - L[i, i-1] u_{i-1} - L[i, i-2] u_{i-2}) / L[i, i].
    const double inverse = 1 / diagonal;
    const double r1 = -lag1[i] * inverse;
    const double r2 = -lag2[i] * inverse;
    const double here = inverse * inverse + r1 * (r1 * variance1[i] + 2 * r2 * covariance[i]) + r2 * r2 * variance2[i];
    covariance[i] = r1 * variance1[i] + r2 * covariance[i];
    variance2[i] = variance1[i];
    variance1[i] = here;
    trace[i] += here;
    lag1[i] = c * x1 + s * turned;
    lag2[i] = nextLag2[i];
    nextLag2[i] = c * x2;
  }
}

// The same for four diagonals: the fill is the 3 x 3 lower-triangular factor, and three u are kept.
enum WideQuantity : std::size_t {
  kFill = kTrace + 1,                 // by column: of rows 0 1 2, 1 2, 2
  kWideLags = kFill + 6,              // L[i, i-1], L[i, i-2], L[i, i-3]
  kAhead = kWideLags + 3,             // L[i+1, i-1], L[i+1, i-2], L[i+2, i-1]
  kWideVariances = kAhead + 3,        // of u[i-1], u[i-2], u[i-3]
  kCovariances = kWideVariances + 3,  // of u[i-1] with u[i-2] and u[i-3], of u[i-2] with u[i-3]
  kWideQuantities = kCovariances + 3
};

NOISELOOM_MULTIVERSION void addWideColumnTo(double* state, std::size_t count, double x0, double x1, double x2,
                                            double x3) {
  constexpr double kTiny = 1e-290;
  const auto at = [&](std::size_t quantity, std::size_t i) -> double& { return state[quantity * count + i]; };
#pragma omp simd
  for (std::size_t i = 0; i < count; ++i) {
    const double t = at(kShift, i);
    const double a0 = at(kFill, i), a1 = at(kFill + 1, i), a2 = at(kFill + 2, i);
    const double b1 = at(kFill + 3, i), b2 = at(kFill + 4, i), c2 = at(kFill + 5, i);
    // Row 0: the shift into the fill, and the fill into the column of B, which becomes that of L.
    const double inner = std::sqrt(a0 * a0 + t * t);
    const double k1 = a0 / inner, s1 = t / inner;
    const double diagonal = std::sqrt(x0 * x0 + inner * inner);
    const double k = x0 / diagonal, s = inner / diagonal;
    const double f1 = k1 * a1, f2 = k1 * a2;
    const double l1 = k * x1 + s * f1, l2 = k * x2 + s * f2, l3 = k * x3;
    double g1 = k * f1 - s * x1, g2 = k * f2 - s * x2, g3 = -s * x3;
    double t1 = -s1 * a1, t2 = -s1 * a2;
    // Row 1: what is left of the shift's column, then the fill's second column, into its first.
    double norm = std::sqrt(g1 * g1 + t1 * t1 + kTiny);
    double cosine = g1 / norm, sine = t1 / norm;
    const double r2 = cosine * t2 - sine * g2, r3 = -sine * g3;
    g2 = cosine * g2 + sine * t2, g3 = cosine * g3, g1 = norm;
    norm = std::sqrt(g1 * g1 + b1 * b1);
    cosine = g1 / norm, sine = b1 / norm;
    double h2 = cosine * b2 - sine * g2, h3 = -sine * g3;
    g2 = cosine * g2 + sine * b2, g3 = cosine * g3, g1 = norm;
    // Row 2 likewise, and row 3.
    norm = std::sqrt(h2 * h2 + r2 * r2 + kTiny);
    cosine = h2 / norm, sine = r2 / norm;
    const double q3 = cosine * r3 - sine * h3;
    h3 = cosine * h3 + sine * r3, h2 = norm;
    norm = std::sqrt(h2 * h2 + c2 * c2);
    const double p3 = c2 / norm * h3;
    h3 = h2 / norm * h3, h2 = norm;
    at(kFill, i) = g1, at(kFill + 1, i) = g2, at(kFill + 2, i) = g3;
    at(kFill + 3, i) = h2, at(kFill + 4, i) = h3, at(kFill + 5, i) = std::sqrt(p3 * p3 + q3 * q3);

    // Row i of L is complete: u_i = (z_i - sum_k L[i, i-k] u_{i-k}) / L[i, i].
    const double inverse = 1 / diagonal;
    const double w1 = -at(kWideLags, i) * inverse, w2 = -at(kWideLags + 1, i) * inverse;
    const double w3 = -at(kWideLags + 2, i) * inverse;
    const double v1 = at(kWideVariances, i), v2 = at(kWideVariances + 1, i), v3 = at(kWideVariances + 2, i);
    const double c12 = at(kCovariances, i), c13 = at(kCovariances + 1, i), c23 = at(kCovariances + 2, i);
    const double with1 = w1 * v1 + w2 * c12 + w3 * c13, with2 = w1 * c12 + w2 * v2 + w3 * c23;
    const double with3 = w1 * c13 + w2 * c23 + w3 * v3;
    const double here = inverse * inverse + w1 * with1 + w2 * with2 + w3 * with3;
    at(kTrace, i) += here;
    at(kWideVariances + 2, i) = v2, at(kWideVariances + 1, i) = v1, at(kWideVariances, i) = here;
    at(kCovariances + 2, i) = c12, at(kCovariances, i) = with1, at(kCovariances + 1, i) = with2;
    at(kWideLags, i) = l1;
    at(kWideLags + 1, i) = at(kAhead, i), at(kAhead, i) = l2;
    at(kWideLags + 2, i) = at(kAhead + 1, i), at(kAhead + 1, i) = at(kAhead + 2, i), at(kAhead + 2, i) = l3;
  }
}

}  // namespace

ResolventTraces::ResolventTraces(std::span<const double> shifts, Index diagonals)
    : m_diagonals(diagonals),
      m_count((shifts.size() + kVector - 1) / kVector * kVector),
      m_shifts(shifts.size()),
      m_state((diagonals == 4 ? std::size_t{kWideQuantities} : std::size_t{kQuantities}) * m_count, 0.0) {
  for (std::size_t i = 0; i < m_count; ++i) m_state[kShift * m_count + i] = i < m_shifts ? shifts[i] : 1;
}

void ResolventTraces::addColumn(const std::array<double, 4>& column) {
  if (m_diagonals == 4)
    addWideColumnTo(m_state.data(), m_count, column[0], column[1], column[2], column[3]);
  else
    addColumnTo(m_state.data(), m_count, column[0], column[1], column[2]);
}

std::span<const double> ResolventTraces::traces() const {
  return std::span(m_state).subspan(kTrace * m_count, m_shifts);
}

}  // namespace noiseloom
