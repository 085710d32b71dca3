#pragma once

#include <QBrush>
#include <QColor>
#include <QPainter>
#include <QPainterPath>
#include <QPen>
#include <QRectF>

#include "ui/plots/line/chart_model.h"
#include "ui/style/theme.h"

namespace noiseloom {

/// What a series of a model is made of, and how it is drawn.
bool hasLine(const ChartSeries& series);
bool hasMarkers(const ChartSeries& series);
/// Of an area.
QColor areaColor(const ChartSeries& series, const Theme& theme);
QColor seriesColor(const ChartSeries& series, const Theme& theme);
double seriesOpacity(const ChartSeries& series, const Theme& theme);
QPen linePen(const ChartSeries& series, const Theme& theme);
/// Thicker in presenter mode and in high contrast.
QPen solidPen(const QColor& color, double width = 1.75);

enum class MarkerShape { Circle, Square, Diamond, Triangle, Pentagon, Star };
/// How the points of a series are marked; the size in pixels.
struct MarkerLook {
  MarkerShape shape = MarkerShape::Circle;
  double size = 0;
  QPen pen;
  QBrush brush;
};
MarkerLook markerOf(const ChartSeries& series, const Theme& theme);
/// A marker of this size about the origin.
QPainterPath markerPath(MarkerShape shape, double size);

/// How wide a sample must be to show what a series looks like: one and a half times the pattern of its dashes.
double sampleWidth(const ChartSeries& series, const Theme& theme);
/// What the legend shows of a series: its line, its marker, or both; in the colour of borders while it is hidden.
void paintSample(QPainter& painter, const QRectF& place, const ChartSeries& series, const Theme& theme, bool hidden);

}  // namespace noiseloom
