#include "core/balls_in_bins/sampling/profile_factor.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/base/multiversion.h"

namespace noiseloom {
namespace {

constexpr Index kRows = 4;
constexpr Index kStrip = 16;  // lanes whose sums stay in registers
constexpr double kLeastPivot = 1e-14;
constexpr double kMostNegativePivot = 1e-9;

double dot(const double* a, const double* b, Index count) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (Index i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

NOISELOOM_MULTIVERSION
void multiplyRows(const double* coefficients, const double* in, Index count, double* out, Index rows) {
  for (Index strip = 0; strip < kLanes; strip += kStrip) {
    double sums[kRows][kStrip] = {};
    const double* c = coefficients;
    const double* x = in + strip;
    for (Index j = 0; j < count; ++j, c += kRows, x += kLanes) {
#pragma GCC unroll 4
      for (Index r = 0; r < kRows; ++r) {
#pragma omp simd
        for (Index l = 0; l < kStrip; ++l) sums[r][l] += c[r] * x[l];
      }
    }
    for (Index r = 0; r < rows; ++r) {
      for (Index l = 0; l < kStrip; ++l) out[r * kLanes + strip + l] = sums[r][l];
    }
  }
}

}  // namespace

ProfileFactor::ProfileFactor(const std::vector<double>& values, Index size, const RunControl& control) {
  std::vector<double> lower;
  lower.reserve(values.size());
  std::vector<Index> first(static_cast<std::size_t>(size));
  double greatest = 0;
  for (Index i = 0; i < size; ++i) greatest = std::max(greatest, values[static_cast<std::size_t>(i * (size + 1))]);
  for (Index i = 0; i < size; ++i) {
    if (control.stopRequested()) return;
    lower.insert(lower.end(), values.begin() + i * size, values.begin() + (i + 1) * size);
    double* row = lower.data() + i * size;
    Index begin = 0;
    while (begin < i && row[begin] == 0) ++begin;
    first[static_cast<std::size_t>(i)] = begin;
    for (Index j = begin; j < i; ++j) {
      const double* other = lower.data() + j * size;
      const Index from = std::max(begin, first[static_cast<std::size_t>(j)]);
      if (from < j) row[j] -= dot(row + from, other + from, j - from);
      row[j] /= other[j];
    }
    const double pivot = row[i] - dot(row + begin, row + begin, i - begin);
    if (!(pivot > -kMostNegativePivot * greatest)) {
      throw InvalidArgument("gram", {Core::tr("pivot %1 at bin %2"), pivot, i},
                            Core::tr("a positive semidefinite matrix"));
    }
    row[i] = std::sqrt(std::max(pivot, kLeastPivot * greatest));
  }
  m_size = size;
  pack(lower, first);
}

void ProfileFactor::pack(const std::vector<double>& lower, const std::vector<Index>& first) {
  for (Index top = 0; top < m_size; top += kRows) {
    const Index end = std::min(m_size, top + kRows);
    Index begin = top;
    for (Index i = top; i < end; ++i) begin = std::min(begin, first[static_cast<std::size_t>(i)]);
    m_groups.push_back({begin, end, m_coefficients.size()});
    for (Index j = begin; j < end; ++j) {
      for (Index i = top; i < top + kRows; ++i) {
        m_coefficients.push_back(i < end && j <= i && j >= first[static_cast<std::size_t>(i)]
                                     ? lower[static_cast<std::size_t>(i * m_size + j)]
                                     : 0);
      }
    }
  }
}

void ProfileFactor::multiply(const double* in, double* out) const {
  for (std::size_t g = 0; g < m_groups.size(); ++g) {
    const Group& group = m_groups[g];
    const Index top = static_cast<Index>(g) * kRows;
    multiplyRows(m_coefficients.data() + group.offset, in + group.begin * kLanes, group.end - group.begin,
                 out + top * kLanes, group.end - top);
  }
}

}  // namespace noiseloom
