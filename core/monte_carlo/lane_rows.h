#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/monte_carlo/lanes.h"

namespace noiseloom {

/// A matrix whose rows are short runs, times kLanes vectors at once. Rows go in groups of four that share the columns
/// from the first to the last that any of them has.
class LaneRows {
 public:
  /// The next row: values in columns begin and on.
  void append(Index begin, std::span<const double> values);
  /// After the last row; only then multiply().
  void finish();

  /// Multiply-adds of one product.
  Index work() const { return std::ssize(m_coefficients); }
  /// out = this times in, value i of vector l at i kLanes + l; 64-byte aligned, in is not out.
  void multiply(const double* in, double* out) const;

 private:
  // Coefficient j of row r of the group at offset + 4 (j - begin) + r.
  struct Group {
    Index begin;
    Index end;
    Index rows;
    std::size_t offset;
  };
  struct Row {
    Index begin;
    std::vector<double> values;
  };

  std::vector<Row> m_waiting;
  std::vector<Group> m_groups;
  std::vector<double> m_coefficients;
};

}  // namespace noiseloom
