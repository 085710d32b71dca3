#include "ui/style/color_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/errors.h"
#include "ui/plots/matrix/heat_map_raster.h"
#include "ui/style/oklab.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// WCAG contrast ratio.
double contrast(const QColor& a, const QColor& b) {
  const auto luminance = [](const QColor& color) {
    const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
  };
  const double x = luminance(a);
  const double y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

class ColorMaps : public testing::TestWithParam<bool> {};

TEST_P(ColorMaps, SequentialLightnessIsMonotone) {
  const ColorMap& map = ColorMap::sequential(GetParam());
  for (int i = 1; i < ColorMap::kSize; ++i) {
    const double step = toOklab(map.at(i)).lightness - toOklab(map.at(i - 1)).lightness;
    EXPECT_GT(GetParam() ? step : -step, -0.004) << i;
  }
  EXPECT_GT(std::abs(toOklab(map.at(255)).lightness - toOklab(map.at(0)).lightness), 0.6);
}

TEST_P(ColorMaps, EqualStepsLookEquallyLarge) {
  // Over 16 steps rounding to 8 bits no longer matters.
  for (const ColorMap* map : {&ColorMap::sequential(GetParam()), &ColorMap::diverging(GetParam())}) {
    double least = 1e9;
    double most = 0;
    for (int i = 0; i + 16 < ColorMap::kSize; i += 8) {
      if (map != &ColorMap::sequential(GetParam()) && i < 128 && i + 16 > 127) continue;  // the centre turns back
      const double step = distance(toOklab(map->at(i)), toOklab(map->at(i + 16)));
      least = std::min(least, step);
      most = std::max(most, step);
    }
    EXPECT_LT(most / least, 1.5);
  }
}

TEST_P(ColorMaps, DivergingIsPaperAtZeroAndEquallyStrongOnBothSides) {
  const ColorMap& map = ColorMap::diverging(GetParam());
  EXPECT_LT(distance(toOklab(map.of(0.5)), toOklab(ColorMap::sequential(GetParam()).at(0))), 0.03);
  for (const double t : {0.1, 0.25, 0.4, 0.5}) {
    EXPECT_NEAR(toOklab(map.of(0.5 - t)).lightness, toOklab(map.of(0.5 + t)).lightness, 0.05);
  }
  EXPECT_GT(toOklab(map.of(0.1)).a, 0.02);   // red side
  EXPECT_LT(toOklab(map.of(0.9)).b, -0.02);  // blue side
}

TEST_P(ColorMaps, ZeroIsTheBackgroundOfPlots) {
  const Oklab plot = toOklab(themeOf(paletteFor(GetParam())).plot.rgb());
  EXPECT_LT(distance(toOklab(ColorMap::sequential(GetParam()).at(0)), plot), 0.01);
  for (const int centre : {127, 128}) {
    EXPECT_LT(distance(toOklab(ColorMap::diverging(GetParam()).at(centre)), plot), 0.01);
  }
}

TEST_P(ColorMaps, NotANumberHasItsOwnColour) {
  const ColorMap& map = ColorMap::sequential(GetParam());
  EXPECT_EQ(map.of(std::nan("")), map.notANumber());
  for (int i = 0; i < ColorMap::kSize; ++i) EXPECT_GT(distance(toOklab(map.at(i)), toOklab(map.notANumber())), 0.05);
  EXPECT_EQ(map.of(-5), map.at(0));
  EXPECT_EQ(map.of(7), map.at(255));
}

TEST_P(ColorMaps, ThemeTextIsLegible) {
  const Theme& theme = themeOf(paletteFor(GetParam()));
  const QColor window = paletteFor(GetParam()).color(QPalette::Window);
  EXPECT_EQ(theme.dark, GetParam());
  for (const QColor& text : {theme.text, theme.mutedText, theme.error, theme.stale}) {
    EXPECT_GE(contrast(text, theme.plot), 4.5) << text.name().toStdString();
    EXPECT_GE(contrast(text, window), 4.5) << text.name().toStdString();
  }
  EXPECT_GE(contrast(theme.error, theme.errorFill), 4.5);
  for (const QColor& line : {theme.accent, theme.optimum, theme.lowerBound, theme.baseline}) {
    EXPECT_GE(contrast(line, theme.plot), 3) << line.name().toStdString();
  }
}

INSTANTIATE_TEST_SUITE_P(LightAndDark, ColorMaps, testing::Bool());

TEST(ValueScale, PutsZeroWhereTheMapHasIt) {
  const ValueScale positive(ScaleKind::Linear, 0, 4);
  EXPECT_FALSE(positive.diverging());
  EXPECT_EQ(positive.position(0), 0);
  EXPECT_EQ(positive.position(4), 1);
  const ValueScale both(ScaleKind::Linear, -1, 4);
  EXPECT_TRUE(both.diverging());
  EXPECT_EQ(both.position(0), 0.5);
  EXPECT_EQ(both.position(4), 1);
  EXPECT_EQ(both.position(-4), 0);
}

TEST(ValueScale, SymmetricLogIsOddMonotoneAndFinite) {
  const ValueScale scale(ScaleKind::SymmetricLog, -2, 2);
  double last = -1;
  for (double v = -2; v <= 2; v += 0.001) {
    EXPECT_GE(scale.position(v), last);
    last = scale.position(v);
    EXPECT_NEAR(scale.position(v) + scale.position(-v), 1, 1e-12);
  }
  EXPECT_GT(scale.position(2e-3), 0.6);
  EXPECT_TRUE(std::isnan(scale.position(std::nan(""))));
  EXPECT_EQ(ValueScale(ScaleKind::Linear, 0, 0).position(0), 0);
  EXPECT_THROW(ValueScale(ScaleKind::Linear, 0, INFINITY), InvalidArgument);
}

TEST(ValueScale, TicksAreInsideAndAtMostSeven) {
  for (const ScaleKind kind : {ScaleKind::Linear, ScaleKind::SymmetricLog}) {
    for (const double least : {0.0, -0.3}) {
      for (const double most : {1e-9, 0.43, 1.0, 17.0, 3e5}) {
        const std::vector<Tick> ticks = ValueScale(kind, least, most).ticks();
        EXPECT_GE(ticks.size(), 2U);
        EXPECT_LE(ticks.size(), 7U);
        for (const Tick& tick : ticks) {
          EXPECT_GE(tick.position, -1e-9);
          EXPECT_LE(tick.position, 1 + 1e-9);
        }
      }
    }
  }
}

}  // namespace
}  // namespace noiseloom
