#include "ui/plots/line/chart_series_style.h"

#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "ui/style/look.h"
#include "ui/style/series.h"

namespace noiseloom {
namespace {

MarkerShape shapeOf(const ChartSeries& series) {
  static constexpr std::array kShapes{MarkerShape::Circle,   MarkerShape::Square, MarkerShape::Triangle,
                                      MarkerShape::Pentagon, MarkerShape::Star,   MarkerShape::Diamond};
  const std::size_t index = std::abs(series.color);
  if (series.look == SeriesLook::Diamond) return MarkerShape::Diamond;
  // Avoids the diamond of the optimum and the circles of curves.
  if (series.look == SeriesLook::Pin) return kShapes[std::array{2U, 1U, 3U, 4U}[index % 4]];
  if (series.look == SeriesLook::Ring || series.role != SeriesRole::Palette) return MarkerShape::Circle;
  return kShapes[index % kShapes.size()];
}

double sizeOf(const ChartSeries& series) {
  const double more = series.role == SeriesRole::Palette && shapeOf(series) != MarkerShape::Circle ? 2 : 0;
  switch (series.look) {
    case SeriesLook::Ring: return 15 * lineScale();
    case SeriesLook::Diamond: return 11 * lineScale();
    case SeriesLook::Pin: return 12 * std::min(lineScale(), 1.5);
    case SeriesLook::Points: return (7 + more) * lineScale();
    default: return (5 + more) * lineScale();
  }
}

/// Each role has its own dashes, which no pin uses, so that none is distinguished by colour alone.
QList<qreal> dashOf(SeriesRole role) {
  switch (role) {
    case SeriesRole::LowerBound: return {10, 4};
    case SeriesRole::Baseline: return {4, 3};
    case SeriesRole::Optimum: return {9, 3, 1.5, 3, 1.5, 3};
    case SeriesRole::Text: return {2.5, 4};
    case SeriesRole::Muted: return {7, 7};
    default: return {14, 3, 3, 3};
  }
}

QList<qreal> dotsOf(SeriesRole role) {
  switch (role) {
    case SeriesRole::LowerBound: return {0.1, 2, 0.1, 5};
    case SeriesRole::Optimum: return {0.1, 3.5};
    case SeriesRole::Text: return {0.1, 2, 0.1, 2, 0.1, 6};
    case SeriesRole::Muted: return {0.1, 6};
    case SeriesRole::Baseline: return {0.1, 2};
    default: return {0.1, 2.5, 3, 2.5};
  }
}

}  // namespace

QPainterPath markerPath(MarkerShape shape, double size) {
  const double radius = size / 2;
  QPainterPath path;
  const auto corners = [&path, radius](int count, double inner) {
    QPolygonF polygon;
    const int steps = inner > 0 ? 2 * count : count;
    for (int i = 0; i < steps; ++i) {
      const double angle = -std::numbers::pi / 2 + 2 * std::numbers::pi * i / steps;
      const double far = inner > 0 && i % 2 == 1 ? inner * radius : radius;
      polygon << QPointF(far * std::cos(angle), far * std::sin(angle));
    }
    path.addPolygon(polygon);
    path.closeSubpath();
  };
  switch (shape) {
    case MarkerShape::Square: path.addRect(-radius, -radius, size, size); break;
    case MarkerShape::Diamond: corners(4, 0); break;
    case MarkerShape::Triangle: corners(3, 0); break;
    case MarkerShape::Pentagon: corners(5, 0); break;
    case MarkerShape::Star: corners(5, 0.45); break;
    default: path.addEllipse(QPointF(0, 0), radius, radius);
  }
  return path;
}

bool hasLine(const ChartSeries& series) {
  switch (series.look) {
    case SeriesLook::Points:
    case SeriesLook::Diamond:
    case SeriesLook::Ring:
    case SeriesLook::Area:
    case SeriesLook::Pin: return false;
    default: return true;
  }
}

bool hasMarkers(const ChartSeries& series) {
  if (series.look == SeriesLook::Area) return false;
  return !hasLine(series) || series.look == SeriesLook::LineWithPoints || series.look == SeriesLook::Bars;
}

double seriesOpacity(const ChartSeries& series, const Theme& theme) {
  if (series.stale) return 0.3;
  // High contrast does not use paleness.
  return series.faint && !theme.highContrast ? 0.65 : 1;
}

QColor seriesColor(const ChartSeries& series, const Theme& theme) {
  switch (series.role) {
    case SeriesRole::Accent: return theme.accent;
    case SeriesRole::LowerBound: return theme.lowerBound;
    case SeriesRole::Baseline: return theme.baseline;
    case SeriesRole::Optimum: return theme.optimum;
    case SeriesRole::Text: return theme.text;
    case SeriesRole::Muted: return theme.border;
    case SeriesRole::Palette: break;
  }
  return seriesColor(series.color, theme);
}

bool isExplainedByReadOut(const ChartSeries& series) {
  return series.minor && series.look == SeriesLook::Area;
}

QColor areaColor(const ChartSeries& series, const Theme& theme) {
  QColor color = seriesColor(series, theme);
  color.setAlphaF(theme.highContrast ? 0.45F : 0.22F);
  return color;
}

QPen solidPen(const QColor& color, double width) {
  // Long lines are drawn by segments. For square caps, which close the corners of thin lines like these, Qt has a path
  // that takes a third of the time of round ones.
  return QPen(color, width * lineScale(), Qt::SolidLine, Qt::SquareCap, Qt::RoundJoin);
}

QPen linePen(const ChartSeries& series, const Theme& theme) {
  const QColor color = seriesColor(series, theme);
  QPen pen = solidPen(color);
  switch (series.look) {
    case SeriesLook::Dashes:
      pen = QPen(color, 1.5 * lineScale(), Qt::CustomDashLine, Qt::FlatCap);
      pen.setDashPattern(dashOf(series.role));
      return pen;
    case SeriesLook::Dots:
      pen = QPen(color, 2 * lineScale(), Qt::CustomDashLine, Qt::RoundCap);
      pen.setDashPattern(dotsOf(series.role));
      return pen;
    case SeriesLook::Bars: return QPen(color, 2 * lineScale(), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    default: break;
  }
  const QList<qreal> pattern = series.role == SeriesRole::Palette ? seriesDash(series.color) : QList<qreal>();
  if (pattern.isEmpty()) return pen;
  pen.setDashPattern(pattern);
  pen.setCapStyle(Qt::FlatCap);
  return pen;
}

MarkerLook markerOf(const ChartSeries& series, const Theme& theme) {
  const QColor color = seriesColor(series, theme);
  MarkerLook look{shapeOf(series), sizeOf(series), QPen(Qt::NoPen), color};
  if (series.look == SeriesLook::Ring) look = {look.shape, look.size, solidPen(color), Qt::NoBrush};
  if (series.look == SeriesLook::Diamond || series.look == SeriesLook::Pin) look.pen = solidPen(theme.plot, 1);
  return look;
}

double sampleWidth(const ChartSeries& series, const Theme& theme) {
  constexpr double kUsual = 3 * kGrid;
  constexpr double kMost = 6 * kGrid;
  if (!hasLine(series) || series.look == SeriesLook::Bars) return kUsual;
  const QPen pen = linePen(series, theme);
  double period = 0;
  if (pen.style() == Qt::CustomDashLine) {
    for (const qreal length : pen.dashPattern()) period += length * pen.widthF();
  }
  return std::clamp(std::ceil(1.5 * period), kUsual, kMost);
}

void paintSample(QPainter& painter, const QRectF& place, const ChartSeries& series, const Theme& theme, bool hidden) {
  const QPointF middle = place.center();
  const bool bars = series.look == SeriesLook::Bars;
  painter.save();
  painter.setOpacity(painter.opacity() * seriesOpacity(series, theme));
  if (series.look == SeriesLook::Area) {
    const QRectF patch(place.left(), middle.y() - kHalfGrid - 1, place.width(), kGrid + 2);
    painter.fillRect(patch, hidden ? theme.border : areaColor(series, theme));
  }
  if (hasLine(series)) {
    QPen pen = linePen(series, theme);
    if (hidden) pen.setColor(theme.border);
    painter.setPen(pen);
    if (bars) {
      painter.drawLine(QPointF(middle.x(), middle.y() - kHalfGrid), QPointF(middle.x(), middle.y() + kHalfGrid + 2));
    } else {
      painter.drawLine(QPointF(place.left(), middle.y()), QPointF(place.right(), middle.y()));
    }
  }
  if (hasMarkers(series)) {
    const QColor color = hidden ? theme.border : seriesColor(series, theme);
    const MarkerLook marker = markerOf(series, theme);
    const bool ring = series.look == SeriesLook::Ring;
    painter.setPen(ring ? solidPen(color) : QPen(Qt::NoPen));
    painter.setBrush(ring ? QBrush(Qt::NoBrush) : QBrush(color));
    painter.drawPath(markerPath(marker.shape, std::min(marker.size, 13.0))
                         .translated(bars ? middle - QPointF(0, kHalfGrid) : middle));
  }
  painter.restore();
}

}  // namespace noiseloom
