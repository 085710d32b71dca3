#pragma once

#include <QColor>
#include <QFont>
#include <QMargins>
#include <QPalette>
#include <QString>
#include <array>
#include <utility>

class QApplication;
class QWidget;

namespace noiseloom {

/// The values are stored in settings: append new ones.
enum class Appearance { System, Light, Dark, HighContrastLight, HighContrastDark };

/// Spacing: everything sits on an 8-pixel grid (half steps inside a row).
constexpr int kGrid = 8;
constexpr int kHalfGrid = 4;

/// A layout with margins and spacing, of a widget or to be nested in another layout.
template <class Layout>
Layout* newLayout(const QMargins& margins, int spacing, QWidget* widget = nullptr) {
  auto* layout = new Layout(widget);
  layout->setContentsMargins(margins);
  layout->setSpacing(spacing);
  return layout;
}

/// A new object with a name for programs, in any language the same.
template <class Object, class... Arguments>
Object* named(const char* name, Arguments&&... arguments) {
  auto* object = new Object(std::forward<Arguments>(arguments)...);
  object->setObjectName(QLatin1String(name));
  return object;
}

/// Names a widget likewise, and for screen readers.
void nameWidget(QWidget* widget, const QString& name, const QString& spoken);

/// Colours without a role in QPalette. There are a light and a dark theme, and both again in high contrast: text of at
/// least 7:1, lines and marks of at least 3:1 (WCAG 2.1, 1.4.6 and 1.4.11).
struct Theme {
  bool dark = false;
  bool highContrast = false;
  QColor text;
  QColor mutedText;  ///< captions, axis labels, units: at least 4.5:1 on window and plot background
  QColor accent;
  QColor border;
  QColor grid;        ///< thin lines of plots
  QColor plot;        ///< background of plots
  QColor error;       ///< text of error messages
  QColor errorFill;   ///< background of an unusable entry
  QColor stale;       ///< text of results that do not match the scenario
  QColor optimum;     ///< Okabe-Ito vermillion
  QColor lowerBound;  ///< Okabe-Ito bluish green
  QColor baseline;    ///< DP-SGD
};

/// Colours of series after Okabe and Ito, in the order of use. Lightness is adapted to the background (at least 3:1)
/// and so that no two look alike to people without one of the three kinds of cones: at least 0.08 apart in Oklab, in
/// every theme. Each still comes with a dash or a marker.
const std::array<QColor, 7>& seriesColors(const Theme& theme);
/// The colours in the current contrast.
const std::array<QColor, 7>& seriesColors(bool dark);

/// True if a palette has light text on a dark window.
bool isDark(const QPalette& palette);
/// The theme of one of our palettes; for other palettes the light or dark one in normal contrast.
const Theme& themeOf(const QPalette& palette);
/// The palette in the current contrast, also for pictures.
const QPalette& paletteFor(bool dark);
const QPalette& paletteFor(bool dark, bool highContrast);

/// Sets the Fusion style and the palette of `appearance`; desktopIsDark decides for Appearance::System and must be read
/// from the application's palette before the first call. Every widget receives QEvent::PaletteChange.
void applyAppearance(QApplication& application, Appearance appearance, bool desktopIsDark);

/// Sets the text colour of a label or another widget that uses QPalette::WindowText.
void setTextColor(QWidget& widget, const QColor& color);

/// The font if its digits are equally wide, otherwise the platform's fixed font at the same size, so that digits stay
/// in place while a slider moves.
QFont tabularFigures(const QFont& font);
/// The font scaled by `factor`, with a weight.
QFont scaledFont(const QFont& font, double factor, QFont::Weight weight = QFont::Normal);
/// Converts a width in pixels, designed for the usual font (digits of 7.6 pixels), to `font`.
int widthIn(const QFont& font, int pixels);

}  // namespace noiseloom
