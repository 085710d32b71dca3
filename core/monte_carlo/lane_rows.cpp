#include "core/monte_carlo/lane_rows.h"

#include <algorithm>
#include <utility>

#include "core/base/multiversion.h"

namespace noiseloom {
namespace {

constexpr Index kRows = 4;
constexpr Index kStrip = 16;  // lanes whose sums stay in registers

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

void LaneRows::append(Index begin, std::span<const double> values) {
  m_moved = 0;
  wait({begin, std::make_shared<const std::vector<double>>(values.begin(), values.end())});
}

void LaneRows::appendMoved() {
  ++m_moved;
  wait({m_last.begin + 1, m_last.values});
}

void LaneRows::wait(Row row) {
  m_last = row;
  m_waiting.push_back(std::move(row));
  if (std::ssize(m_waiting) == kRows) finish();
}

void LaneRows::finish() {
  if (m_waiting.empty()) return;
  Group group{m_waiting.front().begin, 0, std::ssize(m_waiting), m_coefficients.size()};
  for (const Row& row : m_waiting) {
    group.begin = std::min(group.begin, row.begin);
    group.end = std::max(group.end, row.begin + std::ssize(*row.values));
  }
  m_work += kRows * (group.end - group.begin);
  // All rows of this group and of the one before are the same but for their columns.
  const bool again = group.rows == kRows && m_moved >= 2 * kRows - 1;
  if (again) {
    group.offset = m_groups.back().offset;
  } else {
    m_coefficients.resize(group.offset + static_cast<std::size_t>(kRows * (group.end - group.begin)), 0.0);
  }
  for (Index r = 0; r < group.rows && !again; ++r) {
    const Row& row = m_waiting[r];
    for (Index j = 0; j < std::ssize(*row.values); ++j) {
      m_coefficients[group.offset + static_cast<std::size_t>(kRows * (row.begin + j - group.begin) + r)] =
          (*row.values)[j];
    }
  }
  m_groups.push_back(group);
  m_waiting.clear();
}

void LaneRows::multiply(const double* in, double* out) const {
  Index row = 0;
  for (const Group& group : m_groups) {
    multiplyRows(m_coefficients.data() + group.offset, in + group.begin * kLanes, group.end - group.begin,
                 out + row * kLanes, group.rows);
    row += group.rows;
  }
}

}  // namespace noiseloom
