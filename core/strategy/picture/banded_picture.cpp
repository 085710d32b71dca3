#include <utility>

#include "core/strategy/picture/factor_columns.h"

namespace noiseloom {
namespace {

// Rows whose largest entry is kept: they are looked at one by one only where they touch the edge of a cell.
constexpr Index kRowsPerBlock = 64;
constexpr Index kRowsBetweenPolls = 4096;

// Diagonals 0 .. b-1 below the main one of a lower-triangular or symmetric n x n matrix.
class BandSource : public PictureSource {
 public:
  double entry(Index row, Index column) const override {
    const Index lag = m_symmetric ? std::abs(row - column) : row - column;
    return lag < 0 || lag >= bands() ? 0 : at(m_symmetric ? std::max(row, column) : row, lag);
  }

  void draw(const PictureCanvas& canvas) const override {
    const auto& [rows, columns, control, picture] = canvas;
    const Index b = bands();
    const Index begin = std::max(rows.begin, columns.begin);
    const Index reach = m_symmetric ? std::min(rows.end, columns.end) : columns.end;
    const Index end = std::min(m_symmetric ? std::max(rows.end, columns.end) : rows.end, reach + b - 1);
    Index polled = begin;
    for (Index i = begin; i < end;) {
      if (i >= polled) {
        if (!canvas.goesOn()) return;
        polled = i + kRowsBetweenPolls;
      }
      if (i % kRowsPerBlock == 0 && columns.inOneCell(i - b + 1, i + kRowsPerBlock - 1) &&
          rows.inOneCell(m_symmetric ? i - b + 1 : i, i + kRowsPerBlock - 1)) {
        keepLarger(canvas.cell(rows.cellOf(i), columns.cellOf(i)), m_blocks[i / kRowsPerBlock]);
        i += kRowsPerBlock;
        continue;
      }
      for (Index lag = 0; lag <= std::min(i, b - 1); ++lag) {
        const Index j = i - lag;
        const bool below = rows.holds(i) && columns.holds(j);
        const bool above = m_symmetric && rows.holds(j) && columns.holds(i);
        if (!below && !above) continue;
        const double value = at(i, lag);
        if (below) keepLarger(canvas.cell(rows.cellOf(i), columns.cellOf(j)), value);
        if (above) keepLarger(canvas.cell(rows.cellOf(j), columns.cellOf(i)), value);
      }
      ++i;
    }
  }

 protected:
  BandSource(BandedStrategy banded, bool symmetric) : m_banded(std::move(banded)), m_symmetric(symmetric) {}
  // Entry [row, row - lag], lag <= row.
  virtual double at(Index row, Index lag) const = 0;
  Index bands() const { return m_banded.bands(); }
  const BandedStrategy& banded() const { return m_banded; }
  // Fills the table of blocks; false when stopped.
  bool finish(const RunControl& control) {
    const Index n = m_banded.iterations();
    m_blocks.assign(n / kRowsPerBlock, 0.0);
    for (std::size_t block = 0; block < m_blocks.size(); ++block) {
      if (block % 64 == 0 && control.stopRequested()) return false;
      const Index first = static_cast<Index>(block) * kRowsPerBlock;
      for (Index i = first; i < first + kRowsPerBlock; ++i) {
        for (Index lag = 0; lag <= std::min(i, bands() - 1); ++lag) keepLarger(m_blocks[block], at(i, lag));
      }
    }
    return true;
  }

 private:
  BandedStrategy m_banded;
  bool m_symmetric;
  std::vector<double> m_blocks;  // largest of kRowsPerBlock rows; what is left over has none
};

class BandedRows final : public BandSource {
 public:
  explicit BandedRows(const BandedStrategy& strategy) : BandSource(strategy, false) {}
  bool prepare(const RunControl& control) { return finish(control); }

 private:
  double at(Index row, Index lag) const override {
    const Index b = bands();
    return banded().rows()[row * b + b - 1 - lag];
  }
};

class BandedGram final : public BandSource {
 public:
  explicit BandedGram(const BandedStrategy& strategy) : BandSource(strategy, true) {}
  bool prepare(const RunControl& control) { return finish(control); }

 private:
  // sum_k C[k, row] C[k, row - lag] over the rows k that both columns reach.
  double at(Index row, Index lag) const override {
    const Index b = bands();
    const double* const rows = banded().rows().data();
    const Index end = std::min(banded().iterations(), row - lag + b);
    double sum = 0;
    for (Index k = row; k < end; ++k) {
      const double* const column = rows + k * b + b - 1 - (k - row);
      sum += column[0] * column[-lag];
    }
    return sum;
  }
};

class BandedInverse final : public PictureSource {
 public:
  explicit BandedInverse(const BandedStrategy& strategy) : m_banded(strategy) {}

  double entry(Index row, Index column) const override {
    double found = 0;
    BandedInverseColumns(m_banded, kVanished).walk(column, row + 1, [&](Index i, double value) {
      if (i == row) found = value;
    });
    return found;
  }
  void draw(const PictureCanvas& canvas) const override {
    BandedInverseColumns columns(m_banded, kNegligible);
    const PictureAxis& rows = canvas.rows;
    visitColumns(canvas, middleColumn, [&](Index x, Index j) {
      Index y = rows.holds(j) ? rows.cellOf(j) : 0;
      Index edge = rows.first(y + 1);
      columns.walk(j, rows.end, [&](Index i, double value) {
        if (i < rows.begin) return;
        if (i >= edge) edge = rows.first(++y + 1);
        keepLarger(canvas.cell(y, x), value);
      });
    });
  }

 private:
  BandedStrategy m_banded;
};

template <class Source>
SourcePointer prepared(const BandedStrategy& banded, const RunControl& control) {
  auto source = std::make_shared<Source>(banded);
  return source->prepare(control) ? source : nullptr;
}

}  // namespace

SourcePointer bandedSource(const BandedStrategy& banded, MatrixOf which, const RunControl& control) {
  if (which == MatrixOf::Gram) return prepared<BandedGram>(banded, control);
  if (which == MatrixOf::Strategy) return prepared<BandedRows>(banded, control);
  return std::make_shared<BandedInverse>(banded);
}

}  // namespace noiseloom
