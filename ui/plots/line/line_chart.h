#pragma once

#include <QChart>
#include <QPen>
#include <QPolygonF>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ui/plots/line/chart_model.h"
#include "ui/plots/line/chart_points.h"
#include "ui/style/theme.h"

class QCategoryAxis;
class QLineSeries;
class QPainter;

namespace noiseloom {

class ChartCurves;
class ChartLegend;

/// A ChartModel drawn in the user's view. Axes, grid, titles and smooth lines are drawn by Qt Charts, on linear
/// positions with our own ticks; ChartCurves draws what Qt Charts cannot within a frame, and explains why.
class LineChart {
 public:
  LineChart();

  QChart& chart() const { return *m_chart; }
  /// Passes the chart to a view, which then owns it.
  QChart* release() { return m_owned.release(); }

  void setTheme(const Theme& theme, const QFont& font);
  /// Sets a new model. While a slider moves, axes stay put and we draw all lines.
  void setModel(std::shared_ptr<const ChartModel> model, const ChartViewState& view, bool moving = false);
  /// Shows the same data in another view.
  void setViewState(const ChartViewState& view);
  /// Fits the drawing to a size in pixels; returns true if that made a difference.
  bool setResolution(QSizeF plotArea);

  const ChartModel& model() const { return *m_model; }
  const ChartViewState& viewState() const { return m_view; }
  bool isEmpty() const { return m_empty; }
  /// Points of one series of the model, by rising x; empty while it is hidden.
  const std::vector<PlottedPoint>& points(std::size_t series) const { return m_points[series]; }

  const AxisInView& across() const { return m_x; }
  const AxisInView& up() const { return m_y; }
  QRectF plotArea() const { return m_chart->plotArea(); }
  /// Conversions between pixels of the chart and positions.
  QPointF toPixel(QPointF position) const;
  QPointF toPosition(QPointF pixel) const;
  /// The drawn colour of a series, for marks and tool tips.
  QColor colorOf(const ChartSeries& series) const;

  const ChartCurves& curves() const { return *m_curves; }
  /// Leaves the curves and names out of the chart, for an owner that draws the curves in its own thread and the names
  /// above the plot area by paintNames().
  void leaveOut(bool out);
  void paintNames(QPainter& painter) const;
  /// A number that changes with the rest: axes, grid, titles and the lines of Qt Charts. The scene signals what Qt
  /// Charts changes later.
  int frame() const { return m_frame; }
  /// True if we draw the lines only for the moment.
  bool moving() const { return m_moving; }
  /// The names above the plot area, with their places; laid out with every model and by layOutLegend().
  const ChartLegend& legend() const { return *m_legend; }
  void layOutLegend();
  /// Limits the rows of names, leaving out those that do not fit; 0: no limit.
  void setLegendRows(int most);
  /// True if there is no space for the title of x below the axis: the view then shows it inside.
  bool lacksTitleOfX() const;

 private:
  bool isLow(double lines, double taken = 0) const;
  /// The height of the legend beyond its first row.
  double furtherRows() const;
  void plotPoints();
  void fill();
  void fillAxes();
  void fillSeries();
  void hold(std::size_t at, const QPolygonF& piece, QPen pen, double opacity);
  void listSeries();
  std::vector<QPolygonF> piecesOf(std::size_t series) const;
  QPolygonF areaOf(std::size_t series) const;

  std::unique_ptr<QChart> m_owned;
  QChart* m_chart;
  QCategoryAxis* m_across;
  QCategoryAxis* m_up;
  std::vector<QLineSeries*> m_lines;  ///< of the chart; the first is the model's vertical line
  ChartCurves* m_curves;              ///< owned by the chart
  ChartLegend* m_legend;              ///< owned by the chart
  int m_legendRows = 0;
  Theme m_theme;
  QFont m_font;
  std::shared_ptr<const ChartModel> m_model;
  ChartViewState m_view;
  AxisInView m_x;
  AxisInView m_y;
  std::vector<std::vector<PlottedPoint>> m_points;  ///< by series
  QSize m_area{600, 200};
  bool m_empty = true;
  bool m_moving = false;
  int m_frame = 0;
};

}  // namespace noiseloom
