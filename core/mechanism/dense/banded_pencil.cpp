#include "core/mechanism/dense/banded_pencil.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/check.h"
#include "core/base/multiversion.h"
#include "core/error/workload_moments.h"
#include "core/linalg/parallel.h"

namespace noiseloom {
namespace {

constexpr Index kStrip = 64;

// b = (L D L^T)^-1 b for n rows of kStrip values, the first `begin` of which are zero; first, second, third: the
// diagonals below that of L.
NOISELOOM_MULTIVERSION
void solveStrip(const double* pivot, const double* first, const double* second, const double* third, Index begin,
                Index n, double* b) {
  for (Index i = begin + 1; i < n; ++i) {
    double* row = b + i * kStrip;
    const double f = first[i], s = i >= begin + 2 ? second[i] : 0, t = i >= begin + 3 ? third[i] : 0;
    const double* two = i >= begin + 2 ? row - 2 * kStrip : row - kStrip;
    for (Index c = 0; c < kStrip; ++c) row[c] -= f * row[c - kStrip] + s * two[c];
    for (Index c = 0; t != 0 && c < kStrip; ++c) row[c] -= t * row[c - 3 * kStrip];
  }
  for (Index i = n - 1; i >= 0; --i) {
    double* row = b + i * kStrip;
    const double scale = 1 / pivot[i], f = i + 1 < n ? first[i + 1] : 0, s = i + 2 < n ? second[i + 2] : 0;
    const double t = i + 3 < n ? third[i + 3] : 0;
    const double* one = i + 1 < n ? row + kStrip : row;
    const double* two = i + 2 < n ? row + 2 * kStrip : row;
    for (Index c = 0; c < kStrip; ++c) row[c] = scale * row[c] - (f * one[c] + s * two[c]);
    for (Index c = 0; t != 0 && c < kStrip; ++c) row[c] -= t * row[c + 3 * kStrip];
  }
}

Index strips(Index n) {
  return (n + kStrip - 1) / kStrip;
}

}  // namespace

struct BandedPencil::Factor {
  explicit Factor(std::size_t n) : pivot(n), first(n), second(n), third(n) {}
  void solve(Index begin, double* strip) const {
    solveStrip(pivot.data(), first.data(), second.data(), third.data(), begin, std::ssize(pivot), strip);
  }
  std::vector<double> pivot;   // D
  std::vector<double> first;   // L[i, i - 1]
  std::vector<double> second;  // L[i, i - 2]
  std::vector<double> third;   // L[i, i - 3]
};

BandedPencil::BandedPencil(const Workload& workload, std::span<const double> weights, Side side)
    : m_workload(workload), m_weights(weights.begin(), weights.end()), m_side(side) {
  const auto n = std::ssize(weights);
  checkInteger("size of weights", n, 1, kNoLimit);
  for (auto& diagonal : m_diagonal) diagonal.assign(weights.size(), 0.0);
  const Index bands = workload.inverseBands();
  // Rows i, i - 1, i - 2, i - 3 of A^-1, by lag.
  using Lags = std::array<double, kMostInverseBands>;
  std::array<Lags, kMostInverseBands> rows{};
  for (Index i = 0; i < n; ++i) {
    const std::size_t at = i;
    checkPositive("weights", weights[at]);
    rows = {Lags{}, rows[0], rows[1], rows[2]};
    workload.inverseRow(i, std::span(rows[0]).first(bands));
    const auto last = static_cast<std::size_t>(std::min<Index>(i, kMostInverseBands - 1));
    for (std::size_t lag = 0; lag <= last; ++lag) {
      for (std::size_t k = lag; k <= last; ++k) {
        if (side == Side::Columns)
          m_diagonal[lag][at] += rows[0][k] * rows[lag][k - lag] / weights[at - k];
        else  // row i of A^-1 adds to the entries (i - k + lag, i - k)
          m_diagonal[lag][at - k + lag] += rows[0][k - lag] * rows[0][k] / weights[at];
      }
    }
  }
}

BandedPencil::Factor BandedPencil::factor(std::span<const double> m, double shift) const {
  Factor f(m.size());
  for (std::size_t i = 0; i < m.size(); ++i) {
    double first = m_diagonal[1][i];
    double pivot = m_diagonal[0][i] + shift * m[i];
    if (i >= 2) {
      double second = m_diagonal[2][i];
      if (i >= 3) {
        f.third[i] = m_diagonal[3][i] / f.pivot[i - 3];
        second -= f.third[i] * f.pivot[i - 3] * f.first[i - 2];
        first -= f.third[i] * f.pivot[i - 3] * f.second[i - 1];
        pivot -= f.third[i] * f.third[i] * f.pivot[i - 3];
      }
      f.second[i] = second / f.pivot[i - 2];
      first -= f.second[i] * f.pivot[i - 2] * f.first[i - 1];
      pivot -= f.second[i] * f.second[i] * f.pivot[i - 2];
    }
    if (i >= 1) {
      f.first[i] = first / f.pivot[i - 1];
      pivot -= f.first[i] * first;
    }
    f.pivot[i] = pivot;
  }
  return f;
}

std::vector<double> BandedPencil::inverseDiagonal(const Factor& f) const {
  // The entries of the inverse within the band, from the last row up (Takahashi).
  const std::size_t n = f.pivot.size();
  std::vector<double> diagonal(n), next(n), second(n);  // entries (i, i), (i, i + 1), (i, i + 2)
  for (std::size_t i = n; i-- > 0;) {
    const double one = i + 1 < n ? f.first[i + 1] : 0, two = i + 2 < n ? f.second[i + 2] : 0;
    const double below = i + 1 < n ? diagonal[i + 1] : 0, further = i + 2 < n ? diagonal[i + 2] : 0;
    const double between = i + 2 < n ? next[i + 1] : 0;
    const double three = i + 3 < n ? f.third[i + 3] : 0, last = i + 3 < n ? diagonal[i + 3] : 0;
    const double apart = i + 3 < n ? second[i + 1] : 0, beside = i + 3 < n ? next[i + 2] : 0;
    next[i] = -one * below - two * between - three * apart;
    second[i] = -one * between - two * further - three * beside;
    diagonal[i] =
        1 / f.pivot[i] - one * next[i] - two * second[i] - three * (-one * apart - two * beside - three * last);
  }
  return diagonal;
}

// sum_ij p_i A_ij^2 m_j (p and m exchanged when reversed), all terms positive: by the second moments of the two states
// of the workload's recurrence.
double BandedPencil::inverseTrace(std::span<const double> m) const {
  const std::span<const double> rows = m_side == Side::Columns ? std::span<const double>(m_weights) : m;
  const std::span<const double> columns = m_side == Side::Columns ? m : std::span<const double>(m_weights);
  double trace = 0;
  WorkloadMoments moments;
  for (std::size_t i = 0; i < m.size(); ++i) {
    moments.advance(m_workload, columns[i], {}, m_workload.step(static_cast<Index>(i)));
    trace += rows[i] * moments.aa;
  }
  return trace;
}

std::pair<double, double> BandedPencil::eigenvalueBounds(std::span<const double> m) const {
  double most = 0;
  const std::size_t n = m.size();
  const auto size = [&](std::size_t i, std::size_t lag) {
    return std::abs(m_diagonal[lag][i]) / std::sqrt(m[i] * m[i - lag]);
  };
  for (std::size_t i = 0; i < n; ++i) {
    double sum = size(i, 0);
    for (std::size_t lag = 1; lag < kMostInverseBands; ++lag) {
      if (i >= lag) sum += size(i, lag);
      if (i + lag < n) sum += size(i + lag, lag);
    }
    most = std::max(most, sum);
  }
  // Gershgorin's bound above; the reciprocal of the inverse's trace below.
  return {std::min(1 / inverseTrace(m), most), most};
}

std::vector<RootNode> BandedPencil::rootNodes(std::span<const double> m, int nodes) const {
  const auto [least, most] = eigenvalueBounds(m);
  return inverseRootNodes(least, most, nodes);
}

std::vector<double> BandedPencil::rootDiagonal(std::span<const double> m, std::span<const RootNode> nodes) const {
  std::vector<double> sum(m.size(), 0.0);
  for (const RootNode& node : nodes) {
    const std::vector<double> diagonal = inverseDiagonal(factor(m, node.shift));
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += node.weight * diagonal[i];
  }
  return sum;
}

bool BandedPencil::root(std::span<const double> m, std::span<const RootNode> nodes, SquareMatrix& out,
                        const RunControl& control) const {
  const Index n = out.size;
  std::vector<Factor> factors;
  for (const RootNode& node : nodes) factors.push_back(factor(m, node.shift));
  return parallelFor(
      strips(n), control,
      [&](Index strip) {
        const Index column = strip * kStrip, width = std::min(kStrip, n - column);
        std::vector<double> part(n * kStrip), sum(part.size(), 0.0);
        for (std::size_t j = 0; j < nodes.size() && !control.stopRequested(); ++j) {
          std::fill(part.begin(), part.end(), 0.0);
          for (Index c = 0; c < width; ++c) part[(column + c) * kStrip + c] = nodes[j].weight;
          factors[j].solve(column, part.data());
          for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
        }
        for (Index i = 0; i < n; ++i) std::copy_n(sum.data() + i * kStrip, width, out.row(i) + column);
      },
      n * n);
}

bool BandedPencil::rootDerivative(std::span<const double> m, std::span<const RootNode> nodes, const SquareMatrix& r,
                                  SquareMatrix& out, SquareMatrix& work, const RunControl& control) const {
  const Index n = r.size;
  for (std::size_t j = 0; j < nodes.size(); ++j) {
    const Factor f = factor(m, nodes[j].shift);
    const double weight = nodes[j].weight * nodes[j].shift;
    const auto solved = [&](const SquareMatrix& from, Index column, Index width) {
      std::vector<double> part(n * kStrip, 0.0);
      for (Index i = 0; i < n; ++i) std::copy_n(from.row(i) + column, width, part.data() + i * kStrip);
      f.solve(0, part.data());
      return part;
    };
    // B R transposed, then B times that: B R B, as R is symmetric.
    bool finished = parallelFor(
        strips(n), control,
        [&](Index strip) {
          const Index column = strip * kStrip, width = std::min(kStrip, n - column);
          const std::vector<double> part = solved(r, column, width);
          for (Index c = 0; c < width; ++c) {
            double* row = work.row(column + c);
            for (Index i = 0; i < n; ++i) row[i] = part[i * kStrip + c];
          }
        },
        n * n);
    finished = finished && parallelFor(
                               strips(n), control,
                               [&](Index strip) {
                                 const Index column = strip * kStrip, width = std::min(kStrip, n - column);
                                 const std::vector<double> part = solved(work, column, width);
                                 for (Index i = 0; i < n; ++i) {
                                   double* row = out.row(i) + column;
                                   const double* from = part.data() + i * kStrip;
                                   for (Index c = 0; c < width; ++c) row[c] = weight * from[c] + (j == 0 ? 0 : row[c]);
                                 }
                               },
                               n * n);
    if (!finished) return false;
  }
  return true;
}

}  // namespace noiseloom
