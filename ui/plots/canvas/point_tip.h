#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QString>
#include <QStringList>

#include "ui/style/theme.h"

namespace noiseloom {

/// What a point of a plot says.
struct PointText {
  QString heading;     ///< the series; empty where it has no name
  QStringList lines;   ///< x, y and notes
  QStringList source;  ///< formula and citation, for those who stay
};

/// Paints what a point says beside it, always within `room`: above and to the right where there is place. Colours are
/// those of tool tips in the palette.
void paintPointTip(QPainter& painter, const QRectF& room, QPointF at, const PointText& text, const QColor& color,
                   const QPalette& palette, const QFont& font);
/// Where it would be: for tests.
QRectF pointTipRect(const QRectF& room, QPointF at, const PointText& text, const QFont& font);

}  // namespace noiseloom
