#pragma once

#include <QBrush>
#include <QColor>
#include <QPainter>
#include <QPainterPath>
#include <QPen>
#include <QRectF>

#include "ui/plots/canvas/picture.h"
#include "ui/plots/line/chart_model.h"
#include "ui/style/theme.h"

namespace noiseloom {

/// The parts of a series, and how they are drawn.
bool hasLine(const ChartSeries& series);
bool hasMarkers(const ChartSeries& series);
/// A minor area is explained by the read-out, where names have no space for it.
bool isExplainedByReadOut(const ChartSeries& series);
QColor areaColor(const ChartSeries& series, const Theme& theme);
QColor seriesColor(const ChartSeries& series, const Theme& theme);
double seriesOpacity(const ChartSeries& series, const Theme& theme);
QPen linePen(const ChartSeries& series, const Theme& theme);
/// Wider in presenter mode and in high contrast.
QPen solidPen(const QColor& color, double width = kUsualLine);

enum class MarkerShape { Circle, Square, Diamond, Triangle, Pentagon, Star };
/// The marker of a series; the size is in pixels.
struct MarkerLook {
  MarkerShape shape = MarkerShape::Circle;
  double size = 0;
  QPen pen;
  QBrush brush;
};
MarkerLook markerOf(const ChartSeries& series, const Theme& theme);
/// A marker of this size centred at the origin.
QPainterPath markerPath(MarkerShape shape, double size);

/// The width of a sample that shows a series' style: one and a half times its dash pattern.
double sampleWidth(const ChartSeries& series, const Theme& theme);
/// Paints the legend sample of a series: line, marker, or both; in the border colour if hidden.
void paintSample(QPainter& painter, const QRectF& place, const ChartSeries& series, const Theme& theme, bool hidden);

}  // namespace noiseloom
