#include "ui/style/color_map.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "ui/style/oklab.h"

namespace noiseloom {
namespace {

constexpr int kFine = 2048;

/// Connects the anchors by straight lines in Oklab.
std::vector<Oklab> curveThrough(std::span<const Oklch> anchors) {
  std::vector<Oklab> curve;
  curve.reserve(kFine);
  for (int i = 0; i < kFine; ++i) {
    const double position = static_cast<double>(i) / (kFine - 1) * static_cast<double>(anchors.size() - 1);
    const std::size_t left = std::min(static_cast<std::size_t>(position), anchors.size() - 2);
    const double t = position - static_cast<double>(left);
    const Oklab from = toOklab(anchors[left]);
    const Oklab to = toOklab(anchors[left + 1]);
    curve.push_back(
        {std::lerp(from.lightness, to.lightness, t), std::lerp(from.a, to.a, t), std::lerp(from.b, to.b, t)});
  }
  return curve;
}

/// Samples `count` colours at equal arc length along the curve.
std::vector<QRgb> evenlySpaced(std::span<const Oklch> anchors, int count) {
  const std::vector<Oklab> curve = curveThrough(anchors);
  std::vector<double> length(curve.size(), 0.0);
  for (std::size_t i = 1; i < curve.size(); ++i) length[i] = length[i - 1] + distance(curve[i - 1], curve[i]);
  std::vector<QRgb> colors;
  colors.reserve(count);
  for (int i = 0; i < count; ++i) {
    const double wanted = length.back() * i / (count - 1);
    const auto next = std::lower_bound(length.begin(), length.end(), wanted);
    colors.push_back(toRgb(curve[next - length.begin()]));
  }
  return colors;
}

// The background of plots in the dark theme, so that zero is invisible.
constexpr Oklch kDarkPaper{0.2168, 0.01085, 260.7};
constexpr std::array<Oklch, 4> kSequentialLight{
    {{1.0, 0.0, 190}, {0.82, 0.075, 200}, {0.56, 0.105, 240}, {0.27, 0.105, 280}}};
constexpr std::array<Oklch, 4> kSequentialDark{{kDarkPaper, {0.42, 0.115, 270}, {0.68, 0.105, 205}, {0.95, 0.10, 110}}};
constexpr std::array<Oklch, 3> kBlueOnLight{{{1.0, 0.0, 240}, {0.72, 0.11, 242}, {0.38, 0.11, 255}}};
constexpr std::array<Oklch, 3> kRedOnLight{{{1.0, 0.0, 55}, {0.72, 0.14, 52}, {0.38, 0.11, 36}}};
constexpr std::array<Oklch, 3> kBlueOnDark{{kDarkPaper, {0.52, 0.11, 244}, {0.88, 0.07, 225}}};
constexpr std::array<Oklch, 3> kRedOnDark{{kDarkPaper, {0.52, 0.13, 48}, {0.88, 0.07, 70}}};

}  // namespace

const ColorMap& ColorMap::sequential(bool dark) {
  const auto make = [](std::span<const Oklch> anchors) {
    ColorMap map;
    std::ranges::copy(evenlySpaced(anchors, kSize), map.m_table.begin());
    return map;
  };
  static const ColorMap onLight = make(kSequentialLight);
  static const ColorMap onDark = make(kSequentialDark);
  return dark ? onDark : onLight;
}

const ColorMap& ColorMap::diverging(bool dark) {
  const auto make = [](std::span<const Oklch> below, std::span<const Oklch> above) {
    ColorMap map;
    const std::vector<QRgb> low = evenlySpaced(below, kSize / 2);
    const std::vector<QRgb> high = evenlySpaced(above, kSize / 2);
    std::copy(low.rbegin(), low.rend(), map.m_table.begin());
    std::copy(high.begin(), high.end(), map.m_table.begin() + kSize / 2);
    return map;
  };
  static const ColorMap onLight = make(kRedOnLight, kBlueOnLight);
  static const ColorMap onDark = make(kRedOnDark, kBlueOnDark);
  return dark ? onDark : onLight;
}

QRgb ColorMap::of(double t) const {
  if (std::isnan(t)) return notANumber();
  return at(static_cast<int>(std::lround(std::clamp(t, 0.0, 1.0) * (kSize - 1))));
}

}  // namespace noiseloom
