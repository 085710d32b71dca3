#pragma once

#include <QList>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <span>
#include <vector>

#include "ui/plots/line/chart_axis.h"

namespace noiseloom {

struct PlottedPoint {
  QPointF at;     ///< positions
  int index = 0;  ///< index in the series of the model
};

/// The drawable points of a series, in order; gaps between their indices are gaps in the line.
std::vector<PlottedPoint> plottedPoints(const ChartSeries& series, const AxisScale& x, const AxisScale& y);

/// The points to draw for a line between two positions, over `columns` columns of pixels: the first point before and
/// after the span, and the least and largest value of every column, in order. A gap is a point that is not a number.
/// `connected`: a line; otherwise isolated points, without gaps and neighbours outside.
QList<QPointF> decimated(std::span<const PlottedPoint> points, AxisSpan across, int columns, bool connected = true);

/// The part of a line with gaps inside a rectangle, in pieces: coordinates small enough for Qt to draw.
std::vector<QPolygonF> piecesWithin(const QList<QPointF>& points, const QRectF& bounds);

/// The point nearest to a horizontal position; nullptr without points.
const PlottedPoint* nearestAcross(std::span<const PlottedPoint> points, double x);

}  // namespace noiseloom
