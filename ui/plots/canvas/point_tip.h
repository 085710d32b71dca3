#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QString>
#include <QStringList>

#include "ui/style/theme.h"

namespace noiseloom {

struct PointText {
  QString heading;     ///< the series; empty if it has no name
  QStringList lines;   ///< x, y and notes
  QStringList source;  ///< formula and citation, shown when the pointer stays
};

/// Paints the text beside its point, always within `room`: above and to the right if there is space. Colours are those
/// of the palette's tool tips.
void paintPointTip(QPainter& painter, const QRectF& room, QPointF at, const PointText& text, const QColor& color,
                   const QPalette& palette, const QFont& font);
/// The place of the tip, for tests.
QRectF pointTipRect(const QRectF& room, QPointF at, const PointText& text, const QFont& font);

}  // namespace noiseloom
