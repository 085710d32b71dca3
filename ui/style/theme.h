#pragma once

#include <QColor>
#include <QFont>
#include <QMargins>
#include <QPalette>
#include <array>

class QApplication;
class QWidget;

namespace noiseloom {

/// The numbers are kept in settings: new ones go to the end.
enum class Appearance { System, Light, Dark, HighContrastLight, HighContrastDark };

/// Spacing: everything sits on an 8-pixel grid (half steps inside a row).
constexpr int kGrid = 8;
constexpr int kHalfGrid = 4;

/// A layout, of a widget or to be put into another one, with its margins and the room between its items.
template <class Layout>
Layout* newLayout(const QMargins& margins, int spacing, QWidget* widget = nullptr) {
  auto* layout = new Layout(widget);
  layout->setContentsMargins(margins);
  layout->setSpacing(spacing);
  return layout;
}

/// Colours that QPalette has no role for. There is one theme for light palettes and one for dark ones, and both again
/// in high contrast: text of at least 7:1, lines and marks of at least 3:1 (WCAG 2.1, 1.4.6 and 1.4.11).
struct Theme {
  bool dark = false;
  bool highContrast = false;
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

/// Colours of series after Okabe and Ito, in the order in which series take them. Lightness is adapted to the
/// background (at least 3:1) and so that no two look alike to people without one of the three kinds of cones: a
/// distance of at least 0.08 in Oklab, in every theme. They come with a dash or a marker all the same.
const std::array<QColor, 7>& seriesColors(const Theme& theme);
/// In the contrast that is in use.
const std::array<QColor, 7>& seriesColors(bool dark);

/// Whether a palette writes light text on a dark window.
bool isDark(const QPalette& palette);
/// The theme that a palette was made for; for palettes of others the light or dark one of usual contrast.
const Theme& themeOf(const QPalette& palette);
/// In the contrast that is in use, also for pictures.
const QPalette& paletteFor(bool dark);
const QPalette& paletteFor(bool dark, bool highContrast);

/// Fusion style and the palette of `appearance`; desktopIsDark answers for Appearance::System and must be taken from
/// the application's palette before the first call. Every widget hears of it by QEvent::PaletteChange.
void applyAppearance(QApplication& application, Appearance appearance, bool desktopIsDark);

/// Writes the text of a label, or of what else is written in QPalette::WindowText, in a colour.
void setTextColor(QWidget& widget, const QColor& color);

/// The font when its digits are equally wide, otherwise the platform's fixed font at the same size, so that digits stay
/// in their columns while a slider moves.
QFont tabularFigures(const QFont& font);
/// `font` made smaller or larger, with a weight.
QFont scaledFont(const QFont& font, double factor, QFont::Weight weight = QFont::Normal);
/// A width in pixels that was drawn for the usual font (digits of 7.6 pixels), for `font` instead.
int widthIn(const QFont& font, int pixels);

}  // namespace noiseloom
