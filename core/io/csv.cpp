#include "core/io/csv.h"

#include <cmath>
#include <utility>

#include "core/base/check.h"

namespace noiseloom {

CsvTable::CsvTable(std::vector<std::string> header, CsvLines lines) : m_columns(header.size()), m_lines(lines) {
  append(header);
}

void CsvTable::row(std::vector<std::string> cells) {
  checkSize("row", std::ssize(cells), static_cast<Index>(m_columns));
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

std::vector<std::vector<std::string>> csvRows(std::string_view text) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row(1);
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      row.back() += c;
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (quoted) {
      row.back() += c;
    } else if (c == ',') {
      row.emplace_back();
    } else if (c == '\n') {
      rows.push_back(std::exchange(row, std::vector<std::string>(1)));
    } else if (c != '\r') {
      row.back() += c;
    }
  }
  return rows;
}

std::string csvNumber(double value) {
  return std::isfinite(value) ? shortest(value) : std::string();
}

}  // namespace noiseloom
