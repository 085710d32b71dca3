#include "ui/style/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetrics>
#include <QStyle>
#include <QWidget>

#include "ui/style/look.h"
#include "ui/style/window_style.h"

namespace noiseloom {
namespace {

/// Colours in normal contrast, light and dark, then in high contrast, light and dark.
using FourColors = std::array<QRgb, 4>;

struct ThemeRole {
  QColor Theme::*role;
  FourColors colors;
};

constexpr std::array kThemeRoles{ThemeRole{&Theme::text, {0x1b1f24, 0xe4e7eb, 0x000000, 0xffffff}},
                                 ThemeRole{&Theme::mutedText, {0x5a636e, 0xa0a9b4, 0x333333, 0xe0e0e0}},
                                 ThemeRole{&Theme::accent, {0x0072b2, 0x56b4e9, 0x004a85, 0x6cc8ff}},
                                 ThemeRole{&Theme::border, {0xd3d8de, 0x3a414a, 0x000000, 0xffffff}},
                                 ThemeRole{&Theme::grid, {0xe6e9ed, 0x2c3138, 0x8c8c8c, 0x6a6a6a}},
                                 ThemeRole{&Theme::plot, {0xffffff, 0x171a1f, 0xffffff, 0x000000}},
                                 ThemeRole{&Theme::error, {0xb3261e, 0xff8a80, 0x8f0000, 0xffa9a1}},
                                 ThemeRole{&Theme::errorFill, {0xfdeeec, 0x42201f, 0xffe8e6, 0x3a0b08}},
                                 ThemeRole{&Theme::stale, {0x8a5a00, 0xe6b450, 0x5a3c00, 0xffd479}},
                                 ThemeRole{&Theme::optimum, {0xd55e00, 0xf08a3c, 0x9c3300, 0xff9a4d}},
                                 ThemeRole{&Theme::lowerBound, {0x008661, 0x2fc49a, 0x006042, 0x45e6b6}},
                                 ThemeRole{&Theme::baseline, {0x5a636e, 0xa0a9b4, 0x333333, 0xe0e0e0}}};

constexpr std::array<FourColors, 7> kSeries{{{0x0072b2, 0x56b4e9, 0x004a85, 0x6cc8ff},
                                             {0xd55e00, 0xae5103, 0x753803, 0xc75803},
                                             {0x739178, 0x03956d, 0x087949, 0x0aa478},
                                             {0xa33f77, 0xc74bc1, 0xe44fdd, 0xe65cc8},
                                             {0x6a5101, 0xce940e, 0x2e1e00, 0xd9a303},
                                             {0x05a1cc, 0xa3ceed, 0x628b99, 0xbae4ff},
                                             {0x1b1f24, 0xe4e7eb, 0x000000, 0xffffff}}};

QPalette makePalette(const Theme& theme, std::size_t place) {
  const auto color = [place](const FourColors& colors) { return QColor(colors[place]); };
  // High contrast uses black, white, and the accent for selections; no meaning depends on a shade of grey.
  const QColor window = color({0xf5f6f8, 0x20242a, 0xffffff, 0x000000});
  const QColor button = color({0xfafbfc, 0x2c3139, 0xffffff, 0x000000});
  const QColor disabled = color({0x9aa2ac, 0x6b747f, 0x6e6e6e, 0x969696});
  QPalette palette(theme.text, button, color({0xffffff, 0x3a414a, 0xffffff, 0x000000}),
                   color({0xb4bbc4, 0x101215, 0x000000, 0xffffff}), theme.border, theme.text,
                   color({0xffffff, 0xffffff, 0xffffff, 0x000000}), theme.plot, window);
  palette.setColor(QPalette::AlternateBase, color({0xf8f9fb, 0x1d2126, 0xf2f2f2, 0x141414}));
  palette.setColor(QPalette::Highlight, theme.accent);
  palette.setColor(QPalette::HighlightedText, color({0xffffff, 0x0d1116, 0xffffff, 0x000000}));
  palette.setColor(QPalette::Link, theme.accent);
  palette.setColor(QPalette::LinkVisited, theme.accent);
  palette.setColor(QPalette::PlaceholderText, theme.highContrast ? theme.mutedText : disabled);
  palette.setColor(QPalette::ToolTipBase, color({0xffffff, 0x2c3139, 0xffffff, 0x000000}));
  palette.setColor(QPalette::ToolTipText, theme.text);
  for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, disabled);
  palette.setColor(QPalette::Disabled, QPalette::Highlight, theme.highContrast ? disabled : theme.border);
  palette.setColor(QPalette::Disabled, QPalette::Base, window);
  return palette;
}

struct Look {
  Theme theme;
  std::array<QColor, kSeries.size()> series;
  QPalette palette;
};

Look makeLook(std::size_t place) {
  Look look;
  look.theme.dark = place % 2 == 1;
  look.theme.highContrast = place >= 2;
  for (const ThemeRole& role : kThemeRoles) look.theme.*role.role = QColor(role.colors[place]);
  for (std::size_t i = 0; i < kSeries.size(); ++i) look.series[i] = QColor(kSeries[i][place]);
  look.palette = makePalette(look.theme, place);
  return look;
}

const Look& lookFor(bool dark, bool highContrast) {
  static const std::array looks{makeLook(0), makeLook(1), makeLook(2), makeLook(3)};
  return looks[(highContrast ? 2U : 0U) + (dark ? 1U : 0U)];
}

}  // namespace

void nameWidget(QWidget* widget, const QString& name, const QString& spoken) {
  widget->setObjectName(name);
  widget->setAccessibleName(spoken);
}

const std::array<QColor, 7>& seriesColors(const Theme& theme) {
  return lookFor(theme.dark, theme.highContrast).series;
}

const std::array<QColor, 7>& seriesColors(bool dark) {
  return lookFor(dark, highContrast()).series;
}

bool isDark(const QPalette& palette) {
  return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

const Theme& themeOf(const QPalette& palette) {
  // Widgets change window and text colours in their own palettes, but never the link colour, which identifies our four.
  const QColor mark = palette.color(QPalette::Active, QPalette::Link);
  for (const bool dark : {false, true}) {
    for (const bool strong : {false, true}) {
      if (lookFor(dark, strong).theme.accent == mark) return lookFor(dark, strong).theme;
    }
  }
  return lookFor(isDark(palette), false).theme;
}

const QPalette& paletteFor(bool dark) {
  return paletteFor(dark, highContrast());
}

const QPalette& paletteFor(bool dark, bool highContrast) {
  return lookFor(dark, highContrast).palette;
}

void applyAppearance(QApplication& application, Appearance appearance, bool desktopIsDark) {
  if (!qobject_cast<const WindowStyle*>(application.style())) QApplication::setStyle(new WindowStyle);
  const bool strong = appearance == Appearance::HighContrastLight || appearance == Appearance::HighContrastDark;
  const bool dark = appearance == Appearance::Dark || appearance == Appearance::HighContrastDark ||
                    (appearance == Appearance::System && desktopIsDark);
  setHighContrast(strong);
  // A blinking text cursor would wake an idle program twice a second.
  QApplication::setCursorFlashTime(0);
  QApplication::setPalette(paletteFor(dark, strong));
}

void setTextColor(QWidget& widget, const QColor& color) {
  QPalette palette = widget.palette();
  palette.setColor(QPalette::WindowText, color);
  widget.setPalette(palette);
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
