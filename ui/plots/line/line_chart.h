#pragma once

#include <QColor>
#include <QFont>
#include <QGraphicsScene>
#include <QPen>
#include <QPolygonF>
#include <memory>
#include <optional>
#include <vector>

#include "ui/plots/canvas/axes_painter.h"
#include "ui/plots/line/chart_curves.h"
#include "ui/plots/line/chart_legend.h"
#include "ui/plots/line/chart_model.h"
#include "ui/plots/line/chart_points.h"
#include "ui/style/theme.h"

class QChart;
class QLineSeries;
class QValueAxis;

namespace noiseloom {

/// A ChartModel drawn in the user's view.
///
/// Qt Charts draws the smooth lines, as long as they have few points. The rest is ours: axes, grids and titles, by the
/// painter that maps have too; names, since samples of Qt Charts are too short to show dashes; and curves that it
/// cannot draw within a frame, in worker threads: markers, bars, long lines, and everything above these. Measured in
/// the window's thread at 760 x 420 pixels, to set the points and to paint them: six lines of 60 points 3.0 + 0.9 ms,
/// the same with a marker at each point 9.9 + 6.0 ms, twenty of these 25.9 + 18.1 ms; a line of 1300 points that goes
/// up and down 10.7 + 5.4 ms, three of them 24.5 + 14.2 ms.
///
/// Qt Charts needs three tricks. Its lines are in pixels, on hidden axes as long as the plot area, so that ranges of
/// any size are resolved; the vertical one runs from minus the bottom to minus the top. It draws solid lines by
/// segments, but a line with a single dash as one path. Without a view, its scene is painted by us.
class LineChart {
 public:
  /// A chart on the screen moves and has little space; in a file, lines are whole paths and names have all rows.
  enum class For { Screen, File };

  explicit LineChart(For use);
  ~LineChart();
  LineChart(const LineChart&) = delete;
  LineChart& operator=(const LineChart&) = delete;

  void setTheme(const Theme& theme, const QFont& font);
  /// Sets a new model. While a slider moves, axes stay put and we draw all lines.
  void setModel(std::shared_ptr<const ChartModel> model, const ChartViewState& view, bool moving = false);
  /// Shows the same data in another view.
  void setViewState(const ChartViewState& view);
  /// The size of the whole chart, in pixels.
  void resize(QSizeF size);

  const ChartModel& model() const { return *m_model; }
  const ChartViewState& viewState() const { return m_view; }
  bool isEmpty() const { return m_empty; }
  /// Points of one series of the model, by rising x; empty while it is hidden.
  const std::vector<PlottedPoint>& points(std::size_t series) const { return m_points[series]; }

  const AxisInView& across() const { return m_x; }
  const AxisInView& up() const { return m_y; }
  /// The axes as painted; titles that have no space are left out.
  const PaintedAxis& paintedAcross() const { return m_paintedAcross; }
  const PaintedAxis& paintedUp() const { return m_paintedUp; }
  QRectF plotArea() const { return m_plot; }
  /// Conversions between pixels of the chart and positions.
  QPointF toPixel(QPointF position) const;
  QPointF toPosition(QPointF pixel) const;
  /// The drawn colour of a series, for marks and tool tips.
  QColor colorOf(const ChartSeries& series) const;
  const ChartLegend& legend() const { return m_legend; }
  const QChart& chart() const { return *m_chart; }

  /// Paints everything, in layers: axes, grid, titles and the lines of Qt Charts; names; curves. The first layer stays
  /// while frame() does.
  void paint(QPainter& painter);
  void paintFrame(QPainter& painter);
  int frame() const { return m_frame; }
  const std::shared_ptr<const Curves>& curves() const { return m_curves; }

  /// True if we draw the lines only for the moment.
  bool moving() const { return m_moving; }
  /// True if there is no space for the title of x below the axis: the view then shows it inside.
  bool lacksTitleOfX() const { return m_paintedAcross.title.isEmpty() && !m_empty; }
  /// The corner for a title of that size, in pixels: the first in which no name of a point stands, at the bottom before
  /// the top and at the right before the left.
  QRectF cornerFor(QSizeF size) const;

 private:
  void plotPoints();
  void fill();
  void layOut();
  void layOut(std::optional<double> beside);
  std::vector<std::optional<QPointF>> endsInView() const;
  bool isCrossed(const QRectF& place) const;
  void fillSeries();
  void hold(std::size_t at, const QPolygonF& piece, QPen pen, double opacity);
  void listSeries();
  QList<QPointF> pixels(QList<QPointF> positions) const;
  std::vector<QPolygonF> piecesOf(std::size_t series) const;
  QPolygonF areaOf(std::size_t series) const;

  For m_use;
  QGraphicsScene m_scene;
  QChart* m_chart;  ///< owned by the scene, as its axes and lines are by it
  QValueAxis* m_acrossOfLines;
  QValueAxis* m_upOfLines;
  std::vector<QLineSeries*> m_lines;
  std::shared_ptr<const Curves> m_curves = std::make_shared<const Curves>();
  ChartLegend m_legend;
  Theme m_theme;
  QFont m_font;
  std::shared_ptr<const ChartModel> m_model = std::make_shared<const ChartModel>();
  ChartViewState m_view;
  AxisInView m_x;
  AxisInView m_y;
  std::vector<std::vector<PlottedPoint>> m_points;  ///< by series
  std::vector<std::size_t> m_named;                 ///< series in the legend
  QSizeF m_size{600, 200};
  QRectF m_plot;
  PaintedAxis m_paintedAcross;
  PaintedAxis m_paintedUp;
  QString m_leftLabel;  ///< the widest label of the vertical axis
  bool m_empty = true;
  bool m_moving = false;
  int m_frame = 0;
};

}  // namespace noiseloom
