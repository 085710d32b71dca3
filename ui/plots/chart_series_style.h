#pragma once

#include <QColor>
#include <QList>
#include <QPointF>
#include <QRectF>
#include <QSize>

#include "ui/plots/chart_model.h"
#include "ui/plots/chart_sight.h"
#include "ui/style/theme.h"

class QPainter;
class QScatterSeries;
class QXYSeries;

namespace noiseloom {

/// What a series of a model is made of.
bool hasLine(const ChartSeries& series);
bool hasMarkers(const ChartSeries& series);
QColor seriesColor(const ChartSeries& series, const Theme& theme);
double seriesOpacity(const ChartSeries& series, const Theme& theme);

/// Pens, brushes and markers of the series of Qt Charts. Hidden ones have no points: theirs only shows in the legend.
void styleLine(QXYSeries& line, const ChartSeries& series, const Theme& theme, bool hidden);
void styleMarkers(QScatterSeries& markers, const ChartSeries& series, const Theme& theme, bool hidden);
/// What the legend shows of a series: its line, its marker, or both.
void paintSample(QPainter& painter, const QRectF& place, const ChartSeries& series, const Theme& theme, bool hidden);
/// Draws a line without its dashes where it goes up and down so often that they could not be told apart: they would
/// take longer than a frame.
void fitPen(QXYSeries& line, const ChartSeries& series, const Theme& theme, const QList<QPointF>& points,
            AxisSpan across, AxisSpan up, QSize area);

}  // namespace noiseloom
