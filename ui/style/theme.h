#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <array>

class QApplication;

namespace noiseloom {

enum class Appearance { System, Light, Dark };

/// Spacing: everything sits on an 8-pixel grid (half steps inside a row).
constexpr int kGrid = 8;
constexpr int kHalfGrid = 4;

/// Colours that QPalette has no role for. There is one theme for light palettes and one for dark ones.
struct Theme {
  bool dark = false;
  QColor text;
  QColor mutedText;  ///< captions, axis labels, units: at least 4.5:1 on window and plot background
  QColor accent;     ///< the one accent colour
  QColor border;
  QColor grid;        ///< thin lines of plots
  QColor plot;        ///< background of plots
  QColor error;       ///< text of messages
  QColor errorFill;   ///< behind an entry that cannot be used
  QColor stale;       ///< text of results that no longer match the scenario
  QColor optimum;     ///< Okabe-Ito vermillion
  QColor lowerBound;  ///< Okabe-Ito bluish green
  QColor baseline;    ///< DP-SGD
};

/// The Okabe-Ito colours in the order in which series take them, adapted in lightness to the background.
const std::array<QColor, 7>& seriesColors(bool dark);

/// Whether a palette writes light text on a dark window.
bool isDark(const QPalette& palette);
const Theme& themeOf(const QPalette& palette);
const QPalette& paletteFor(bool dark);

/// Fusion style and the palette of `appearance`; desktopIsDark answers for Appearance::System and must be taken from
/// the application's palette before the first call.
void applyAppearance(QApplication& application, Appearance appearance, bool desktopIsDark);

/// The font when its digits are equally wide, otherwise the platform's fixed font at the same size, so that digits stay
/// in their columns while a slider moves.
QFont tabularFigures(const QFont& font);
/// `font` made smaller or larger, with a weight.
QFont scaledFont(const QFont& font, double factor, QFont::Weight weight = QFont::Normal);

}  // namespace noiseloom
