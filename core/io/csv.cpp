#include "core/io/csv.h"

#include <cmath>

#include "core/base/check.h"

namespace noiseloom {

CsvTable::CsvTable(std::vector<std::string> header, CsvLines lines) : m_columns(header.size()), m_lines(lines) {
  append(header);
}

void CsvTable::row(std::vector<std::string> cells) {
  checkSize("row", static_cast<Index>(cells.size()), static_cast<Index>(m_columns));
  append(cells);
}

void CsvTable::append(std::span<const std::string> cells) {
  bool first = true;
  for (const std::string& cell : cells) {
    if (!first) m_text += ',';
    first = false;
    if (cell.find_first_of(",\"\r\n") == std::string::npos) {
      m_text += cell;
      continue;
    }
    m_text += '"';
    for (const char c : cell) m_text += c == '"' ? "\"\"" : std::string(1, c);
    m_text += '"';
  }
  m_text += m_lines == CsvLines::Rfc4180 ? "\r\n" : "\n";
}

std::string csvNumber(double value) {
  return std::isfinite(value) ? shortest(value) : std::string();
}

}  // namespace noiseloom
