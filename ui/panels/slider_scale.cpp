#include "ui/panels/slider_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "core/base/check.h"

namespace noiseloom {
namespace {

constexpr std::array kDecimal{1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0};
constexpr std::array kOneTwoFive{1.0, 2.0, 5.0};
constexpr std::array kBinary{8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0};

/// The double nearest to a power of ten, which repeated multiplication does not give.
double powerOfTen(int exponent) {
  return exponent < 0 ? 1 / std::pow(10.0, -exponent) : std::pow(10.0, exponent);
}

double scaled(double mantissa, int exponent, bool binary) {
  if (binary) return std::ldexp(mantissa, exponent);
  return exponent < 0 ? mantissa / std::pow(10.0, -exponent) : mantissa * powerOfTen(exponent);
}

}  // namespace

SliderScale::SliderScale(double least, double most, Series series, bool integers) : m_whole(integers) {
  checkPositive("least", least);
  checkClosedInterval("most", most, least, 1e300);
  const bool binary = series == Series::Binary;
  const std::span<const double> mantissas = binary                         ? std::span<const double>(kBinary)
                                            : series == Series::OneTwoFive ? std::span<const double>(kOneTwoFive)
                                                                           : std::span<const double>(kDecimal);
  const auto exponentOf = [binary](double v) {
    return static_cast<int>(std::floor(binary ? std::log2(v) - 3 : std::log10(v)));
  };
  m_stops.push_back(least);
  for (int exponent = exponentOf(least) - 1; exponent <= exponentOf(most) + 1; ++exponent) {
    for (const double mantissa : mantissas) {
      const double value = scaled(mantissa, exponent, binary);
      if (value <= m_stops.back() || value >= most) continue;
      if (integers && value != std::floor(value)) continue;
      m_stops.push_back(value);
    }
  }
  if (most > m_stops.back()) m_stops.push_back(most);
}

SliderScale::SliderScale(std::vector<double> stops) : m_stops(std::move(stops)), m_logarithmic(false) {
  checkInteger("stops", std::ssize(m_stops), 1, 1000);
}

double SliderScale::stepFrom(double value, bool up) const {
  // The value of an expression may be a rounding error away from a stop.
  const double near = 1e-9 * std::abs(value);
  if (up) {
    const auto above = std::upper_bound(m_stops.begin(), m_stops.end(), value + near);
    return above == m_stops.end() ? std::max(value, m_stops.back()) : *above;
  }
  const auto here = std::lower_bound(m_stops.begin(), m_stops.end(), value - near);
  return here == m_stops.begin() ? std::min(value, m_stops.front()) : *(here - 1);
}

double SliderScale::leapFrom(double value, bool up) const {
  if (m_logarithmic && m_stops.back() >= 1000 * m_stops.front()) {
    const double moved = up ? value * 10 : value / 10;
    // A leap does not go beyond the ends, and a value outside stays where it is.
    if (up) return std::max(value, std::min(moved, m_stops.back()));
    return std::min(value, std::max(moved, m_stops.front()));
  }
  for (int i = 0; i < 10; ++i) value = stepFrom(value, up);
  return value;
}

double SliderScale::value(int position) const {
  checkInteger("position", position, 0, count() - 1);
  return m_stops[position];
}

int SliderScale::nearest(double value) const {
  if (!(value > m_stops.front())) return 0;
  if (value >= m_stops.back()) return count() - 1;
  const auto above = std::lower_bound(m_stops.begin(), m_stops.end(), value);
  const auto below = above - 1;
  const bool upper =
      m_logarithmic ? std::log(*above / value) < std::log(value / *below) : *above - value < value - *below;
  const auto best = upper ? above : below;
  return static_cast<int>(best - m_stops.begin());
}

}  // namespace noiseloom
