#pragma once

#include <QFontMetricsF>
#include <QPainter>
#include <QRectF>
#include <QString>
#include <functional>
#include <vector>

#include "ui/plots/canvas/ticks.h"
#include "ui/style/theme.h"

namespace noiseloom {

// The axes, grids and colour bars of all plots: maps and charts of lines. Tick positions run from 0 at the left or
// bottom to 1. Everything uses the painter's font.

struct PaintedAxis {
  std::vector<Tick> ticks;
  QString title;  ///< empty: none

  bool operator==(const PaintedAxis&) const = default;
};

/// The space of an axis to the left of a plot whose labels are at most as wide as this one, and of one below it.
double spaceBeside(const QFontMetricsF& metrics, const QString& leftLabel, bool titled = true);
double spaceBelow(const QFontMetricsF& metrics, bool titled = true);
/// The part of `bounds` for a plot whose labels on the left and beside the colour bar are at most as wide as these.
QRectF insideAxes(const QRectF& bounds, const QFont& font, const QString& leftLabel, const QString& barLabel);
/// Paints the lines of a grid at all ticks, and the axes' own lines: the ground of a chart.
void paintGrid(QPainter& painter, const QRectF& plot, const PaintedAxis& across, const PaintedAxis& up,
               const Theme& theme);
/// Paints the frame of a map.
void paintFrame(QPainter& painter, const QRectF& plot, const Theme& theme);
/// Paints the ticks, labels and titles of an axis below a plot and of one to its left.
void paintAxes(QPainter& painter, const QRectF& plot, const PaintedAxis& across, const PaintedAxis& up,
               const QString& leftLabel, const Theme& theme);
/// Paints a bar to the right of a plot and returns its place: `colors` from bottom to top, then the axis.
QRectF paintColorBar(QPainter& painter, const QRectF& plot, const std::function<QRgb(double)>& colors,
                     const PaintedAxis& axis, const Theme& theme);

}  // namespace noiseloom
