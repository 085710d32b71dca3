#include "ui/style/oklab.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/linalg/bisection.h"

namespace noiseloom {
namespace {

using Linear = std::array<double, 3>;

Linear toLinear(const Oklab& c) {
  const double l = std::pow(c.lightness + 0.3963377774 * c.a + 0.2158037573 * c.b, 3);
  const double m = std::pow(c.lightness - 0.1055613458 * c.a - 0.0638541728 * c.b, 3);
  const double s = std::pow(c.lightness - 0.0894841775 * c.a - 1.2914855480 * c.b, 3);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

bool inGamut(const Linear& rgb) {
  return std::all_of(rgb.begin(), rgb.end(), [](double v) { return v >= -1e-6 && v <= 1 + 1e-6; });
}

int encode(double linear) {
  const double v = std::clamp(linear, 0.0, 1.0);
  const double srgb = v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
  return static_cast<int>(std::lround(255 * srgb));
}

double decode(int channel) {
  const double v = channel / 255.0;
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

}  // namespace

Oklab toOklab(const Oklch& color) {
  const double angle = color.hue * std::numbers::pi / 180;
  return {color.lightness, color.chroma * std::cos(angle), color.chroma * std::sin(angle)};
}

Oklab toOklab(QRgb color) {
  const double r = decode(qRed(color));
  const double g = decode(qGreen(color));
  const double b = decode(qBlue(color));
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

QRgb toRgb(const Oklab& color) {
  const auto ofChroma = [&](double share) { return toLinear({color.lightness, share * color.a, share * color.b}); };
  const auto isShown = [&](double share) { return inGamut(ofChroma(share)); };
  const Linear rgb = ofChroma(isShown(1) ? 1 : halved({.holds = 0, .fails = 1}, 24, isShown).holds);
  return qRgb(encode(rgb[0]), encode(rgb[1]), encode(rgb[2]));
}

double distance(const Oklab& left, const Oklab& right) {
  return std::hypot(left.lightness - right.lightness, left.a - right.a, left.b - right.b);
}

}  // namespace noiseloom
