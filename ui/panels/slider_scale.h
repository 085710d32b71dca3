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

  int count() const { return static_cast<int>(m_stops.size()); }
  double value(int position) const;
  /// The position whose value is closest in ratio; values outside the range go to the ends.
  int nearest(double value) const;

 private:
  std::vector<double> m_stops;
};

}  // namespace noiseloom
