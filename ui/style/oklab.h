#pragma once

#include <QRgb>

namespace noiseloom {

/// A colour in Oklch, the polar form of Ottosson's Oklab space, in which equal distances look about equally large.
struct Oklch {
  double lightness = 0;  ///< 0 black to 1 white
  double chroma = 0;     ///< 0 grey to about 0.3
  double hue = 0;        ///< degrees
};

struct Oklab {
  double lightness = 0;
  double a = 0;  ///< green to red
  double b = 0;  ///< blue to yellow
};

Oklab toOklab(const Oklch& color);
Oklab toOklab(QRgb color);
/// The nearest sRGB colour with the same lightness and hue: chroma is reduced until it fits.
QRgb toRgb(const Oklab& color);
/// Euclidean distance in Oklab.
double distance(const Oklab& left, const Oklab& right);

}  // namespace noiseloom
