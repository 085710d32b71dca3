// Whether everything can be read, by everybody: contrast of every theme, and colours of series as people see them who
// lack one of the three kinds of cones.
#include <gtest/gtest.h>

#include <QFrame>
#include <QImage>
#include <QPainter>
#include <QStyleOptionButton>
#include <QStyleOptionFrame>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/style/look.h"
#include "ui/style/oklab.h"
#include "ui/style/theme.h"
#include "ui/style/window_style.h"

namespace noiseloom {
namespace {

double linear(int channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

int encoded(double value) {
  const double c = std::clamp(value, 0.0, 1.0);
  return static_cast<int>(std::lround(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055)));
}

/// WCAG 2.1: relative luminances, from 1 to 21.
double contrast(const QColor& left, const QColor& right) {
  const auto luminance = [](const QColor& c) {
    return 0.2126 * linear(c.red()) + 0.7152 * linear(c.green()) + 0.0722 * linear(c.blue());
  };
  const auto [dark, light] = std::minmax({luminance(left), luminance(right)});
  return (light + 0.05) / (dark + 0.05);
}

using Matrix = std::array<std::array<double, 3>, 3>;

/// Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB; the first is usual sight.
constexpr std::array<Matrix, 4> kColorVisions{
    Matrix{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    Matrix{{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    Matrix{{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    Matrix{{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}};

QColor seen(const QColor& color, const Matrix& sight) {
  const std::array<double, 3> rgb{linear(color.red()), linear(color.green()), linear(color.blue())};
  std::array<int, 3> out{};
  for (std::size_t i = 0; i < 3; ++i)
    out[i] = encoded(sight[i][0] * rgb[0] + sight[i][1] * rgb[1] + sight[i][2] * rgb[2]);
  return {out[0], out[1], out[2]};
}

struct Kind {
  bool dark;
  bool strong;
};

class Themes : public testing::TestWithParam<Kind> {
 protected:
  const QPalette& palette() const { return paletteFor(GetParam().dark, GetParam().strong); }
  const Theme& theme() const { return themeOf(palette()); }
  double forText() const { return GetParam().strong ? 7.0 : 4.5; }
};

TEST(Contrast, IsThatOfTheStandard) {
  EXPECT_NEAR(contrast(Qt::black, Qt::white), 21, 1e-9);
  EXPECT_NEAR(contrast(QColor(0x77, 0x77, 0x77), Qt::white), 4.48, 0.005);
}

TEST_P(Themes, AreFoundByTheirPalettes) {
  EXPECT_EQ(theme().dark, GetParam().dark);
  EXPECT_EQ(theme().highContrast, GetParam().strong);
  QPalette changed = palette();
  changed.setColor(QPalette::Window, theme().errorFill);
  changed.setColor(QPalette::WindowText, theme().mutedText);
  EXPECT_EQ(&themeOf(changed), &theme());
  QPalette foreign(QColor(0x10, 0x10, 0x10));
  EXPECT_TRUE(themeOf(foreign).dark);
}

TEST_P(Themes, TextCanBeReadOnWhateverItStands) {
  const Theme& t = theme();
  for (const QPalette::ColorRole ground :
       {QPalette::Window, QPalette::Base, QPalette::Button, QPalette::AlternateBase}) {
    const QColor paper = palette().color(ground);
    for (const QColor& ink : {t.text, t.mutedText, t.error, t.stale}) {
      EXPECT_GE(contrast(ink, paper), forText()) << ink.name().toStdString() << " on " << paper.name().toStdString();
    }
  }
  const auto pair = [&](QPalette::ColorRole ink, QPalette::ColorRole paper) {
    EXPECT_GE(contrast(palette().color(ink), palette().color(paper)), forText())
        << palette().color(ink).name().toStdString() << " on " << palette().color(paper).name().toStdString();
  };
  pair(QPalette::WindowText, QPalette::Window);
  pair(QPalette::Text, QPalette::Base);
  pair(QPalette::ButtonText, QPalette::Button);
  pair(QPalette::HighlightedText, QPalette::Highlight);
  pair(QPalette::ToolTipText, QPalette::ToolTipBase);
  pair(QPalette::Link, QPalette::Base);
  EXPECT_GE(contrast(t.error, t.errorFill), forText());
  EXPECT_GE(contrast(t.text, t.errorFill), forText());
}

TEST_P(Themes, LinesAndMarksStandOut) {
  const Theme& t = theme();
  for (const QColor& mark : {t.accent, t.optimum, t.lowerBound, t.baseline}) {
    EXPECT_GE(contrast(mark, t.plot), 3) << mark.name().toStdString();
  }
  EXPECT_GE(contrast(t.accent, palette().color(QPalette::Window)), 3);  // focus
  if (GetParam().strong) {
    EXPECT_GE(contrast(t.grid, t.plot), 3);
    EXPECT_GE(contrast(t.border, palette().color(QPalette::Window)), 3);
    EXPECT_GE(contrast(palette().color(QPalette::Disabled, QPalette::Text), t.plot), 4.5);
  }
}

// What an empty box is on the screen is its outline.
TEST_P(Themes, BoxesWithoutATickHaveAnOutline) {
  WindowStyle style;
  for (const QStyle::PrimitiveElement box : {QStyle::PE_IndicatorCheckBox, QStyle::PE_IndicatorRadioButton}) {
    for (const QPalette::ColorRole ground : {QPalette::Window, QPalette::Base, QPalette::Button}) {
      const QColor paper = palette().color(ground);
      QImage image(24, 24, QImage::Format_RGB32);
      image.fill(paper);
      QStyleOptionButton option;
      option.palette = palette();
      option.rect = QRect(4, 4, 14, 14);
      option.state = QStyle::State_Enabled | QStyle::State_Off;
      QPainter painter(&image);
      style.drawPrimitive(box, &option, &painter);
      painter.end();
      // From all four sides towards the middle the line is there.
      const auto strongest = [&](QPoint at, QPoint step) {
        double best = 1;
        for (int i = 0; i < 8; ++i, at += step) best = std::max(best, contrast(image.pixelColor(at), paper));
        return best;
      };
      for (const double found : {strongest({2, 11}, {1, 0}), strongest({19, 11}, {-1, 0}), strongest({11, 2}, {0, 1}),
                                 strongest({11, 19}, {0, -1})}) {
        EXPECT_GE(found, 3) << "on " << paper.name().toStdString();
      }
    }
  }
}

// Lists, menus and notes lie over what has their own colour.
TEST_P(Themes, WhatFloatsHasAnOutline) {
  if (!GetParam().dark && !GetParam().strong) return;  // Fusion's own is dark on light
  setHighContrast(GetParam().strong);
  const WindowStyle style;
  QFrame list(nullptr, Qt::Popup);
  list.setPalette(palette());
  const QColor paper = palette().color(QPalette::Window);
  for (const QStyle::PrimitiveElement element : {QStyle::PE_PanelMenu, QStyle::PE_FrameMenu, QStyle::PE_Frame}) {
    QImage image(40, 30, QImage::Format_RGB32);
    image.fill(paper);
    QStyleOptionFrame option;
    option.palette = palette();
    option.rect = image.rect();
    option.lineWidth = 1;
    option.state = QStyle::State_Enabled;
    QPainter painter(&image);
    style.drawPrimitive(element, &option, &painter, &list);
    painter.end();
    for (const QPoint side : {QPoint(0, 15), QPoint(39, 15), QPoint(20, 0), QPoint(20, 29)})
      EXPECT_GE(contrast(image.pixelColor(side), paper), 3) << element << " at " << side.x() << ", " << side.y();
  }
  setHighContrast(false);
}

// Buttons that Qt names would be the only ones with a picture.
TEST(WindowStyles, ButtonsOfDialogsHaveNoIcons) {
  EXPECT_EQ(WindowStyle().styleHint(QStyle::SH_DialogButtonBox_ButtonsHaveIcons), 0);
}

TEST_P(Themes, SeriesAreToldApartByEverybody) {
  const auto& colors = seriesColors(theme());
  for (const QColor& color : colors) EXPECT_GE(contrast(color, theme().plot), 3) << color.name().toStdString();
  for (std::size_t sight = 0; sight < kColorVisions.size(); ++sight) {
    for (std::size_t i = 0; i < colors.size(); ++i) {
      for (std::size_t j = i + 1; j < colors.size(); ++j) {
        const Oklab left = toOklab(seen(colors[i], kColorVisions[sight]).rgb());
        const Oklab right = toOklab(seen(colors[j], kColorVisions[sight]).rgb());
        EXPECT_GE(distance(left, right), 0.08)
            << "sight " << sight << ", " << colors[i].name().toStdString() << " and " << colors[j].name().toStdString();
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Four, Themes,
                         testing::Values(Kind{false, false}, Kind{true, false}, Kind{false, true}, Kind{true, true}));

TEST(Sights, MakeRedAndGreenAlike) {
  // Were the matrices the identity, the test above would prove less than it says.
  const QColor red(0xb0, 0x60, 0x20);
  const QColor green(0x70, 0x80, 0x20);
  const double usual = distance(toOklab(red.rgb()), toOklab(green.rgb()));
  EXPECT_LT(distance(toOklab(seen(red, kColorVisions[2]).rgb()), toOklab(seen(green, kColorVisions[2]).rgb())),
            usual / 2);
}

TEST(Look, ContrastInUseIsThatOfPicturesToo) {
  setHighContrast(true);
  EXPECT_TRUE(themeOf(paletteFor(false)).highContrast);
  EXPECT_EQ(&seriesColors(true), &seriesColors(themeOf(paletteFor(true, true))));
  EXPECT_GT(lineScale(), 1);
  setHighContrast(false);
  EXPECT_FALSE(themeOf(paletteFor(false)).highContrast);
  EXPECT_EQ(lineScale(), 1);
}

}  // namespace
}  // namespace noiseloom
