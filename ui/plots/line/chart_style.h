#pragma once

#include <QChart>
#include <vector>

#include "ui/plots/canvas/picture.h"
#include "ui/plots/canvas/ticks.h"
#include "ui/style/theme.h"

class QCategoryAxis;

namespace noiseloom {

/// A chart without title, animations, rounded corners and drop shadows. The legend of Qt Charts is hidden: its samples
/// are too short to show dashes.
QChart* newChart();
/// Colours and fonts of everything but the series. QChart::setTheme is never used: it would overwrite pens.
void styleChart(QChart& chart, const Theme& theme, const QFont& font);
/// An axis of ticks of our own choosing; positions are plain coordinates.
QCategoryAxis* newAxis();
/// Range and ticks; whether that changed anything. Nothing happens for an empty range, which Qt Charts would not show.
bool setAxis(QCategoryAxis& axis, double least, double most, const std::vector<Tick>& ticks);

/// Has a solid line drawn as one path, which Qt Charts only does with dashed ones: this is one dash.
void drawWhole(QPen& pen);
/// Draws a chart, which no view may own, as a picture with a title above it.
void paintChart(QPainter& painter, QChart& chart, const QString& title, const PictureStyle& style);

}  // namespace noiseloom
