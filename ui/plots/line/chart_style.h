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
/// Sets colours and fonts of everything but the series. Never uses QChart::setTheme(), which would overwrite pens.
void styleChart(QChart& chart, const Theme& theme, const QFont& font);
/// An axis with ticks of our own choosing; positions are plain coordinates.
QCategoryAxis* newAxis();
/// Sets range and ticks; returns true if they changed. Ignores an empty range, which Qt Charts would not show.
bool setAxis(QCategoryAxis& axis, double least, double most, const std::vector<Tick>& ticks);

/// Makes Qt Charts draw a solid line as one path, as it does dashed ones: as a single dash.
void drawWhole(QPen& pen);
/// Draws a chart, which no view may own, as a picture with a title above it.
void paintChart(QPainter& painter, QChart& chart, const QString& title, const PictureStyle& style);

}  // namespace noiseloom
