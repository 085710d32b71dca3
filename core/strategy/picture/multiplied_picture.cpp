#include <algorithm>
#include <utility>

#include "core/strategy/picture/factor_columns.h"

namespace noiseloom {
namespace {

// A C^-1 under a workload without a recurrence, C^-1 = diag(1/s) T(h): constant diagonals, but for rows that are
// rescaled, whose columns are multiplied one by one.
class MultipliedSeries : public PictureSource {
 public:
  MultipliedSeries(InverseTerms inverse, Workload workload, Index iterations, std::optional<ToeplitzStrategy> scaling)
      : m_inverse(std::move(inverse)), m_workload(std::move(workload)), m_scaling(std::move(scaling)) {
    m_inverse.terms.resize(iterations, 0.0);
    m_scaledFrom = m_scaling ? iterations - m_scaling->bands() + 1 : iterations;
    std::vector<double> w(m_inverse.terms);
    m_workload.multiply(w, w);
    m_largest = LargestInRange(std::move(w));
  }

  void draw(const PictureCanvas& canvas) const override {
    canvas.picture.sampled = !m_inverse.whole;
    drawDiagonals(
        canvas, [this](Index least, Index most) { return m_largest(least, most); }, m_scaledFrom);
    const Index first = std::max(m_scaledFrom, canvas.rows.begin);
    if (canvas.rows.end <= first) return;
    visitColumns(canvas, middleColumn, [&](Index x, Index j) {
      const std::vector<double> column = columnOf(j, canvas.rows.end);
      for (Index i = std::max(first, j); i < canvas.rows.end; ++i)
        keepLarger(canvas.cell(canvas.rows.cellOf(i), x), column[i - j]);
    });
  }
  double entry(Index row, Index column) const override {
    if (row < column) return 0;
    return row < m_scaledFrom ? m_largest.at(row - column) : columnOf(column, row + 1).back();
  }

 private:
  // From the diagonal down, to `end`.
  std::vector<double> columnOf(Index column, Index end) const {
    std::vector<double> values(m_inverse.terms.begin(), m_inverse.terms.begin() + std::max<Index>(1, end - column));
    for (Index i = std::max(column, m_scaledFrom); i < end; ++i) values[i - column] /= m_scaling->columnScale(i);
    m_workload.multiply(values, values);
    return values;
  }

  InverseTerms m_inverse;
  Workload m_workload;
  std::optional<ToeplitzStrategy> m_scaling;
  Index m_scaledFrom;  // the first row of C^-1 that is rescaled
  LargestInRange m_largest;
};

// The same of any strategy, column by column.
class MultipliedColumns : public PictureSource {
 public:
  MultipliedColumns(const Strategy& strategy, Workload workload)
      : m_strategy(strategy), m_workload(std::move(workload)) {}

  void draw(const PictureCanvas& canvas) const override {
    // Neighbours may differ much: all of a few thousand columns, and evenly spaced ones of more.
    constexpr Index kMostColumns = 2048;
    const Index stride = (canvas.columns.end - canvas.columns.begin + kMostColumns - 1) / kMostColumns;
    const auto others = [&](Index first, Index last) {
      std::vector<Index> spaced;
      for (Index j = first + stride; j <= last; j += stride) spaced.push_back(j);
      return spaced;
    };
    visitColumns(canvas, others, [&](Index x, Index j) {
      if (!canvas.goesOn()) return;
      const std::vector<double> column = columnOf(j);
      for (Index i = canvas.rows.begin; i < canvas.rows.end; ++i)
        keepLarger(canvas.cell(canvas.rows.cellOf(i), x), column[i]);
    });
  }
  double entry(Index row, Index column) const override { return columnOf(column)[row]; }

 private:
  std::vector<double> columnOf(Index column) const {
    std::vector<double> unit(m_strategy.rows(), 0.0), values(m_strategy.iterations());
    unit[column] = 1;
    m_strategy.solve(unit, values);
    m_workload.multiply(values, values);
    return values;
  }

  Strategy m_strategy;
  Workload m_workload;
};

}  // namespace

SourcePointer multipliedSource(const Strategy& strategy, const Workload& workload) {
  return std::make_shared<MultipliedColumns>(strategy, workload);
}

SourcePointer multipliedSource(InverseTerms inverse, const Workload& workload, Index iterations,
                               std::optional<ToeplitzStrategy> scaling) {
  return std::make_shared<MultipliedSeries>(std::move(inverse), workload, iterations, std::move(scaling));
}

}  // namespace noiseloom
