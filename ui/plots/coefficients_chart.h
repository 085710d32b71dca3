#pragma once

#include <QChart>
#include <memory>

#include "ui/plots/strategy_series.h"
#include "ui/style/theme.h"

class QCategoryAxis;
class QLineSeries;
class QScatterSeries;

namespace noiseloom {

/// The chart of one column's entries against their distance from the diagonal. Long columns are decimated to the least
/// and largest value of each group, so that no peak is lost.
class CoefficientsChart {
 public:
  CoefficientsChart();

  QChart& chart() { return *m_chart; }
  /// Passes the chart to a view, which then owns it.
  QChart* release() { return m_owned.release(); }
  void show(const ColumnSeries& series, MatrixOf which);
  void setTheme(const Theme& theme, const QFont& font);

 private:
  std::unique_ptr<QChart> m_owned;
  QChart* m_chart;
  QLineSeries* m_line;
  QScatterSeries* m_points;
  QLineSeries* m_zero;
  QCategoryAxis* m_lag;
  QCategoryAxis* m_value;
};

/// Least and largest value of each group of consecutive values, in their order, at most `most` points in all.
std::vector<std::pair<double, double>> decimated(const std::vector<double>& values, std::size_t most);

}  // namespace noiseloom
