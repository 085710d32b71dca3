#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/check.h"
#include "core/base/interface.h"
#include "core/strategy/matrix_picture.h"

namespace noiseloom {

// Shared by the pictures of the kinds (math: section 13).

/// Columns of C^-1 decay: once a whole band of entries is below this share of the diagonal the rest counts as 0, in
/// pictures (negligible), and where values are read or summed up (vanished).
constexpr double kNegligible = 1e-9;
constexpr double kVanished = 1e-15;
/// Series are kept as far as this many terms.
constexpr Index kMostPictureTerms = Index{1} << 24;

/// The pooling of one axis: entries [begin, end) in `cells` nearly equal runs.
struct PictureAxis {
  Index begin;
  Index end;
  Index cells;

  Index first(Index cell) const { return begin + cell * (end - begin) / cells; }
  Index cellOf(Index entry) const { return ((entry - begin + 1) * cells - 1) / (end - begin); }
  bool holds(Index entry) const { return entry >= begin && entry < end; }
  bool pooled() const { return cells < end - begin; }
  /// True if entries [from, to] are all inside one cell.
  bool inOneCell(Index from, Index to) const { return from >= begin && to < end && cellOf(from) == cellOf(to); }
};

/// A picture in the making.
struct PictureCanvas {
  PictureAxis rows;
  PictureAxis columns;
  const RunControl& control;
  MatrixPicture& picture;

  double& cell(Index y, Index x) const { return picture.values[y * columns.cells + x]; }
  /// False, and noted in the picture, when it is to stop.
  bool goesOn() const {
    picture.complete = picture.complete && !control.stopRequested();
    return picture.complete;
  }
  /// Draws each cell by fill(cell, top, bottom, left, right), the first and last row and column of its entries.
  template <class Fill>
  void fillCells(const Fill& fill) const {
    for (Index y = 0; y < rows.cells && goesOn(); ++y) {
      for (Index x = 0; x < columns.cells; ++x)
        fill(cell(y, x), rows.first(y), rows.first(y + 1) - 1, columns.first(x), columns.first(x + 1) - 1);
    }
  }
  /// True if cells hold several entries.
  bool pooled() const { return rows.pooled() || columns.pooled(); }
};

inline void keepLarger(double& cell, double value) {
  if (std::abs(value) > std::abs(cell)) cell = value;
}

/// The value of largest magnitude of at(least), at(most) and some lags between them, at growing distances.
template <class At>
double largestOfSome(const At& at, Index least, Index most) {
  double found = at(least);
  for (Index step = 1; step < most - least; step += 1 + step / 4) keepLarger(found, at(least + step));
  keepLarger(found, at(most));
  return found;
}

/// One matrix of one kind, prepared: draws windows of itself and reads entries. Indices are checked by the caller.
class PictureSource : public Interface {
 public:
  virtual void draw(const PictureCanvas& canvas) const = 0;
  virtual double entry(Index row, Index column) const = 0;
  /// The first row that may have other entries than those above it, lag by lag as far as these have one.
  virtual Index alikeBefore() const { return 0; }
};
using SourcePointer = std::shared_ptr<const PictureSource>;

/// Value of largest magnitude among any of the terms [least, most] of a series, from a table of block results.
class LargestInRange {
 public:
  LargestInRange() = default;
  explicit LargestInRange(std::vector<double> values);
  /// Either end may lie beyond the terms.
  double operator()(Index least, Index most) const;
  const std::vector<double>& values() const { return m_values; }
  Index size() const { return std::ssize(m_values); }
  double at(Index term) const { return term < 0 || term >= size() ? 0 : m_values[term]; }

 private:
  static constexpr std::size_t kBlock = 64;
  std::vector<double> m_values;
  std::vector<double> m_blocks;
};

/// Constant diagonals: each cell becomes largest(least, most), the value of largest magnitude among the lags [least,
/// most] of its rows below rowLimit and columns below columnLimit; they may reach beyond the matrix on either side.
void drawDiagonals(const PictureCanvas& canvas, const std::function<double(Index, Index)>& largest,
                   Index rowLimit = kNoLimit, Index columnLimit = kNoLimit);

/// The terms of 1/c of a Toeplitz C as far as they have not vanished; `whole` false where they were cut before that.
struct InverseTerms {
  std::vector<double> terms;
  bool whole = true;
};
InverseTerms inverseTerms(const ToeplitzStrategy& toeplitz, const RunControl& control);

/// The smallest step >= `from` that completes a node of this height of the tree, and the row of the largest node among
/// [begin, end].
Index firstStepOf(Index height, Index from);
Index largestNode(Index begin, Index end);

/// Its columns' scales, for the column-normalised kinds with coefficients.
std::optional<ToeplitzStrategy> columnScalingOf(const Strategy& strategy);
// One of each kind and matrix; null when stopped.
SourcePointer seriesSource(const Strategy& strategy, bool inverse, const RunControl& control);
SourcePointer bandedSource(const BandedStrategy& banded, MatrixOf which, const RunControl& control);
SourcePointer denseSource(const DenseStrategy& dense, MatrixOf which, const RunControl& control);
SourcePointer treeSource(const TreeStrategy& tree, MatrixOf which);
SourcePointer recursiveBltSource(const RecursiveBltStrategy& strategy, MatrixOf which);
SourcePointer factorSource(const Strategy& strategy, const Workload& workload, const RunControl& control);
/// The same under a workload that is not rational: of any strategy, and of one of a series; n values at most of it are
/// kept.
SourcePointer multipliedSource(const Strategy& strategy, const Workload& workload);
SourcePointer multipliedSource(InverseTerms inverse, const Workload& workload, Index iterations,
                               std::optional<ToeplitzStrategy> scaling);
SourcePointer bltFactorSource(const BltStrategy& blt, const Workload& workload);
SourcePointer gramSource(const Strategy& strategy, const RunControl& control);

}  // namespace noiseloom
