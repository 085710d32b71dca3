#pragma once

#include <QColor>
#include <QList>

namespace noiseloom {

/// Colour and dash pattern (in pen widths; empty: solid) of the series number `index` >= 0 of a palette. Colours come
/// round after seven series; the dash is then another, so that 28 series differ.
QColor seriesColor(int index, bool dark);
QList<qreal> seriesDash(int index);

}  // namespace noiseloom
