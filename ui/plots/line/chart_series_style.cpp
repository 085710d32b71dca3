#include "ui/plots/line/chart_series_style.h"

#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "ui/plots/line/chart_style.h"
#include "ui/style/look.h"
#include "ui/style/series.h"

namespace noiseloom {
namespace {

QPen palettePen(const QColor& color, int index) {
  QPen pen = solidPen(color);
  const QList<qreal> pattern = seriesDash(index);
  if (pattern.isEmpty()) return pen;
  pen.setDashPattern(pattern);
  pen.setCapStyle(Qt::FlatCap);
  return pen;
}

/// In widths and heights of the plot: a smooth curve has one. Qt takes half a second to outline the dashes of a line
/// that goes up and down some times as long as that, and nobody can tell them from those of its neighbours.
constexpr double kLongestDashed = 2;

QPen linePen(const ChartSeries& series, const Theme& theme, bool hidden) {
  const QColor color = hidden ? theme.border : seriesColor(series, theme);
  switch (series.look) {
    case SeriesLook::Dashes: return dashedPen(color);
    case SeriesLook::Dots: return dottedPen(color, 2);
    case SeriesLook::Bars: {
      QPen pen = solidPen(color, 2);
      pen.setCapStyle(Qt::FlatCap);
      return pen;
    }
    default: return series.role == SeriesRole::Palette ? palettePen(color, series.color) : solidPen(color);
  }
}

MarkerShape shapeOf(const ChartSeries& series) {
  static constexpr std::array kShapes{MarkerShape::Circle,   MarkerShape::Square, MarkerShape::Triangle,
                                      MarkerShape::Pentagon, MarkerShape::Star,   MarkerShape::Diamond};
  if (series.look == SeriesLook::Diamond) return MarkerShape::Diamond;
  if (series.look == SeriesLook::Pin) {
    // Neither the diamond of the optimum nor the circles of curves.
    static constexpr std::array kPins{MarkerShape::Triangle, MarkerShape::Square, MarkerShape::Pentagon,
                                      MarkerShape::Star};
    return kPins[static_cast<std::size_t>(std::abs(series.color)) % kPins.size()];
  }
  if (series.look == SeriesLook::Ring || series.role != SeriesRole::Palette) return MarkerShape::Circle;
  return kShapes[static_cast<std::size_t>(std::abs(series.color)) % kShapes.size()];
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
    case SeriesLook::Pin: return false;
    default: return true;
  }
}

bool hasMarkers(const ChartSeries& series) {
  return !hasLine(series) || series.look == SeriesLook::LineWithPoints || series.look == SeriesLook::Bars;
}

double seriesOpacity(const ChartSeries& series, const Theme& theme) {
  if (series.stale) return 0.3;
  // In high contrast nothing is told by paleness.
  return series.faint && !theme.highContrast ? 0.65 : 1;
}

void paintSample(QPainter& painter, const QRectF& place, const ChartSeries& series, const Theme& theme, bool hidden) {
  const QPointF middle = place.center();
  const QColor color = hidden ? theme.border : seriesColor(series, theme);
  painter.save();
  painter.setOpacity(painter.opacity() * seriesOpacity(series, theme));
  if (hasLine(series)) {
    painter.setPen(linePen(series, theme, hidden));
    if (series.look == SeriesLook::Bars) {
      painter.drawLine(QPointF(middle.x(), middle.y() - kHalfGrid), QPointF(middle.x(), middle.y() + kHalfGrid + 2));
    } else {
      painter.drawLine(QPointF(place.left(), middle.y()), QPointF(place.right(), middle.y()));
    }
  }
  if (hasMarkers(series)) {
    const bool ring = series.look == SeriesLook::Ring;
    const double size = std::min(sizeOf(series), 13.0);
    painter.setPen(ring ? solidPen(color) : QPen(Qt::NoPen));
    painter.setBrush(ring ? QBrush(Qt::NoBrush) : QBrush(color));
    const QPointF at = series.look == SeriesLook::Bars ? middle - QPointF(0, kHalfGrid) : middle;
    painter.drawPath(markerPath(shapeOf(series), size).translated(at));
  }
  painter.restore();
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

QPen penOf(const ChartSeries& series, const Theme& theme, const QList<QPointF>& points, AxisSpan across, AxisSpan up,
           QSize area) {
  QPen pen = linePen(series, theme, false);
  if (pen.style() == Qt::SolidLine || points.isEmpty()) return pen;
  const double perX = area.width() / across.length();
  const double perY = area.height() / up.length();
  double length = 0;
  for (qsizetype i = 1; i < points.size(); ++i) {
    const QPointF from = points[i - 1];
    const QPointF step = points[i] - from;
    // Only what is in view: levels go on far beyond it.
    double begin = 0;
    double end = 1;
    const auto cut = [&](double at, double by, const AxisSpan& span) {
      if (by == 0) {
        if (at < span.from || at > span.to) end = 0;
        return;
      }
      const double first = (span.from - at) / by;
      const double last = (span.to - at) / by;
      begin = std::max(begin, std::min(first, last));
      end = std::min(end, std::max(first, last));
    };
    cut(from.x(), step.x(), across);
    cut(from.y(), step.y(), up);
    const double part = (end - begin) * std::hypot(step.x() * perX, step.y() * perY);
    if (part > 0 && std::isfinite(part)) length += part;
  }
  if (length > kLongestDashed * (area.width() + area.height())) return solidPen(pen.color(), 1);
  // Pens of Qt work out their pattern when they are asked for it: threads that share one would do so at the same time.
  static_cast<void>(pen.dashPattern());
  return pen;
}

MarkerLook markerOf(const ChartSeries& series, const Theme& theme) {
  const QColor color = seriesColor(series, theme);
  const bool ring = series.look == SeriesLook::Ring;
  const bool edged = series.look == SeriesLook::Diamond || series.look == SeriesLook::Pin;
  return {shapeOf(series), sizeOf(series),
          ring    ? solidPen(color)
          : edged ? solidPen(theme.plot, 1)
                  : QPen(Qt::NoPen),
          ring ? QBrush(Qt::NoBrush) : QBrush(color)};
}

}  // namespace noiseloom
