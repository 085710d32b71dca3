#pragma once

#include <QGraphicsItem>
#include <QList>
#include <QPen>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <memory>
#include <vector>

#include "ui/plots/line/chart_axis.h"
#include "ui/plots/line/chart_series_style.h"

class QChart;

namespace noiseloom {

/// One series that Qt Charts does not draw: a line, markers, or both. Holds only values, so any thread may paint it.
struct Curve {
  std::vector<QPolygonF> line;  ///< its pieces, in positions
  QPen pen;
  QPolygonF area = {};  ///< filled, in positions; then there is neither line nor markers
  QColor fill = {};
  QList<QPointF> markers;  ///< positions
  MarkerLook marker;
  double opacity = 1;
};

/// The curves in drawing order, the last one on top.
struct CurveSet {
  AxisSpan x;
  AxisSpan y;
  std::vector<Curve> curves;
};

/// Paints the curves into the plot area. Lines end at its edges; markers centred outside are left out. Smooth lines are
/// drawn in one piece, in files as one path. Lines that go up and down all the time are drawn by segments, since Qt
/// takes half a second to outline them as a whole; with smooth = false (while a slider moves) all are, which halves the
/// time also for dashed ones, and only cheap lines are antialiased.
void paintCurves(QPainter& painter, const CurveSet& set, const QRectF& plotArea, bool smooth = true);

/// Length, in widths and heights of the plot area, above which a line goes up and down all the time.
inline constexpr double kLongestSmooth = 2;
/// The length of a line in pixels, for these pixels per unit of the axes.
double lengthOf(const QPolygonF& line, double perX = 1, double perY = 1);

/// The curves that Qt Charts cannot draw within a frame, the only part of charts that we paint: in worker threads, and
/// as an item above the chart's lines in exported pictures. Measured in the window's thread at 760 x 420 pixels, to set
/// the points and to paint them: axes alone 1.9 + 0.3 ms, six lines of 60 points 3.0 + 0.9 ms, the same with a marker
/// at each point 9.9 + 6.0 ms, twenty of these 25.9 + 18.1 ms; a line of 1300 points that goes up and down 10.7 + 5.4
/// ms, three of them 24.5 + 14.2 ms. So Qt Charts draws smooth lines, up to kMostHeld points in all, and this class
/// markers, bars, long lines and everything above these.
class ChartCurves : public QGraphicsItem {
 public:
  explicit ChartCurves(QChart* chart);

  /// Does not notify the scene: the owner does.
  void setCurves(std::shared_ptr<const CurveSet> curves);
  const std::shared_ptr<const CurveSet>& curves() const { return m_curves; }
  /// Leaves the curves out of the scene, for an owner that draws them in its own thread.
  void leaveOut(bool out) { m_leftOut = out; }

  QRectF boundingRect() const override { return m_bounds; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  QChart* m_chart;
  QRectF m_bounds;
  std::shared_ptr<const CurveSet> m_curves = std::make_shared<const CurveSet>();
  bool m_leftOut = false;
};

/// Limit on the points of all lines that Qt Charts draws.
inline constexpr qsizetype kMostHeld = 500;

}  // namespace noiseloom
