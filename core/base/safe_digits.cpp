#include "core/base/safe_digits.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

#include "core/base/check.h"

namespace noiseloom {
namespace {

double read(const std::string& text, double otherwise) {
  double value = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// value > 0 rounded to that many digits, up or down. Below a power of ten the digits are nines.
double towards(double value, int digits, bool up) {
  std::array<char, 40> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific, digits - 1).ptr;
  const std::string nearest(text.data(), end);
  const double shown = read(nearest, value);
  if (up ? shown >= value : shown <= value) return shown;
  const std::size_t e = nearest.find('e');
  std::int64_t mantissa = 0;
  for (const char c : nearest.substr(0, e)) {
    if (c != '.') mantissa = 10 * mantissa + (c - '0');
  }
  int exponent = std::stoi(nearest.substr(e + 1)) - (digits - 1);
  const bool power = !up && mantissa == static_cast<std::int64_t>(std::pow(10, digits - 1));
  mantissa = power ? 10 * mantissa - 1 : mantissa + (up ? 1 : -1);
  exponent -= power ? 1 : 0;
  return read(std::to_string(mantissa) + "e" + std::to_string(exponent), value);
}

double roundedTo(double value, int digits, bool up) {
  checkInteger("digits", digits, 1, 15);
  if (value == 0 || !std::isfinite(value)) return value;
  return value > 0 ? towards(value, digits, up) : -towards(-value, digits, !up);
}

}  // namespace

double roundedUp(double value, int digits) {
  return roundedTo(value, digits, true);
}

double roundedDown(double value, int digits) {
  return roundedTo(value, digits, false);
}

double roundedUpButForBits(double value, int digits) {
  return roundedUp(value * (1 - 1e-12), digits);
}

}  // namespace noiseloom
