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

/// One series that Qt Charts does not draw: a line, markers, or both. Values only, so that any thread may paint it.
struct Curve {
  std::vector<QPolygonF> line;  ///< its pieces, in positions
  QPen pen;
  QPolygonF area = {};  ///< filled, in positions; then it has neither line nor markers
  QColor fill = {};
  QList<QPointF> markers;  ///< positions
  MarkerLook marker;
  double opacity = 1;
};

/// The curves in their order, the last one on top.
struct CurveSet {
  AxisSpan x;
  AxisSpan y;
  std::vector<Curve> curves;
};

/// Draws them into the plot area. Lines end at its edges; markers whose middle lies outside are left out. Smooth lines
/// are drawn in one piece, in files as one path. Those that go up and down all the time are drawn segment by segment,
/// since Qt takes half a second to outline them as a whole; while a slider moves (smooth = false) all are, which takes
/// half as long also where they are dashed, and only those that are cheap have smooth edges.
void paintCurves(QPainter& painter, const CurveSet& set, const QRectF& plotArea, bool smooth = true);

/// In widths and heights of the plot area: lines that are longer go up and down all the time.
inline constexpr double kLongestSmooth = 2;
/// How long a line is where units of the axes are so many pixels.
double lengthOf(const QPolygonF& line, double perX = 1, double perY = 1);

/// What Qt Charts cannot draw within a frame, the one place where charts are painted by ourselves: in worker threads,
/// and as a part of the chart above its lines where a picture of it is taken. Measured in the window's thread at 760 x
/// 420 pixels, to take the points and to paint them: axes alone 1.9 + 0.3 ms, six lines of 60 points 3.0 + 0.9 ms, and
/// the same with a marker at each point 9.9 + 6.0 ms; twenty of these 25.9 + 18.1 ms; a line of 1300 points that goes
/// up and down 10.7 + 5.4 ms, three of them 24.5 + 14.2 ms. So Qt Charts has the smooth lines, up to kMostHeld points
/// of them, and here are markers, bars, long lines and whatever is drawn over these.
class ChartCurves : public QGraphicsItem {
 public:
  explicit ChartCurves(QChart* chart);

  /// Says nothing to the scene: whoever shows it knows.
  void setCurves(std::shared_ptr<const CurveSet> curves);
  const std::shared_ptr<const CurveSet>& curves() const { return m_curves; }
  /// Whoever draws the curves in a thread of its own paints the chart without them.
  void leaveOut(bool out) { m_leftOut = out; }

  QRectF boundingRect() const override { return m_bounds; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  QChart* m_chart;
  QRectF m_bounds;
  std::shared_ptr<const CurveSet> m_curves = std::make_shared<const CurveSet>();
  bool m_leftOut = false;
};

/// Of the lines that Qt Charts draws, all together.
inline constexpr qsizetype kMostHeld = 500;

}  // namespace noiseloom
