#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>
#include <functional>
#include <vector>

#include "ui/plots/canvas/ticks.h"
#include "ui/style/theme.h"

namespace noiseloom {

// What maps draw around their plot area; the ticks of charts of lines are those of Qt Charts. Positions of ticks are
// from 0 at the left or the bottom to 1. Everything is in the painter's font.

/// What an axis counts, and where.
struct PaintedAxis {
  std::vector<Tick> ticks;
  QString title;
};

/// What is left of `bounds` for a plot with labels up to the width of these to its left and beside its colour bar.
QRectF insideAxes(const QRectF& bounds, const QFont& font, const QString& leftLabel, const QString& barLabel);
/// The frame of a plot, with an axis below it and one to its left.
void paintAxes(QPainter& painter, const QRectF& plot, const PaintedAxis& across, const PaintedAxis& up,
               const QString& leftLabel, const Theme& theme);
/// A bar to the right of a plot, where it is returned: `colors` from the bottom to the top, then the axis.
QRectF paintColorBar(QPainter& painter, const QRectF& plot, const std::function<QRgb(double)>& colors,
                     const PaintedAxis& axis, const Theme& theme);

}  // namespace noiseloom
