#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QRectF>

#include "ui/plots/line/chart_text.h"
#include "ui/style/theme.h"

namespace noiseloom {

/// Paints what a point says beside it, always within `room`: above and to the right where there is place. Colours are
/// those of tool tips in the palette.
void paintChartTip(QPainter& painter, const QRectF& room, QPointF at, const PointText& text, const QColor& color,
                   const QPalette& palette, const QFont& font);
/// Where it would be: for tests.
QRectF chartTipRect(const QRectF& room, QPointF at, const PointText& text, const QFont& font);

}  // namespace noiseloom
