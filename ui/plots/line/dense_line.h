#pragma once

#include <QPolygonF>
#include <QRect>
#include <array>
#include <vector>

namespace noiseloom {

/// A piece of a column of pixels; empty unless top < bottom.
struct ColumnRun {
  double top = 0;
  double bottom = 0;

  bool operator==(const ColumnRun&) const = default;
};

/// How a line covers one column of pixels, in steps of a quarter of the column's width: the first run is where it
/// covers an eighth or more of it, the next three eighths, then five, and the last seven. Each lies within the one
/// before, and a pixel is covered by as much of it as the mean of the four says.
struct ColumnCover {
  int column = 0;
  std::array<ColumnRun, 4> runs;

  /// Of one row of pixels, from 0 to 1.
  double of(int row) const;
};

/// Whether a line of pixels goes up and down so often that nothing can be seen between its segments, drawn in that
/// width: what is left of it are the pixels that it covers.
bool isDense(const QPolygonF& line, double width);

/// The pixels within `clip` that a line of this width covers, from left to right; columns that it leaves free are left
/// out. Exact but for those steps for dense lines: a column has no gaps then. `line`: device pixels.
std::vector<ColumnCover> coveredColumns(const QPolygonF& line, double width, const QRect& clip);

}  // namespace noiseloom
