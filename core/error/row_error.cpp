#include "core/error/row_error.h"

#include <algorithm>
#include <vector>

#include "core/base/check.h"

namespace noiseloom {
namespace {

constexpr double kMostWork = 3e7;  // multiplications: a tenth of a second
constexpr Index kPoll = 256;       // columns

class RowSolver {
 public:
  RowSolver(const Strategy& strategy, const Workload& workload, bool keepColumns)
      : m_strategy(strategy), m_workload(workload) {
    const Index n = strategy.iterations();
    for (Index column = 0; keepColumns && column < n; ++column) m_columns.push_back(strategy.column(column));
  }

  /// ||D[row, :]||^2; empty when stopped.
  std::optional<double> variance(Index row, const RunControl& control) {
    m_decoderRow.assign(row + 1, 0);
    long double squares = 0;
    const std::vector<double> given = m_workload.isRational() ? std::vector<double>() : m_workload.lastRow(row + 1);
    // The row of A, from the last entry: the workload's recurrence backwards, from the average to the gradients.
    long double kept = 1, iterate = 0, momentum = 0;
    for (Index j = row; j >= 0; --j) {
      if (j % kPoll == 0 && control.stopRequested()) return std::nullopt;
      const std::size_t at = j;
      const WorkloadStep step = m_workload.step(j);
      iterate = m_workload.alpha() * iterate + kept * step.taken;
      kept *= step.kept;
      momentum = m_workload.beta() * momentum + step.rate * iterate;
      long double entry = given.empty() ? momentum : given[at];
      if (m_columns.empty()) m_column = m_strategy.column(j);
      const std::vector<double>& column = m_columns.empty() ? m_column : m_columns[at];
      const std::size_t count = std::min(column.size(), static_cast<std::size_t>(row - j + 1));
      for (std::size_t i = 1; i < count; ++i) entry -= m_decoderRow[at + i] * column[i];
      m_decoderRow[at] = entry /= column[0];
      squares += entry * entry;
    }
    return static_cast<double>(squares);
  }

 private:
  const Strategy& m_strategy;
  const Workload& m_workload;
  std::vector<std::vector<double>> m_columns;
  std::vector<double> m_column;
  std::vector<long double> m_decoderRow;
};

}  // namespace

std::optional<RowErrors> errorByRows(const Strategy& strategy, const Workload& workload, const RunControl& control) {
  const Index n = strategy.iterations();
  if (workload.fixedIterations() > 0) checkSize("learning_rates", workload.fixedIterations(), n);
  const double oneRow = static_cast<double>(n) * static_cast<double>(strategy.bands());
  if (!strategy.rowsAreSteps() || oneRow > kMostWork) return std::nullopt;
  const bool all = 0.5 * oneRow * static_cast<double>(n) <= kMostWork;
  RowSolver solver(strategy, workload, all);
  const auto last = solver.variance(n - 1, control);
  if (!last) return std::nullopt;
  RowErrors errors{*last, {}, {}};
  if (!all) return errors;
  double sum = *last, most = *last;
  for (Index row = 0; row + 1 < n; ++row) {
    const auto variance = solver.variance(row, control);
    if (!variance) return std::nullopt;
    sum += *variance;
    most = std::max(most, *variance);
  }
  errors.meanVariance = sum / static_cast<double>(n);
  errors.maxVariance = most;
  return errors;
}

}  // namespace noiseloom
