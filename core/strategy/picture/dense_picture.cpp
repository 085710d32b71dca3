#include <utility>

#include "core/linalg/tiled_matrix.h"
#include "core/strategy/picture/matrix_picture_parts.h"

namespace noiseloom {
namespace {

// Entries that are looked at one by one, and rows of a block that stand for it where there are more.
constexpr Index kMostEntries = Index{1} << 25;
constexpr Index kRowsPerCell = 4;
// Blocks up to this size have their product C^T C kept.
constexpr Index kMostGram = 4096;

// A block of m x m repeated along the diagonal: the block of C or of C^-1, by row, m a row. Symmetric ones have their
// upper half too, and a last block of their own where the last one is cut off at n.
class BlockSource : public PictureSource {
 public:
  BlockSource(DenseStrategy dense, bool inverse)
      : m_dense(std::move(dense)), m_values(inverse ? m_dense.inverseBlock() : m_dense.block()) {}
  BlockSource(DenseStrategy dense, std::vector<double> gram, std::vector<double> last)
      : m_dense(std::move(dense)),
        m_gram(std::move(gram)),
        m_last(std::move(last)),
        m_values(m_gram),
        m_symmetric(true) {}

  double entry(Index row, Index column) const override {
    const Index m = m_dense.blockSize();
    if (row / m != column / m) return 0;
    const Index block = row / m * m;
    return values(block)[(row - block) * m + column - block];
  }

  void draw(const PictureCanvas& canvas) const override {
    const auto& rows = canvas.rows;
    const auto& columns = canvas.columns;
    const Index m = m_dense.blockSize();
    const bool all = rows.end - rows.begin <= kMostEntries / std::min(m, columns.end - columns.begin);
    canvas.picture.sampled = !all;
    double largest = 0;
    if (!all) {
      for (const double value : m_values) keepLarger(largest, value);
    }
    for (Index y = 0; y < rows.cells; ++y) {
      // The part of the block from row `block` on that is in this row of cells.
      const auto drawBlock = [&](Index block) {
        const Index begin = std::max(rows.first(y), block);
        const Index end = std::min(rows.first(y + 1), block + m);
        const Index step = all ? 1 : std::max<Index>(1, (end - begin) / kRowsPerCell);
        for (Index i = end - 1; i >= begin; i -= step) drawRow(canvas, y, i, block);
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

 private:
  const double* values(Index block) const {
    const bool cut = m_symmetric && block + m_dense.blockSize() > m_dense.iterations();
    return cut ? m_last.data() : m_values.data();
  }
  void drawRow(const PictureCanvas& canvas, Index y, Index i, Index block) const {
    const auto& columns = canvas.columns;
    const Index m = m_dense.blockSize();
    const double* const row = values(block) + (i - block) * m;
    const Index end = std::min(columns.end, m_symmetric ? std::min(block + m, m_dense.iterations()) : i + 1);
    Index j = std::max(columns.begin, block);
    if (j >= end) return;
    for (Index x = columns.cellOf(j); j < end; ++x) {
      const Index edge = std::min(end, columns.first(x + 1));
      double& cell = canvas.cell(y, x);
      for (; j < edge; ++j) keepLarger(cell, row[j - block]);
    }
  }

  DenseStrategy m_dense;
  std::vector<double> m_gram, m_last;
  std::span<const double> m_values;
  bool m_symmetric = false;
};

// C^T C of a block that is too large for its product: by columns of C, a few a cell.
class ColumnGram : public PictureSource {
 public:
  explicit ColumnGram(DenseStrategy dense) : m_dense(std::move(dense)) {}

  double entry(Index row, Index column) const override {
    const Index m = m_dense.blockSize();
    const Index block = row / m * m;
    if (column / m * m != block) return 0;
    const double* const values = m_dense.block().data();
    const Index end = std::min(m, m_dense.iterations() - block);
    double sum = 0;
    for (Index k = std::max(row, column) - block; k < end; ++k)
      sum += values[k * m + row - block] * values[k * m + column - block];
    return sum;
  }
  void draw(const PictureCanvas& canvas) const override {
    const auto& [rows, columns, control, picture] = canvas;
    picture.sampled = rows.pooled() || columns.pooled();
    const auto columnsOf = [&](const PictureAxis& axis) {
      std::vector<std::vector<double>> kept;
      for (Index cell = 0; cell < axis.cells && canvas.goesOn(); ++cell) kept.push_back(column(axis.first(cell)));
      return kept;
    };
    const auto across = columnsOf(columns), down = columnsOf(rows);
    const Index m = m_dense.blockSize();
    for (Index y = 0; y < rows.cells && canvas.goesOn(); ++y) {
      const Index i = rows.first(y);
      for (Index x = 0; x < columns.cells; ++x) {
        // A cell on the diagonal by the squared norm, which is the largest there.
        const Index j = rows.first(y) == columns.first(x) ? i : columns.first(x);
        if (i / m != j / m) continue;
        const auto& left = down[y];
        const auto& right = across[x];
        const std::size_t size = std::min(left.size(), right.size());
        double sums[4] = {0, 0, 0, 0};
        for (std::size_t k = 0; k < size; ++k) sums[k % 4] += left[left.size() - 1 - k] * right[right.size() - 1 - k];
        canvas.cell(y, x) = (sums[0] + sums[1]) + (sums[2] + sums[3]);
      }
    }
  }

 private:
  // From the diagonal down to the end of the block.
  std::vector<double> column(Index j) const {
    const Index m = m_dense.blockSize();
    const Index block = j / m * m;
    const double* const values = m_dense.block().data();
    std::vector<double> out;
    for (Index k = j - block; k < std::min(m, m_dense.iterations() - block); ++k)
      out.push_back(values[k * m + j - block]);
    return out;
  }

  DenseStrategy m_dense;
};

}  // namespace

SourcePointer denseSource(const DenseStrategy& dense, MatrixOf which, const RunControl& control) {
  if (which != MatrixOf::Gram) return std::make_shared<BlockSource>(dense, which == MatrixOf::StrategyInverse);
  const Index m = dense.blockSize();
  if (m > kMostGram) return std::make_shared<ColumnGram>(dense);
  SquareMatrix block(m);
  block.values.assign(dense.block().begin(), dense.block().end());
  const auto product = [&](const SquareMatrix& lower) {
    SquareMatrix out(m);
    if (lowerGram(lower, out, control) == MatrixOutcome::Done) mirror(out);
    return std::move(out.values);
  };
  std::vector<double> gram = product(block);
  std::vector<double> last;
  if (const Index rest = dense.iterations() % m; rest > 0) {
    // The block cut off at n: without its last rows, and so without its last columns.
    std::fill(block.values.begin() + rest * m, block.values.end(), 0.0);
    last = product(block);
  }
  if (control.stopRequested()) return nullptr;
  return std::make_shared<BlockSource>(dense, std::move(gram), std::move(last));
}

}  // namespace noiseloom
