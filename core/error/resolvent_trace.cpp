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

}  // namespace

ResolventTraces::ResolventTraces(std::span<const double> shifts)
    : m_count((shifts.size() + kVector - 1) / kVector * kVector),
      m_shifts(shifts.size()),
      m_state(kQuantities * m_count, 0.0) {
  for (std::size_t i = 0; i < m_count; ++i) m_state[kShift * m_count + i] = i < m_shifts ? shifts[i] : 1;
}

void ResolventTraces::addColumn(double diagonal, double below, double secondBelow) {
  addColumnTo(m_state.data(), m_count, diagonal, below, secondBelow);
}

std::span<const double> ResolventTraces::traces() const {
  return std::span(m_state).subspan(kTrace * m_count, m_shifts);
}

}  // namespace noiseloom
