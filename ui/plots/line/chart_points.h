#pragma once

#include <QList>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <span>
#include <vector>

#include "ui/plots/line/chart_axis.h"

namespace noiseloom {

/// A point that can be drawn.
struct PlottedPoint {
  QPointF at;     ///< positions
  int index = 0;  ///< in the series of the model
};

/// The points of a series that can be drawn, in their order; the gaps between their indices are gaps in the line.
std::vector<PlottedPoint> plottedPoints(const ChartSeries& series, const AxisScale& x, const AxisScale& y);

/// What has to be drawn of a line between two positions across, where `columns` columns of pixels are to be filled: the
/// first point before and after the span, and of every column the least and the largest value, in their order. A gap is
/// a point that is not a number. `connected`: a line; otherwise lone points, without gaps and neighbours outside.
QList<QPointF> decimated(std::span<const PlottedPoint> points, AxisSpan across, int columns, bool connected = true);

/// What of a line with gaps lies within a rectangle, in pieces: numbers of a size that Qt can draw.
std::vector<QPolygonF> piecesWithin(const QList<QPointF>& points, const QRectF& bounds);

/// The point nearest to a position across; nullptr without points.
const PlottedPoint* nearestAcross(std::span<const PlottedPoint> points, double x);

}  // namespace noiseloom
