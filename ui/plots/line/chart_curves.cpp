#include "ui/plots/line/chart_curves.h"

#include <QChart>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <utility>

namespace noiseloom {
namespace {

/// A marker at the very edge still belongs to the plot area.
constexpr double kEdge = 0.5;

/// True unless the line goes up and down all the time.
bool isShort(const QPolygonF& piece, const QRectF& area) {
  return lengthOf(piece) <= kLongestSmooth * (area.width() + area.height());
}

void paintLine(QPainter& painter, const std::vector<QPolygonF>& pieces, const QPen& pen, const QRectF& area,
               bool whole) {
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  QList<QLineF> segments;
  for (const QPolygonF& piece : pieces) {
    if (whole && ((piece.size() > 2 && isShort(piece, area)) || pen.style() != Qt::SolidLine)) {
      painter.drawPolyline(piece);
    } else {
      for (qsizetype i = 1; i < piece.size(); ++i) segments.append({piece[i - 1], piece[i]});
    }
  }
  if (!segments.isEmpty()) painter.drawLines(segments);
}

void paintMarkers(QPainter& painter, const QPolygonF& points, const MarkerLook& look, const QRectF& area) {
  const QPainterPath marker = markerPath(look.shape, look.size);
  const QRectF within = area.adjusted(-kEdge, -kEdge, kEdge, kEdge);
  painter.setPen(look.pen);
  painter.setBrush(look.brush);
  for (const QPointF& point : points) {
    if (within.contains(point)) painter.drawPath(marker.translated(point));
  }
}

}  // namespace

double lengthOf(const QPolygonF& line, double perX, double perY) {
  double length = 0;
  for (qsizetype i = 1; i < line.size(); ++i)
    length += std::hypot((line[i].x() - line[i - 1].x()) * perX, (line[i].y() - line[i - 1].y()) * perY);
  return length;
}

void paintCurves(QPainter& painter, const CurveSet& set, const QRectF& area, bool smooth) {
  if (area.isEmpty() || !(set.x.length() > 0) || !(set.y.length() > 0)) return;
  const auto pixels = [&](QPolygonF points) {
    for (QPointF& at : points) {
      at = {area.left() + (at.x() - set.x.from) / set.x.length() * area.width(),
            area.bottom() - (at.y() - set.y.from) / set.y.length() * area.height()};
    }
    return points;
  };
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, smooth);
  const double opacity = painter.opacity();
  for (const Curve& curve : set.curves) {
    painter.setOpacity(opacity * curve.opacity);
    if (!curve.area.isEmpty()) {
      painter.save();
      painter.setClipRect(area, Qt::IntersectClip);
      painter.setPen(Qt::NoPen);
      painter.setBrush(curve.fill);
      painter.drawPolygon(pixels(curve.area));
      painter.restore();
    }
    if (!curve.line.empty()) {
      std::vector<QPolygonF> line = curve.line;
      for (QPolygonF& piece : line) piece = pixels(std::move(piece));
      painter.save();
      const bool cheap = std::ranges::all_of(line, [&area](const QPolygonF& piece) { return isShort(piece, area); });
      painter.setRenderHint(QPainter::Antialiasing, smooth || cheap);
      painter.setClipRect(area, Qt::IntersectClip);
      paintLine(painter, line, curve.pen, area, smooth);
      painter.restore();
    }
    if (!curve.markers.isEmpty()) paintMarkers(painter, pixels(curve.markers), curve.marker, area);
  }
  painter.restore();
}

ChartCurves::ChartCurves(QChart* chart) : QGraphicsItem(chart), m_chart(chart) {
  setZValue(50);  // above the grid and the lines of Qt Charts, below the legend
  QObject::connect(chart, &QGraphicsWidget::geometryChanged, chart, [this] {
    prepareGeometryChange();
    m_bounds = QRectF(QPointF(0, 0), m_chart->size());
  });
}

void ChartCurves::setCurves(std::shared_ptr<const CurveSet> curves) {
  m_curves = std::move(curves);
}

void ChartCurves::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  if (!m_leftOut) paintCurves(*painter, *m_curves, m_chart->plotArea());
}

}  // namespace noiseloom
