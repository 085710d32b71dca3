#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/strategy/strategy.h"
#include "core/workload/workload.h"

namespace noiseloom {

class PictureSource;

/// Which matrix of a design a heat map shows.
enum class MatrixOf {
  Strategy,         ///< C, rows() x n
  StrategyInverse,  ///< the noising matrix C^-1, n x rows()
  ErrorFactor,      ///< A C^-1 for the workload A, n x rows(): the noise of the iterates (math: section 0)
  Gram              ///< C^T C, n x n, symmetric: inner products of the columns, which the sensitivity is made of
};

/// The layout of a matrix.
enum class MatrixLayout {
  ByColumn,  ///< entry (i, j) stands in row i and column j
  ByLag      ///< entry (i, i - l) stands in row i and column l, 0 where l > i: the band of a banded matrix fills it
};

/// A window on a matrix pooled to `height` x `width` cells for a heat map.
struct MatrixPicture {
  Index height = 0;
  Index width = 0;
  std::vector<double> values;  ///< row-major; the value of largest magnitude among the matrix entries of each cell
  bool sampled = false;        ///< true where not every entry of the window was looked at (large cells of some kinds)
  bool complete = true;        ///< false when stopped midway
};

/// One matrix of a design, made ready for pictures of it and for reading entries: immutable, cheap to copy, safe to
/// read from several threads. What does not depend on the window is computed once, by prepare(), and kept: a caller
/// keeps the value for as long as it shows the strategy.
///
/// A C^-1 of the Toeplitz kinds under a Toeplitz workload has constant diagonals, the coefficients of a(x)/c(x); they
/// are kept as far as C^-1 has not decayed, and what follows is in closed form. C^T C keeps the autocorrelation of the
/// coefficients, of banded kinds its b diagonals by blocks of rows, of dense kinds the product itself (blocks of up to
/// 4096).
class DesignMatrix {
 public:
  /// O(coefficients log coefficients) for the Toeplitz kinds, O(n b) for banded C and O(n b^2) for its C^T C, O(m^3)
  /// for a dense C^T C with blocks of m, O(n) for a learning-rate schedule. The workload counts for A C^-1 only; a
  /// schedule must have the strategy's length. By lag only what has lagsOf(): InvalidArgument "layout". nullopt when
  /// stopped.
  static std::optional<DesignMatrix> prepare(const Strategy& strategy, MatrixOf which,
                                             const Workload& workload = Workload::prefix(),
                                             const RunControl& control = {},
                                             MatrixLayout layout = MatrixLayout::ByColumn);

  const Strategy& strategy() const { return m_strategy; }
  const Workload& workload() const { return m_workload; }
  MatrixOf which() const { return m_which; }
  MatrixLayout layout() const { return m_layout; }
  Index rows() const;
  Index columns() const;
  /// 0 <= row < rows(), 0 <= column < columns(), which counts lags by lag. O(b) or less for C, C^T C and everything
  /// with constant diagonals, O((row - column) b) at worst for C^-1 and A C^-1 of general banded kinds and under
  /// learning rates. What lies where a column of C^-1 has decayed below 1e-15 of its diagonal counts as 0.
  double entry(Index row, Index column) const;
  /// Pools rows [rowBegin, rowEnd) and columns [columnBegin, columnEnd) to at most height x width cells (fewer when the
  /// window has fewer entries: then one cell an entry). Never forms n x n, and no kind whose size does not grow with n
  /// costs more for a larger one: O(cells) for the identity, the BLT, the tree and stamped blocks smaller than a cell;
  /// O(coefficients + cells) for the Toeplitz kinds; O(edges of cells b^2 + window rows / 64) for banded C and C^T C;
  /// O(window rows b) for dense C; a few columns a cell, as far as they have not decayed, for banded C^-1 and for
  /// A C^-1 without constant diagonals. By lag up to 2^21 entries are read one by one, and of more the last rows of
  /// each cell, which is then said.
  MatrixPicture picture(Index rowBegin, Index rowEnd, Index columnBegin, Index columnEnd, Index height, Index width,
                        const RunControl& control = {}) const;

 private:
  DesignMatrix(const Strategy& strategy, MatrixOf which, const Workload& workload, MatrixLayout layout)
      : m_strategy(strategy), m_which(which), m_workload(workload), m_layout(layout) {}

  Strategy m_strategy;
  MatrixOf m_which;
  Workload m_workload;
  MatrixLayout m_layout;
  std::shared_ptr<const PictureSource> m_source;
};

/// Rows and columns of a matrix of the strategy.
Index rowsOf(const Strategy& strategy, MatrixOf which);
Index columnsOf(const Strategy& strategy, MatrixOf which);
/// The lags of a band: entries at lag >= lagsOf() are 0, and it is less than the rows. Nothing for a matrix without a
/// band: the tree, whose rows are nodes, C of n bands, and any C^-1 but that of the kinds that bound its bands. A
/// symmetric matrix has its lags below the diagonal.
std::optional<Index> lagsOf(const Strategy& strategy, MatrixOf which);

/// One picture of C, C^-1 or C^T C, prepared for that alone. A C^-1 needs a workload: InvalidArgument here.
MatrixPicture pictureOf(const Strategy& strategy, MatrixOf which, Index rowBegin, Index rowEnd, Index columnBegin,
                        Index columnEnd, Index height, Index width, const RunControl& control = {});

}  // namespace noiseloom
