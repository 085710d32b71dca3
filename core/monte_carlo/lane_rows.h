#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/monte_carlo/lanes.h"

namespace noiseloom {

/// A matrix whose rows are short runs, times kLanes vectors at once. Rows go in groups of four that share the columns
/// from the first to the last that any of them has; groups that are alike share their coefficients.
class LaneRows {
 public:
  /// The next row: values in columns begin and on.
  void append(Index begin, std::span<const double> values);
  /// The last row again, one column further.
  void appendMoved();
  /// After the last row; only then multiply().
  void finish();

  /// Multiply-adds of one product.
  Index work() const { return m_work; }
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
    std::shared_ptr<const std::vector<double>> values;
  };

  void wait(Row row);

  std::vector<Row> m_waiting;
  Row m_last{};
  Index m_moved = 0;  // rows since the last one that appendMoved() did not make
  std::vector<Group> m_groups;
  std::vector<double> m_coefficients;
  Index m_work = 0;
};

}  // namespace noiseloom
