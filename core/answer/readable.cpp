#include "core/answer/readable.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "core/base/safe_digits.h"

namespace noiseloom {
namespace {

template <class... Values>
std::string format(const char* pattern, Values... values) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), pattern, values...);
  return text.data();
}

}  // namespace

std::string readable(double value, int digits) {
  return format("%.*g", digits, value);
}

std::string readableUp(double value, int digits) {
  return readable(roundedUp(value, digits), digits);
}

std::string readableDown(double value, int digits) {
  return readable(roundedDown(value, digits), digits);
}

std::string readableSeconds(double seconds) {
  if (seconds < 1e-3) return format("%.2g ms", 1e3 * seconds);
  if (seconds < 1) return format("%.0f ms", 1e3 * seconds);
  if (seconds < 60) return format("%.1f s", seconds);
  const double whole = std::round(seconds);
  return format("%.0f min %.0f s", std::floor(whole / 60), std::fmod(whole, 60));
}

std::string readableBytes(double bytes) {
  constexpr std::array<const char*, 6> kUnits = {"B", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < kUnits.size(); ++unit) bytes /= 1000;
  return format("%.4g %s", bytes, kUnits[unit]);
}

}  // namespace noiseloom
