#pragma once

#include <QBrush>
#include <QColor>
#include <QList>
#include <QPainterPath>
#include <QPen>
#include <QPointF>
#include <QRectF>
#include <QSize>

#include "ui/plots/line/chart_model.h"
#include "ui/plots/line/chart_view_state.h"
#include "ui/style/theme.h"

class QPainter;

namespace noiseloom {

/// What a series of a model is made of.
bool hasLine(const ChartSeries& series);
bool hasMarkers(const ChartSeries& series);
QColor seriesColor(const ChartSeries& series, const Theme& theme);
double seriesOpacity(const ChartSeries& series, const Theme& theme);

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
/// The pen of a series' line through these points (positions) in a plot area of that size. A line that goes up and down
/// so often that its dashes could not be told apart has none: they would take longer than a frame.
QPen penOf(const ChartSeries& series, const Theme& theme, const QList<QPointF>& points, AxisSpan across, AxisSpan up,
           QSize area);
/// What the legend shows of a series: its line, its marker, or both.
void paintSample(QPainter& painter, const QRectF& place, const ChartSeries& series, const Theme& theme, bool hidden);

}  // namespace noiseloom
