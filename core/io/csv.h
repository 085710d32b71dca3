#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace noiseloom {

/// How lines end: as programs of a shell expect it, or as RFC 4180 does.
enum class CsvLines { Unix, Rfc4180 };

/// A table as comma-separated text (RFC 4180, but for its line ends by default): cells with a comma, a quote or a line
/// break stand in quotes. The header names columns and units: "rmse (clip norms)".
class CsvTable {
 public:
  explicit CsvTable(std::vector<std::string> header, CsvLines lines = CsvLines::Unix);
  /// Throws InvalidArgument for a row that has not a cell for each column.
  void row(std::vector<std::string> cells);
  std::string text() const { return m_text; }

 private:
  void append(std::span<const std::string> cells);

  std::size_t m_columns;
  CsvLines m_lines;
  std::string m_text;
};

/// The rows of such a text, its header first. A last line without an end is none: whoever wrote it was stopped midway.
std::vector<std::vector<std::string>> csvRows(std::string_view text);

/// The shortest text that reads back as the same number, with a point whatever the locale; empty where it is not
/// finite.
std::string csvNumber(double value);

}  // namespace noiseloom
