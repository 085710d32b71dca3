#pragma once

#include <QBrush>
#include <QGraphicsItem>
#include <QList>
#include <QPen>
#include <QPointF>
#include <QRectF>
#include <memory>
#include <vector>

#include "ui/plots/line/chart_series_style.h"
#include "ui/plots/line/chart_view_state.h"

class QChart;

namespace noiseloom {

/// One series as it is drawn: a line, markers, or both. Values only, so that any thread may paint it.
struct Curve {
  QList<QPointF> line;  ///< positions by rising x; what is not a number is a gap
  QPen pen;
  QList<QPointF> markers;  ///< positions
  MarkerLook marker;
  double opacity = 1;
};

/// What is drawn in the plot area of a chart: the curves in their order, the last one on top.
struct CurveSet {
  AxisSpan x;
  AxisSpan y;
  std::vector<Curve> curves;
};

/// Draws them into the plot area. Lines end at its edges; markers whose middle lies outside are left out. Smooth lines
/// are drawn in one piece, in files as one path. Those that go up and down all the time are drawn segment by segment,
/// since Qt takes half a second to outline them as a whole, and as the area that they cover where pixels are drawn and
/// nothing could be seen between the segments.
void paintCurves(QPainter& painter, const CurveSet& set, const QRectF& plotArea);

/// The curves as a part of a chart, above its grid.
class ChartCurves : public QGraphicsItem {
 public:
  explicit ChartCurves(QChart* chart);

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

}  // namespace noiseloom
