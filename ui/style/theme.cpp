#include "ui/style/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetrics>
#include <QStyle>

#include "ui/style/look.h"
#include "ui/style/window_style.h"

namespace noiseloom {
namespace {

Theme lightTheme() {
  Theme theme;
  theme.dark = false;
  theme.text = QColor(0x1b, 0x1f, 0x24);
  theme.mutedText = QColor(0x5a, 0x63, 0x6e);
  theme.accent = QColor(0x00, 0x72, 0xb2);
  theme.border = QColor(0xd3, 0xd8, 0xde);
  theme.grid = QColor(0xe6, 0xe9, 0xed);
  theme.plot = QColor(0xff, 0xff, 0xff);
  theme.error = QColor(0xb3, 0x26, 0x1e);
  theme.errorFill = QColor(0xfd, 0xee, 0xec);
  theme.stale = QColor(0x8a, 0x5a, 0x00);
  theme.optimum = QColor(0xd5, 0x5e, 0x00);
  theme.lowerBound = QColor(0x00, 0x86, 0x61);
  theme.baseline = QColor(0x5a, 0x63, 0x6e);
  return theme;
}

Theme darkTheme() {
  Theme theme;
  theme.dark = true;
  theme.text = QColor(0xe4, 0xe7, 0xeb);
  theme.mutedText = QColor(0xa0, 0xa9, 0xb4);
  theme.accent = QColor(0x56, 0xb4, 0xe9);
  theme.border = QColor(0x3a, 0x41, 0x4a);
  theme.grid = QColor(0x2c, 0x31, 0x38);
  theme.plot = QColor(0x17, 0x1a, 0x1f);
  theme.error = QColor(0xff, 0x8a, 0x80);
  theme.errorFill = QColor(0x42, 0x20, 0x1f);
  theme.stale = QColor(0xe6, 0xb4, 0x50);
  theme.optimum = QColor(0xf0, 0x8a, 0x3c);
  theme.lowerBound = QColor(0x2f, 0xc4, 0x9a);
  theme.baseline = QColor(0xa0, 0xa9, 0xb4);
  return theme;
}

Theme highContrastLightTheme() {
  Theme theme;
  theme.highContrast = true;
  theme.text = QColor(0x00, 0x00, 0x00);
  theme.mutedText = QColor(0x33, 0x33, 0x33);
  theme.accent = QColor(0x00, 0x4a, 0x85);
  theme.border = QColor(0x00, 0x00, 0x00);
  theme.grid = QColor(0x8c, 0x8c, 0x8c);
  theme.plot = QColor(0xff, 0xff, 0xff);
  theme.error = QColor(0x8f, 0x00, 0x00);
  theme.errorFill = QColor(0xff, 0xe8, 0xe6);
  theme.stale = QColor(0x5a, 0x3c, 0x00);
  theme.optimum = QColor(0x9c, 0x33, 0x00);
  theme.lowerBound = QColor(0x00, 0x60, 0x42);
  theme.baseline = QColor(0x33, 0x33, 0x33);
  return theme;
}

Theme highContrastDarkTheme() {
  Theme theme;
  theme.dark = true;
  theme.highContrast = true;
  theme.text = QColor(0xff, 0xff, 0xff);
  theme.mutedText = QColor(0xe0, 0xe0, 0xe0);
  theme.accent = QColor(0x6c, 0xc8, 0xff);
  theme.border = QColor(0xff, 0xff, 0xff);
  theme.grid = QColor(0x6a, 0x6a, 0x6a);
  theme.plot = QColor(0x00, 0x00, 0x00);
  theme.error = QColor(0xff, 0xa9, 0xa1);
  theme.errorFill = QColor(0x3a, 0x0b, 0x08);
  theme.stale = QColor(0xff, 0xd4, 0x79);
  theme.optimum = QColor(0xff, 0x9a, 0x4d);
  theme.lowerBound = QColor(0x45, 0xe6, 0xb6);
  theme.baseline = QColor(0xe0, 0xe0, 0xe0);
  return theme;
}

const Theme& themeFor(bool dark, bool highContrast) {
  static const Theme light = lightTheme();
  static const Theme night = darkTheme();
  static const Theme strongLight = highContrastLightTheme();
  static const Theme strongNight = highContrastDarkTheme();
  if (highContrast) return dark ? strongNight : strongLight;
  return dark ? night : light;
}

/// Black and white, and the accent for what is chosen; nothing is told by a shade of grey.
QPalette makeStrongPalette(bool dark) {
  const Theme& theme = themeFor(dark, true);
  const QColor paper = theme.plot;
  const QColor disabled = dark ? QColor(0x96, 0x96, 0x96) : QColor(0x6e, 0x6e, 0x6e);
  QPalette palette(theme.text, paper, paper, theme.border, theme.border, theme.text, paper, paper, paper);
  palette.setColor(QPalette::AlternateBase, dark ? QColor(0x14, 0x14, 0x14) : QColor(0xf2, 0xf2, 0xf2));
  palette.setColor(QPalette::Highlight, theme.accent);
  palette.setColor(QPalette::HighlightedText, paper);
  palette.setColor(QPalette::Link, theme.accent);
  palette.setColor(QPalette::LinkVisited, theme.accent);
  palette.setColor(QPalette::PlaceholderText, theme.mutedText);
  palette.setColor(QPalette::ToolTipBase, paper);
  palette.setColor(QPalette::ToolTipText, theme.text);
  for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, disabled);
  }
  palette.setColor(QPalette::Disabled, QPalette::Highlight, disabled);
  return palette;
}

QPalette makePalette(bool dark) {
  const Theme& theme = themeFor(dark, false);
  const QColor window = dark ? QColor(0x20, 0x24, 0x2a) : QColor(0xf5, 0xf6, 0xf8);
  const QColor button = dark ? QColor(0x2c, 0x31, 0x39) : QColor(0xfa, 0xfb, 0xfc);
  const QColor disabled = dark ? QColor(0x6b, 0x74, 0x7f) : QColor(0x9a, 0xa2, 0xac);
  QPalette palette(theme.text, button, dark ? QColor(0x3a, 0x41, 0x4a) : QColor(0xff, 0xff, 0xff),
                   dark ? QColor(0x10, 0x12, 0x15) : QColor(0xb4, 0xbb, 0xc4), theme.border, theme.text,
                   QColor(0xff, 0xff, 0xff), theme.plot, window);
  palette.setColor(QPalette::AlternateBase, dark ? QColor(0x1d, 0x21, 0x26) : QColor(0xf8, 0xf9, 0xfb));
  palette.setColor(QPalette::Highlight, theme.accent);
  palette.setColor(QPalette::HighlightedText, dark ? QColor(0x0d, 0x11, 0x16) : QColor(0xff, 0xff, 0xff));
  palette.setColor(QPalette::Link, theme.accent);
  palette.setColor(QPalette::LinkVisited, theme.accent);
  palette.setColor(QPalette::PlaceholderText, disabled);
  palette.setColor(QPalette::ToolTipBase, dark ? QColor(0x2c, 0x31, 0x39) : QColor(0xff, 0xff, 0xff));
  palette.setColor(QPalette::ToolTipText, theme.text);
  for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, disabled);
  }
  palette.setColor(QPalette::Disabled, QPalette::Highlight, theme.border);
  palette.setColor(QPalette::Disabled, QPalette::Base, window);
  return palette;
}

}  // namespace

const std::array<QColor, 7>& seriesColors(const Theme& theme) {
  static const std::array<QColor, 7> onLight{
      QColor(0x00, 0x72, 0xb2), QColor(0xd5, 0x5e, 0x00), QColor(0x73, 0x91, 0x78), QColor(0xa3, 0x3f, 0x77),
      QColor(0x6a, 0x51, 0x01), QColor(0x05, 0xa1, 0xcc), QColor(0x1b, 0x1f, 0x24)};
  static const std::array<QColor, 7> onDark{
      QColor(0x56, 0xb4, 0xe9), QColor(0xae, 0x51, 0x03), QColor(0x03, 0x95, 0x6d), QColor(0xc7, 0x4b, 0xc1),
      QColor(0xce, 0x94, 0x0e), QColor(0xa3, 0xce, 0xed), QColor(0xe4, 0xe7, 0xeb)};
  static const std::array<QColor, 7> onWhite{
      QColor(0x00, 0x4a, 0x85), QColor(0x75, 0x38, 0x03), QColor(0x08, 0x79, 0x49), QColor(0xe4, 0x4f, 0xdd),
      QColor(0x2e, 0x1e, 0x00), QColor(0x62, 0x8b, 0x99), QColor(0x00, 0x00, 0x00)};
  static const std::array<QColor, 7> onBlack{
      QColor(0x6c, 0xc8, 0xff), QColor(0xc7, 0x58, 0x03), QColor(0x0a, 0xa4, 0x78), QColor(0xe6, 0x5c, 0xc8),
      QColor(0xd9, 0xa3, 0x03), QColor(0xba, 0xe4, 0xff), QColor(0xff, 0xff, 0xff)};
  if (theme.highContrast) return theme.dark ? onBlack : onWhite;
  return theme.dark ? onDark : onLight;
}

const std::array<QColor, 7>& seriesColors(bool dark) {
  return seriesColors(themeFor(dark, highContrast()));
}

bool isDark(const QPalette& palette) {
  return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

const Theme& themeOf(const QPalette& palette) {
  // Widgets change window and text colours of their own palettes, but never the link colour, in which our four differ.
  const QColor mark = palette.color(QPalette::Active, QPalette::Link);
  for (const bool dark : {false, true}) {
    for (const bool strong : {false, true}) {
      if (themeFor(dark, strong).accent == mark) return themeFor(dark, strong);
    }
  }
  return themeFor(isDark(palette), false);
}

const QPalette& paletteFor(bool dark) {
  return paletteFor(dark, highContrast());
}

const QPalette& paletteFor(bool dark, bool highContrast) {
  static const QPalette light = makePalette(false);
  static const QPalette night = makePalette(true);
  static const QPalette strongLight = makeStrongPalette(false);
  static const QPalette strongNight = makeStrongPalette(true);
  if (highContrast) return dark ? strongNight : strongLight;
  return dark ? night : light;
}

void applyAppearance(QApplication& application, Appearance appearance, bool desktopIsDark) {
  if (!qobject_cast<const WindowStyle*>(application.style())) QApplication::setStyle(new WindowStyle);
  const bool strong = appearance == Appearance::HighContrastLight || appearance == Appearance::HighContrastDark;
  const bool dark = appearance == Appearance::Dark || appearance == Appearance::HighContrastDark ||
                    (appearance == Appearance::System && desktopIsDark);
  setHighContrast(strong);
  // A text cursor that blinks would wake an idle program twice a second.
  QApplication::setCursorFlashTime(0);
  QApplication::setPalette(paletteFor(dark, strong));
}

QFont tabularFigures(const QFont& font) {
  const QFontMetricsF metrics(font);
  const qreal zero = metrics.horizontalAdvance(QLatin1Char('0'));
  for (char digit = '1'; digit <= '9'; ++digit) {
    if (std::abs(metrics.horizontalAdvance(QLatin1Char(digit)) - zero) > 0.01) {
      QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
      if (font.pointSizeF() > 0) fixed.setPointSizeF(font.pointSizeF());
      return fixed;
    }
  }
  return font;
}

QFont scaledFont(const QFont& font, double factor, QFont::Weight weight) {
  QFont scaled = font;
  if (font.pointSizeF() > 0) {
    scaled.setPointSizeF(font.pointSizeF() * factor);
  } else {
    scaled.setPixelSize(qRound(font.pixelSize() * factor));
  }
  scaled.setWeight(weight);
  return scaled;
}

int widthIn(const QFont& font, int pixels) {
  constexpr double kUsualDigits = 76.25;
  const double digits = QFontMetricsF(font).horizontalAdvance(QStringLiteral("0123456789"));
  return qRound(pixels * digits / kUsualDigits);
}

}  // namespace noiseloom
