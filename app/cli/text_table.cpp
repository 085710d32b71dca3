#include "app/cli/text_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "core/base/safe_digits.h"

namespace noiseloom::cli {
namespace {

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

template <class... Values>
std::string format(const char* pattern, Values... values) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), pattern, values...);
  return text.data();
}

}  // namespace

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (const auto& row : m_rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string out;
  for (const auto& row : m_rows) {
    std::string line = "  ";
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 < row.size()) line.append(widths[i] - width(row[i]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

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

}  // namespace noiseloom::cli
