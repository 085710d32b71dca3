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

/// A number for people: `digits` significant digits ("0.48152", "1.25e-07", "2000").
std::string readable(double value, int digits = 6);

/// The same of what is to be safe for those who carry it on: never below the value (noise, a delta or an epsilon that
/// is promised), or never above it.
std::string readableUp(double value, int digits = 6);
std::string readableDown(double value, int digits = 6);

/// A duration for people: "12 ms", "3.4 s", "2 min 5 s".
std::string readableSeconds(double seconds);

/// A size for people, in the units of the window: "1.5 GB".
std::string readableBytes(double bytes);

}  // namespace noiseloom::cli
