#include "ui/style/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetrics>
#include <QStyle>
#include <QStyleFactory>

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

const Theme& themeFor(bool dark) {
  static const Theme light = lightTheme();
  static const Theme night = darkTheme();
  return dark ? night : light;
}

QPalette makePalette(bool dark) {
  const Theme& theme = themeFor(dark);
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

const std::array<QColor, 7>& seriesColors(bool dark) {
  static const std::array<QColor, 7> onLight{
      QColor(0x00, 0x72, 0xb2), QColor(0xd5, 0x5e, 0x00), QColor(0x00, 0x9e, 0x73), QColor(0xcc, 0x79, 0xa7),
      QColor(0xe6, 0x9f, 0x00), QColor(0x56, 0xb4, 0xe9), QColor(0x1b, 0x1f, 0x24)};
  static const std::array<QColor, 7> onDark{
      QColor(0x56, 0xb4, 0xe9), QColor(0xf0, 0x8a, 0x3c), QColor(0x2f, 0xc4, 0x9a), QColor(0xdc, 0x94, 0xbd),
      QColor(0xf0, 0xe4, 0x42), QColor(0x3a, 0x8f, 0xd0), QColor(0xe4, 0xe7, 0xeb)};
  return dark ? onDark : onLight;
}

bool isDark(const QPalette& palette) {
  return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

const Theme& themeOf(const QPalette& palette) {
  return themeFor(isDark(palette));
}

const QPalette& paletteFor(bool dark) {
  static const QPalette light = makePalette(false);
  static const QPalette night = makePalette(true);
  return dark ? night : light;
}

void applyAppearance(QApplication& application, Appearance appearance, bool desktopIsDark) {
  if (application.style()->name() != QLatin1String("fusion")) {
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  }
  const bool dark = appearance == Appearance::Dark || (appearance == Appearance::System && desktopIsDark);
  QApplication::setPalette(paletteFor(dark));
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

}  // namespace noiseloom
