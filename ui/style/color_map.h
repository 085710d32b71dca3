#pragma once

#include <QRgb>
#include <array>

namespace noiseloom {

/// 256 colours from 0 to 1, spaced evenly in Oklab, so that equal steps of a value look equally large. Zero is paper:
/// white on a light background, near black on a dark one, so that the empty part of a matrix stays quiet.
class ColorMap {
 public:
  static constexpr int kSize = 256;

  /// Lightness falls (light) or rises (dark) monotonically from paper to ink.
  static const ColorMap& sequential(bool dark);
  /// Vermillion below the centre, paper at 0.5, blue above it; both halves are equally strong.
  static const ColorMap& diverging(bool dark);

  QRgb at(int index) const { return m_table[static_cast<std::size_t>(index)]; }
  /// The colour of position t; values outside [0, 1] are clamped and NaN has a colour of its own.
  QRgb of(double t) const;
  static QRgb notANumber() { return 0xffcc79a7; }

 private:
  std::array<QRgb, kSize> m_table{};
};

}  // namespace noiseloom
