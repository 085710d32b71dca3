#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace noiseloom {

/// The lines of a CSV file, as their cells and numbers. The first line with anything in it decides what parts cells:
/// semicolons before tabs before commas, so that "1,5;2" is a file with decimal commas.
class CsvCells {
 public:
  /// False for a line with nothing in it. The cells are views of the text, without blanks and quotes about them.
  bool split(std::string_view line);
  const std::vector<std::string_view>& cells() const { return m_cells; }

  /// The finite number of a cell. Where no comma parts cells, one stands for a decimal point.
  std::optional<double> number(std::string_view cell);
  /// True once numbers with decimal commas were read, and with decimal points.
  bool decimalCommas() const { return m_commas; }
  bool mixed() const { return m_commas && m_points; }

  /// True for an empty cell and what stands for one: NA, N/A, NaN, null, ?
  static bool isGap(std::string_view cell);

 private:
  char m_separator = '\0';
  bool m_commas = false, m_points = false;
  std::vector<std::string_view> m_cells;
};

}  // namespace noiseloom
