#include "ui/plots/line/chart_curves.h"

#include <QLineF>
#include <QPainterPath>
#include <algorithm>

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

void paintMarkers(QPainter& painter, const QList<QPointF>& points, const MarkerLook& look, const QRectF& area) {
  const QPainterPath marker = markerPath(look.shape, look.size);
  const QRectF within = area.adjusted(-kEdge, -kEdge, kEdge, kEdge);
  painter.setPen(look.pen);
  painter.setBrush(look.brush);
  for (const QPointF& point : points) {
    if (within.contains(point)) painter.drawPath(marker.translated(point));
  }
}

}  // namespace

double lengthOf(const QPolygonF& line) {
  double length = 0;
  for (qsizetype i = 1; i < line.size(); ++i) length += QLineF(line[i - 1], line[i]).length();
  return length;
}

void paintCurves(QPainter& painter, const Curves& curves, const QRectF& area, bool smooth) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, smooth);
  const double opacity = painter.opacity();
  for (const Curve& curve : curves) {
    painter.setOpacity(opacity * curve.opacity);
    painter.save();
    painter.setClipRect(area, Qt::IntersectClip);
    if (!curve.area.isEmpty()) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(curve.fill);
      painter.drawPolygon(curve.area);
    }
    if (!curve.line.empty()) {
      const auto cheap = [&area](const QPolygonF& piece) { return isShort(piece, area); };
      painter.setRenderHint(QPainter::Antialiasing, smooth || std::ranges::all_of(curve.line, cheap));
      paintLine(painter, curve.line, curve.pen, area, smooth);
    }
    painter.restore();
    if (!curve.markers.isEmpty()) paintMarkers(painter, curve.markers, curve.marker, area);
  }
  painter.restore();
}

}  // namespace noiseloom
