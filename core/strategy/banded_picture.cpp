#include <algorithm>

#include "core/strategy/matrix_picture_parts.h"

namespace noiseloom {
namespace {

// Columns of a banded C^-1 that are solved for one cell.
constexpr Index kColumnsPerCell = 2;
// Entries of a dense C that are looked at one by one, and rows of a block that stand for it where there are more.
constexpr Index kMostEntries = Index{1} << 25;
constexpr Index kRowsPerCell = 4;

void drawRows(const PictureCanvas& canvas, const BandedStrategy& banded) {
  const auto& [which, rows, columns, control, picture] = canvas;
  for (Index i = rows.begin; i < rows.end; ++i) {
    if (i % 4096 == 0 && !canvas.goesOn()) return;
    const Index y = rows.cellOf(i);
    for (Index j = std::max(columns.begin, i - banded.bands() + 1); j < std::min(columns.end, i + 1); ++j) {
      keepLarger(canvas.cell(y, columns.cellOf(j)), banded.entry(i, j));
    }
  }
}

void drawInverseColumns(const PictureCanvas& canvas, const BandedStrategy& banded) {
  const auto& [which, rows, columns, control, picture] = canvas;
  const Index b = banded.bands();
  const bool all = columns.end - columns.begin <= kColumnsPerCell * columns.cells;
  picture.sampled = !all;
  std::vector<double> solution;
  for (Index x = 0; x < columns.cells; ++x) {
    const Index first = columns.first(x);
    const Index step = all ? 1 : std::max<Index>(1, (columns.first(x + 1) - first) / kColumnsPerCell);
    for (Index j = first; j < columns.first(x + 1); j += step) {
      if (!canvas.goesOn()) return;
      // Forward substitution down column j until it has died out.
      solution.clear();
      Index quiet = 0;
      for (Index i = j; i < rows.end && quiet < b; ++i) {
        const double* row = banded.rows().data() + i * b + b - 1;
        double sum = i == j ? 1 : 0;
        for (Index lag = 1; lag <= std::min(i - j, b - 1); ++lag)
          sum -= row[-lag] * solution[static_cast<std::size_t>(i - j - lag)];
        solution.push_back(sum / row[0]);
        quiet = std::abs(solution.back()) < kNegligible * solution.front() ? quiet + 1 : 0;
        if (i >= rows.begin) keepLarger(canvas.cell(rows.cellOf(i), x), solution.back());
      }
    }
  }
}

}  // namespace

void drawBanded(const PictureCanvas& canvas, const BandedStrategy& banded) {
  canvas.which == MatrixOf::Strategy ? drawRows(canvas, banded) : drawInverseColumns(canvas, banded);
}

void drawDense(const PictureCanvas& canvas, const DenseStrategy& dense) {
  const auto& rows = canvas.rows;
  const auto& columns = canvas.columns;
  const Index m = dense.blockSize();
  const auto values = canvas.which == MatrixOf::Strategy ? dense.block() : dense.inverseBlock();
  const bool all = rows.end - rows.begin <= kMostEntries / std::min(m, columns.end - columns.begin);
  canvas.picture.sampled = !all;
  double largest = 0;
  if (!all) {
    for (const double value : values) keepLarger(largest, value);
  }
  for (Index y = 0; y < rows.cells; ++y) {
    // The part of the block from row `block` on that is in this row of cells.
    const auto drawBlock = [&](Index block) {
      const Index begin = std::max(rows.first(y), block);
      const Index end = std::min(rows.first(y + 1), block + m);
      const Index step = all ? 1 : std::max<Index>(1, (end - begin) / kRowsPerCell);
      for (Index i = end - 1; i >= begin; i -= step) {
        const double* const row = values.data() + (i - block) * m;
        for (Index j = std::max(columns.begin, block); j < std::min(columns.end, i + 1); ++j) {
          keepLarger(canvas.cell(y, columns.cellOf(j)), row[j - block]);
        }
      }
    };
    // Along the diagonal from one edge of a cell to the next: blocks that are whole between them are all alike.
    for (Index begin = rows.first(y); begin < rows.first(y + 1);) {
      if (!canvas.goesOn()) return;
      const bool inside = begin >= columns.begin && begin < columns.end;
      const Index x = inside ? columns.cellOf(begin) : 0;
      const Index edge = inside ? columns.first(x + 1) : begin < columns.begin ? columns.begin : rows.first(y + 1);
      const Index end = std::min(rows.first(y + 1), edge);
      const Index block = begin / m * m;
      const Index whole = (begin + m - 1) / m * m;
      if (all || end - whole < 2 * m) {
        drawBlock(block);
        begin = block + m;
        continue;
      }
      if (block < begin) drawBlock(block);
      if (inside) keepLarger(canvas.cell(y, x), largest);
      begin = end / m * m;
    }
  }
}

}  // namespace noiseloom
