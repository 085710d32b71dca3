#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>
#include <functional>
#include <vector>

#include "ui/plots/canvas/ticks.h"
#include "ui/style/theme.h"

namespace noiseloom {

// Axes and colour bars around the plot area of maps; charts of lines use the ticks of Qt Charts. Tick positions run
// from 0 at the left or bottom to 1. Everything uses the painter's font.

struct PaintedAxis {
  std::vector<Tick> ticks;
  QString title;
};

/// The part of `bounds` for a plot whose labels on the left and beside the colour bar are at most as wide as these.
QRectF insideAxes(const QRectF& bounds, const QFont& font, const QString& leftLabel, const QString& barLabel);
/// Paints the frame of a plot, with an axis below it and one to its left.
void paintAxes(QPainter& painter, const QRectF& plot, const PaintedAxis& across, const PaintedAxis& up,
               const QString& leftLabel, const Theme& theme);
/// Paints a bar to the right of a plot and returns its place: `colors` from bottom to top, then the axis.
QRectF paintColorBar(QPainter& painter, const QRectF& plot, const std::function<QRgb(double)>& colors,
                     const PaintedAxis& axis, const Theme& theme);

}  // namespace noiseloom
