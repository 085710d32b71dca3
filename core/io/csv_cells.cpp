#include "core/io/csv_cells.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

namespace noiseloom {
namespace {

std::string_view trimmed(std::string_view cell) {
  constexpr std::string_view kBlank = " \r";
  cell.remove_prefix(std::min(cell.find_first_not_of(kBlank), cell.size()));
  const std::size_t last = cell.find_last_not_of(kBlank);
  cell = cell.substr(0, last == std::string_view::npos ? 0 : last + 1);
  if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
  return cell;
}

std::optional<double> plainNumber(std::string_view cell) {
  double value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// The first of them that stands outside of quotes.
char separatorOf(std::string_view line) {
  for (const char separator : {';', '\t', ','}) {
    bool quoted = false;
    for (const char letter : line) {
      if (letter == '"') quoted = !quoted;
      if (!quoted && letter == separator) return separator;
    }
  }
  return ',';
}

}  // namespace

bool CsvCells::split(std::string_view line) {
  if (line.find_first_not_of(" \t\r,;") == std::string_view::npos) return false;
  if (m_separator == '\0') m_separator = separatorOf(line);
  m_cells.clear();
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') quoted = !quoted;
    if (i < line.size() && (quoted || line[i] != m_separator)) continue;
    m_cells.push_back(trimmed(line.substr(begin, i - begin)));
    begin = i + 1;
  }
  return true;
}

std::optional<double> CsvCells::number(std::string_view cell) {
  constexpr std::size_t kLongestNumber = 64;
  if (const auto value = plainNumber(cell)) {
    m_points = m_points || cell.find('.') != std::string_view::npos;
    return value;
  }
  const std::size_t comma = cell.find(',');
  if (m_separator == ',' || comma == std::string_view::npos || cell.size() > kLongestNumber ||
      cell.find('.') != std::string_view::npos)
    return std::nullopt;
  std::string pointed(cell);
  pointed[comma] = '.';
  const auto value = plainNumber(pointed);
  m_commas = m_commas || value.has_value();
  return value;
}

bool CsvCells::isGap(std::string_view cell) {
  constexpr std::array<std::string_view, 8> kGaps{"", "NA", "N/A", "NaN", "nan", "null", "NULL", "?"};
  return std::ranges::find(kGaps, cell) != kGaps.end();
}

}  // namespace noiseloom
