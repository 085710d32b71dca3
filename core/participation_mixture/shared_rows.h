#pragma once

#include <span>
#include <vector>

#include "core/base/index.h"

namespace noiseloom {

/// Rows of as many numbers each, one per step; neighbours that are equal are kept once.
class SharedRows {
 public:
  explicit SharedRows(Index width = 1) : m_width(width) {}

  /// The row of a step.
  const double* at(Index step) const { return m_values.data() + m_rowOf[step] * m_width; }
  /// Its number among the different rows.
  Index rowOf(Index step) const { return m_rowOf[step]; }
  /// True if a step has the row of the step before.
  bool repeats(Index step) const { return step > 0 && m_rowOf[step] == m_rowOf[step - 1]; }
  /// How many rows differ from the one before.
  Index different() const { return std::ssize(m_values) / m_width; }

  /// For the next step, a row of its own, of `width` numbers.
  void append(std::span<const double> row) {
    m_rowOf.push_back(different());
    m_values.insert(m_values.end(), row.begin(), row.end());
  }
  /// For the next step, the row of the last one.
  void appendSame() { m_rowOf.push_back(m_rowOf.back()); }

 private:
  Index m_width;
  std::vector<double> m_values;
  std::vector<Index> m_rowOf;
};

}  // namespace noiseloom
