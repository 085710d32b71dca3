#pragma once

#include <optional>

#include "core/error/error_summary.h"

namespace noiseloom {

/// Errors by rows of the decoder: row i of D = A C^-1 solves d C = (row i of A), entry by entry from the last, from the
/// entries of C and the recurrence of A alone and in extended precision if the machine has it. An independent check on
/// errorOf(), with which it shares no code.
struct RowErrors {
  double lastVariance = 0;                          ///< v_(n-1)
  std::optional<double> meanVariance, maxVariance;  ///< present if n is small enough for all rows
};

/// Empty if even one row takes too long (n b above 3e7; all rows: n^2 b / 2), when stopped, and for the tree.
std::optional<RowErrors> errorByRows(const Strategy& strategy, const Workload& workload,
                                     const RunControl& control = {});

}  // namespace noiseloom
