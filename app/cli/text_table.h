#pragma once

#include <string>
#include <vector>

namespace noiseloom::cli {

/// Aligned columns of text for a terminal: cells are padded to the widest of their column, two spaces apart. Widths
/// count code points, so that UTF-8 letters align.
class TextTable {
 public:
  void row(std::vector<std::string> cells) { m_rows.push_back(std::move(cells)); }
  /// Every row on a line of its own, indented by two spaces, without trailing blanks.
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> m_rows;
};

}  // namespace noiseloom::cli
