#include "core/balls_in_bins/sampling/profile_factor.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/base/check.h"
#include "core/base/errors.h"

namespace noiseloom {
namespace {

constexpr double kLeastPivot = 1e-14;
constexpr double kMostNegativePivot = 1e-9;

double dot(const double* a, const double* b, Index count) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (Index i = 0; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

ProfileFactor::ProfileFactor(const std::vector<double>& values, Index size, const RunControl& control) {
  std::vector<double> lower;
  lower.reserve(values.size());
  std::vector<Index> first(size);
  double greatest = 0;
  for (Index i = 0; i < size; ++i) greatest = std::max(greatest, values[i * (size + 1)]);
  for (Index i = 0; i < size; ++i) {
    if (control.stopRequested()) return;
    lower.insert(lower.end(), values.begin() + i * size, values.begin() + (i + 1) * size);
    double* row = lower.data() + i * size;
    Index begin = 0;
    while (begin < i && row[begin] == 0) ++begin;
    first[i] = begin;
    for (Index j = begin; j < i; ++j) {
      const double* other = lower.data() + j * size;
      const Index from = std::max(begin, first[j]);
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
  for (Index i = 0; i < m_size; ++i) {
    const Index begin = first[i];
    m_rows.append(begin, std::span(lower).subspan(i * m_size + begin, static_cast<std::size_t>(i + 1 - begin)));
  }
  m_rows.finish();
}

}  // namespace noiseloom
