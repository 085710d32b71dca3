#pragma once

#include <QRgb>
#include <array>

namespace noiseloom {

/// 256 colours from 0 to 1, spaced evenly in Oklab, so that equal steps of a value look equally large. Zero has the
/// background's colour, white or near black, so that the empty part of a matrix stays quiet.
class ColorMap {
 public:
  static constexpr int kSize = 256;

  /// Lightness falls (light theme) or rises (dark theme) monotonically from the background.
  static const ColorMap& sequential(bool dark);
  /// Vermillion below 0.5, the background's colour at 0.5, blue above; both halves are equally strong.
  static const ColorMap& diverging(bool dark);

  QRgb at(int index) const { return m_table[index]; }
  /// The colour of position t; values outside [0, 1] are clamped, and NaN has its own colour.
  QRgb of(double t) const;
  static QRgb notANumber() { return 0xffcc79a7; }

 private:
  std::array<QRgb, kSize> m_table{};
};

}  // namespace noiseloom
