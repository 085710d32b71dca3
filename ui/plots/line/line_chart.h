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

/// A ChartModel drawn as a person wants to see it. Axes, grid, titles and smooth lines are those of Qt Charts, on
/// linear positions with ticks of our own; what its series cannot draw within a frame is in ChartCurves, which says
/// why.
class LineChart {
 public:
  LineChart();

  QChart& chart() const { return *m_chart; }
  /// Passes the chart to a view, which then owns it.
  QChart* release() { return m_owned.release(); }

  void setTheme(const Theme& theme, const QFont& font);
  /// Everything anew. While a slider moves, axes are steady and all lines ours.
  void setModel(std::shared_ptr<const ChartModel> model, const ChartViewState& view, bool moving = false);
  /// The same data, seen otherwise.
  void setViewState(const ChartViewState& view);
  /// Fits what is drawn to a size in pixels; nothing happens while that makes no difference.
  /// Whether it did.
  bool setResolution(QSizeF plotArea);

  const ChartModel& model() const { return *m_model; }
  const ChartViewState& viewState() const { return m_view; }
  bool isEmpty() const { return m_empty; }
  /// Of one series of the model, by rising x; empty while it is hidden.
  const std::vector<PlottedPoint>& points(std::size_t series) const { return m_points[series]; }

  const AxisInView& across() const { return m_x; }
  const AxisInView& up() const { return m_y; }
  QRectF plotArea() const { return m_chart->plotArea(); }
  /// Pixels of the chart, and positions.
  QPointF toPixel(QPointF position) const;
  QPointF toPosition(QPointF pixel) const;
  /// Of a series as it is drawn, for marks and tool tips.
  QColor colorOf(const ChartSeries& series) const;

  /// What Qt Charts does not draw.
  const ChartCurves& curves() const { return *m_curves; }
  /// Whoever draws the curves in a thread of its own, and the names above the plot area by paintNames(), paints the
  /// chart without them.
  void leaveOut(bool out);
  void paintNames(QPainter& painter) const;
  /// Another number when the rest has changed: axes, grid, titles and the lines of Qt Charts. What Qt Charts does with
  /// that later, the scene says.
  int frame() const { return m_frame; }
  /// Whether the lines are ours for the moment only.
  bool moving() const { return m_moving; }
  /// The names above the plot area, and their place there; laid out anew with every model and when asked to.
  const ChartLegend& legend() const { return *m_legend; }
  void layOutLegend();
  /// Names that do not fit so many rows are left out; 0: all have a place.
  void setLegendRows(int most);
  /// There is no room below the axis for the title of x: whoever shows the chart says it inside.
  bool lacksTitleOfX() const;

 private:
  bool isLow(double lines, double taken = 0) const;
  /// What the legend takes beyond its first row.
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
  ChartCurves* m_curves;              ///< of the chart
  ChartLegend* m_legend;              ///< of the chart
  int m_legendRows = 0;
  Theme m_theme;
  QFont m_font;
  std::shared_ptr<const ChartModel> m_model;
  ChartViewState m_view;
  AxisInView m_x;
  AxisInView m_y;
  std::vector<std::vector<PlottedPoint>> m_points;  ///< of each series
  QSize m_area{600, 200};
  bool m_empty = true;
  bool m_moving = false;
  int m_frame = 0;
};

}  // namespace noiseloom
