#pragma once

#include <QList>
#include <QPainter>
#include <QPen>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <vector>

#include "ui/plots/line/chart_series_style.h"

namespace noiseloom {

/// One series that Qt Charts does not draw: a line, markers, or both, in pixels of the chart. Holds only values, so any
/// thread may paint it.
struct Curve {
  std::vector<QPolygonF> line = {};  ///< its pieces
  QPen pen = {};
  QPolygonF area = {};  ///< filled; then there is neither line nor markers
  QColor fill = {};
  QList<QPointF> markers = {};
  MarkerLook marker = {};
  double opacity = 1;
};

/// Curves in drawing order, the last one on top.
using Curves = std::vector<Curve>;

/// Length of a line, in widths and heights of the plot area, above which it goes up and down all the time.
inline constexpr double kLongestSmooth = 2;
/// The length of a line in pixels.
double lengthOf(const QPolygonF& line);

/// Paints the curves into the plot area. Lines end at its edges; markers centred outside are left out. Smooth lines are
/// drawn in one piece, in files as one path. Lines that go up and down all the time are drawn by segments, since Qt
/// takes half a second to outline them as a whole; with smooth = false (while a slider moves) all are, which halves the
/// time also for dashed ones, and only cheap lines are antialiased.
void paintCurves(QPainter& painter, const Curves& curves, const QRectF& plotArea, bool smooth = true);

}  // namespace noiseloom
