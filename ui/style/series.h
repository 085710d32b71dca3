#pragma once

#include <QColor>
#include <QList>

namespace noiseloom {

struct Theme;

/// Colour and dash pattern (in pen widths; empty: solid) of the series number `index` >= 0 of a palette. Colours come
/// round after seven series; the dash is then another, so that 56 series differ.
QColor seriesColor(int index, const Theme& theme);
QList<qreal> seriesDash(int index);

}  // namespace noiseloom
