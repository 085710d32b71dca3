#include "core/base/check.h"

#include <charconv>
#include <cmath>

#include "core/base/errors.h"

namespace noiseloom {

std::string shortest(double value) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  if (error != std::errc()) return "?";
  std::string out(text, end);
  // Writes 1e-05 and 1e+06 as 1e-5 and 1e6.
  const std::size_t exponent = out.find('e');
  if (exponent == std::string::npos || !std::isfinite(value)) return out;
  if (out[exponent + 1] == '+') out.erase(exponent + 1, 1);
  const std::size_t digits = exponent + (out[exponent + 1] == '-' ? 2 : 1);
  while (digits + 1 < out.size() && out[digits] == '0') out.erase(digits, 1);
  return out;
}

void checkInteger(std::string_view argument, Index value, Index least, Index most, const Text& why) {
  if (value >= least && value <= most) return;
  const Text range = most == kNoLimit ? Text(Core::tr("an integer of at least %1"), least)
                                      : Text(Core::tr("an integer from %1 to %2"), least, most);
  throw InvalidArgument(std::string(argument), value, why.empty() ? range : Text(Core::tr("%1 (%2)"), range, why));
}

void checkFinite(std::string_view argument, double value) {
  if (!std::isfinite(value)) throw InvalidArgument(std::string(argument), value, Core::tr("a finite number"));
}

void checkPositive(std::string_view argument, double value) {
  if (!(value > 0) || !std::isfinite(value))
    throw InvalidArgument(std::string(argument), value, Core::tr("a finite number above 0"));
}

void checkNonNegative(std::string_view argument, double value) {
  if (!(value >= 0) || !std::isfinite(value))
    throw InvalidArgument(std::string(argument), value, Core::tr("a finite number of at least 0"));
}

void checkOpenInterval(std::string_view argument, double value, double least, double most) {
  if (!(value > least && value < most))
    throw InvalidArgument(std::string(argument), value, {Core::tr("a number above %1 and below %2"), least, most});
}

void checkClosedInterval(std::string_view argument, double value, double least, double most) {
  if (!(value >= least && value <= most))
    throw InvalidArgument(std::string(argument), value, {Core::tr("a number from %1 to %2"), least, most});
}

void checkAllFinite(std::string_view argument, std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) checkFinite(std::string(argument) + "[" + std::to_string(i) + "]", values[i]);
  }
}

void checkSize(std::string_view argument, Index size, Index expected) {
  checkInteger(std::string("size of ") + std::string(argument), size, expected, expected);
}

}  // namespace noiseloom
