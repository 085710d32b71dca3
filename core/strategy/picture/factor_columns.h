#pragma once

#include <vector>

#include "core/base/run_control.h"
#include "core/strategy/picture/matrix_picture_parts.h"
#include "core/workload/workload.h"

namespace noiseloom {

/// base^exponent - other^exponent over base - other, base >= other >= 0: also where they all but agree.
double dividedRealPowers(double base, double other, double exponent);

/// The workload A as a recurrence over the rows of one column x of C^-1: p_i = beta p_(i-1) + x_i and
/// s_i = alpha s_(i-1) + eta_i p_i and a_i = kept_i a_(i-1) + taken_i s_i, where a is the column of A C^-1. Rows
/// where x is 0 can be jumped over.
class WorkloadSteps {
 public:
  struct State {
    double p = 0;
    double s = 0;
    double a = 0;
  };

  WorkloadSteps() = default;
  /// O(n) for a learning-rate schedule, of which 1/64 is kept; O(1) otherwise.
  explicit WorkloadSteps(const Workload& workload);

  bool isPrefix() const { return m_alpha == 1 && m_beta == 0 && m_gamma == 0 && m_eta.empty(); }
  double alpha() const { return m_alpha; }
  double beta() const { return m_beta; }
  double averaging() const { return m_gamma; }
  /// From row - 1 to row, with x = x_row.
  void feed(State& state, Index row, double x) const {
    state.p = m_beta * state.p + x;
    const WorkloadStep step = m_workload.step(row);
    state.s = m_alpha * state.s + step.rate * state.p;
    state.a = step.kept * state.a + step.taken * state.s;
  }
  /// The state `steps` rows after `row`, x = 0 all the way. O(1); O(64) under a schedule, O(steps) with averaging
  /// besides, or of all iterates.
  State jumped(State state, Index row, Index steps) const;

  /// sum_(k = from)^(to) eta_k ratio^(k - from) alpha^(to - k) for a ratio in (0, 1], from sums over all rates that
  /// follow, or that come before, where the ratio is above the weight-decay factor.
  class RateSums {
   public:
    RateSums() = default;
    RateSums(const Workload& workload, double ratio);
    double operator()(Index from, Index to) const;

   private:
    double following(Index from) const;  // sum over all k >= from

    Workload m_workload = Workload::prefix();  // its rates in reverse where the ratio is the larger one
    bool m_reversed = false;
    double m_larger = 1;  // of the ratio and alpha
    double m_ratio = 1;   // of the smaller one to that
    double m_logRatio = 0;
    std::vector<double> m_sums;  // following(64 block)
  };

 private:
  Workload m_workload = Workload::prefix();
  std::span<const double> m_eta;
  double m_alpha = 1;
  double m_beta = 0;
  double m_gamma = 0;
  RateSums m_rates;
};

// Pictures of A C^-1 that are made column by column (matrix_picture.h): of each cell of the heat map a few columns of
// C^-1 are walked down and taken through the recurrence of the workload.

/// Columns of C^-1 that are looked at for one cell.
constexpr Index kColumnsPerCell = 2;

/// Columns of a cell beside its first one that show it best.
using OtherColumns = std::vector<Index>;
inline OtherColumns middleColumn(Index first, Index last) {
  return {first + (last - first + 1) / 2};
}

/// Calls visit(x, column) for all columns of the cells x where these are few, otherwise for the first one of each and
/// the others that `others(first, last)` names; notes in the picture where these are not all.
template <class Choose, class Visit>
void visitColumns(const PictureCanvas& canvas, const Choose& others, const Visit& visit) {
  const PictureAxis& columns = canvas.columns;
  const bool all = columns.end - columns.begin <= kColumnsPerCell * columns.cells;
  canvas.picture.sampled = canvas.picture.sampled || !all;
  for (Index x = 0; x < columns.cells; ++x) {
    const Index first = columns.first(x);
    const Index last = columns.first(x + 1) - 1;
    if (!canvas.goesOn()) return;
    if (all) {
      for (Index j = first; j <= last; ++j) visit(x, j);
      continue;
    }
    visit(x, first);
    for (const Index other : others(first, last)) {
      if (other != first) visit(x, other);
    }
  }
}

/// Follows one column of A C^-1 downwards through the cells of a picture.
class FactorColumn {
 public:
  FactorColumn(const PictureCanvas& canvas, const WorkloadSteps& steps) : m_canvas(canvas), m_steps(steps) {}

  /// Begins after `row`, where the state is known.
  void begin(Index cellColumn, Index row, WorkloadSteps::State state = {}) {
    m_x = cellColumn;
    m_row = row;
    m_state = state;
    enter(row + 1);
  }
  /// x_row for a row below all before; rows in between have x = 0.
  void feed(Index row, double x) {
    if (row > m_row + 1) pass(row);
    m_steps.feed(m_state, row, x);
    m_row = row;
    keep();
  }
  /// x = 0 for all rows before `end`.
  void pass(Index end) {
    const PictureAxis& rows = m_canvas.rows;
    end = std::min(end, rows.end);
    if (m_row + 1 < std::min(rows.begin, end)) jump(std::min(rows.begin, end) - 1);
    while (m_row + 1 < end) {
      // The first and the last row of each cell: in between the column rises or falls.
      jump(m_row + 1);
      keep();
      const Index last = std::min(end, m_edge) - 1;
      if (last <= m_row) continue;
      jump(last);
      keep();
    }
  }

 private:
  void jump(Index row) {
    m_state = m_steps.jumped(m_state, m_row, row - m_row);
    m_row = row;
  }
  void enter(Index row) {
    const PictureAxis& rows = m_canvas.rows;
    m_y = row < rows.begin ? 0 : std::min(rows.cellOf(row), rows.cells - 1);
    m_edge = rows.first(m_y + 1);
  }
  void keep() {
    const PictureAxis& rows = m_canvas.rows;
    if (!rows.holds(m_row)) return;
    if (m_row >= m_edge) enter(m_row);
    keepLarger(m_canvas.cell(m_y, m_x), m_state.a);
  }

  const PictureCanvas& m_canvas;
  const WorkloadSteps& m_steps;
  WorkloadSteps::State m_state;
  Index m_row = -1;  // the last one fed or passed
  Index m_x = 0;
  Index m_y = 0;
  Index m_edge = 0;  // the first row below the cell
};

/// A C^-1 by columns. Columns has a copy for each picture and offers walk(column, end, visit), which calls
/// visit(row, value) for the entries of C^-1 from the diagonal down, row < end, until they have vanished; and
/// others(first, last), see visitColumns.
template <class Columns>
class FactorByColumns : public PictureSource {
 public:
  FactorByColumns(Columns columns, const Workload& workload) : m_columns(std::move(columns)), m_steps(workload) {}

  void draw(const PictureCanvas& canvas) const override {
    Columns columns = m_columns;
    FactorColumn column(canvas, m_steps);
    canvas.picture.sampled = canvas.rows.pooled() && (m_steps.beta() > 0 || m_steps.averaging() > 0);
    visitColumns(
        canvas, [&](Index first, Index last) { return columns.others(first, last); },
        [&](Index x, Index j) {
          column.begin(x, columns.firstRow(j) - 1);
          columns.walk(j, canvas.rows.end, [&](Index row, double value) { column.feed(row, value); });
          column.pass(canvas.rows.end);
        });
  }
  double entry(Index row, Index column) const override {
    Columns columns = m_columns;
    WorkloadSteps::State state;
    Index reached = columns.firstRow(column) - 1;
    if (row <= reached) return 0;
    columns.walk(column, row + 1, [&](Index i, double value) {
      state = m_steps.jumped(state, reached, i - 1 - reached);
      m_steps.feed(state, i, value);
      reached = i;
    });
    return m_steps.jumped(state, reached, row - reached).a;
  }

 private:
  Columns m_columns;
  WorkloadSteps m_steps;
};

/// Columns of a general banded C^-1 by forward substitution.
class BandedInverseColumns {
 public:
  BandedInverseColumns(BandedStrategy banded, double negligible) : m_banded(std::move(banded)), m_least(negligible) {}

  static Index firstRow(Index column) { return column; }
  static OtherColumns others(Index first, Index last) { return middleColumn(first, last); }

  template <class Visit>
  void walk(Index column, Index end, const Visit& visit) {
    const Index b = m_banded.bands();
    const double* const rows = m_banded.rows().data();
    m_solution.assign(b - 1, 0.0);  // the zeros above the diagonal
    double quietBelow = 0;
    Index quiet = 0;
    for (Index i = column; i < std::min(end, m_banded.iterations()) && quiet < b; ++i) {
      const double* const row = rows + i * b;
      const double* const past = m_solution.data() + (i - column);
      double sums[4] = {0, 0, 0, 0};
      Index q = 0;
      for (; q + 4 <= b - 1; q += 4) {
        for (int part = 0; part < 4; ++part) sums[part] += row[q + part] * past[q + part];
      }
      for (; q < b - 1; ++q) sums[0] += row[q] * past[q];
      const double value = ((i == column ? 1 : 0) - ((sums[0] + sums[1]) + (sums[2] + sums[3]))) / row[b - 1];
      if (i == column) quietBelow = m_least * std::abs(value);
      quiet = std::abs(value) < quietBelow ? quiet + 1 : 0;
      m_solution.push_back(value);
      visit(i, value);
    }
  }

 private:
  BandedStrategy m_banded;
  double m_least;
  std::vector<double> m_solution;
};

}  // namespace noiseloom
