#pragma once

#include <QColor>
#include <QList>

namespace noiseloom {

struct Theme;

/// Colour and dash pattern (in pen widths; empty: solid) of series `index` >= 0 of a palette. Colours repeat after
/// seven series with another dash, so that 56 series differ.
QColor seriesColor(int index, const Theme& theme);
QList<qreal> seriesDash(int index);

}  // namespace noiseloom
