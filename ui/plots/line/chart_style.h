#pragma once

#include <QChart>
#include <QPen>
#include <vector>

#include "ui/plots/canvas/picture.h"
#include "ui/plots/canvas/ticks.h"
#include "ui/style/theme.h"

class QCategoryAxis;

namespace noiseloom {

/// A chart without title, animations, rounded corners and drop shadows, with its legend at the top.
QChart* newChart();
/// Colours and fonts of everything but the series. QChart::setTheme is never used: it would overwrite pens.
void styleChart(QChart& chart, const Theme& theme, const QFont& font);
/// An axis of ticks of our own choosing; positions are plain coordinates.
QCategoryAxis* newAxis(const QString& title);
/// Range and ticks; nothing happens for an empty range, which Qt Charts would not show.
void setAxis(QCategoryAxis& axis, double least, double most, const std::vector<Tick>& ticks);

QPen solidPen(const QColor& color, double width = 1.75);
QPen dashedPen(const QColor& color, double width = 1.5);  ///< only for series of at most a few hundred points
QPen dottedPen(const QColor& color, double width = 1.5);

/// Draws a chart, which no view may own, as a picture with a title above it.
void paintChart(QPainter& painter, QChart& chart, const QString& title, const PictureStyle& style);

}  // namespace noiseloom
