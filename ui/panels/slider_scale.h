#pragma once

#include <vector>

namespace noiseloom {

/// The values that a logarithmic slider lands on: positions 0 .. count - 1, evenly spaced to the eye, each a value that
/// a person would have chosen. Left and right arrow keys step from one to the next.
class SliderScale {
 public:
  enum class Series {
    Decimal,     ///< 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 in every decade
    OneTwoFive,  ///< 1, 2, 5 in every decade
    Binary       ///< 8 to 15 times powers of two, so every integer to 16, then 18, 20, ...
  };

  /// Values of the series in [least, most], 0 < least <= most, both ends included; only whole numbers when `integers`.
  SliderScale(double least, double most, Series series, bool integers);

  /// A scale that is not logarithmic: exactly these values, ascending, at least one.
  explicit SliderScale(std::vector<double> stops);

  /// The next value above or below `value`, which need not be one of the scale; the end where there is none.
  double stepFrom(double value, bool up) const;
  /// A decade away where the scale has three or more of them, else ten steps; within the scale.
  double leapFrom(double value, bool up) const;
  int count() const { return static_cast<int>(m_stops.size()); }
  double value(int position) const;
  /// The position whose value is closest in ratio; values outside the range go to the ends.
  int nearest(double value) const;

 private:
  std::vector<double> m_stops;
  bool m_logarithmic = true;
};

}  // namespace noiseloom
