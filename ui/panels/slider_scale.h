#pragma once

#include <vector>

namespace noiseloom {

/// The values of a logarithmic slider: positions 0 .. count - 1, visually even, each a round value. Left and Right
/// arrow keys step between them.
class SliderScale {
 public:
  enum class Series {
    Decimal,     ///< 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 in every decade
    OneTwoFive,  ///< 1, 2, 5 in every decade
    Binary       ///< 8 to 15 times powers of two, so every integer up to 16, then 18, 20, ...
  };

  /// Values of the series in [least, most], 0 < least <= most, including both ends; only whole numbers if `integers`.
  SliderScale(double least, double most, Series series, bool integers);

  /// A scale of exactly these values, in ascending order, at least one; not logarithmic.
  explicit SliderScale(std::vector<double> stops);
  bool operator==(const SliderScale&) const = default;

  /// The next value above or below `value`, which need not be on the scale; the end if there is none.
  double stepFrom(double value, bool up) const;
  /// A decade away if the scale spans at least three, otherwise ten steps; stays on the scale.
  double leapFrom(double value, bool up) const;
  /// True for a scale of whole numbers alone.
  bool isWhole() const { return m_whole; }
  int count() const { return static_cast<int>(m_stops.size()); }
  double value(int position) const;
  /// The position whose value is closest in ratio; values out of range give an end.
  int nearest(double value) const;

 private:
  std::vector<double> m_stops;
  bool m_logarithmic = true;
  bool m_whole = false;
};

}  // namespace noiseloom
