#include "core/strategy/matrix_picture.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/strategy/picture/matrix_picture_parts.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

SourcePointer sourceOf(const Strategy& strategy, MatrixOf which, const Workload& workload, const RunControl& control) {
  if (which == MatrixOf::ErrorFactor) {
    if (workload.name() != "identity") return factorSource(strategy, workload, control);
    which = MatrixOf::StrategyInverse;
  }
  if (const auto* dense = strategy.as<DenseStrategy>()) return denseSource(*dense, which, control);
  if (const auto* tree = strategy.as<TreeStrategy>()) return treeSource(*tree, which);
  if (const auto* recursive = strategy.as<RecursiveBltStrategy>()) return recursiveBltSource(*recursive, which);
  if (!strategy.kind().series) return bandedSource(bandedOf(strategy), which, control);
  if (which == MatrixOf::Gram) return gramSource(strategy, control);
  return seriesSource(strategy, which == MatrixOf::StrategyInverse, control);
}

/// Another matrix, row against lag.
class LagSource final : public PictureSource {
 public:
  explicit LagSource(SourcePointer matrix) : m_matrix(std::move(matrix)) {}

  double entry(Index row, Index lag) const override { return lag > row ? 0 : m_matrix->entry(row, row - lag); }

  void draw(const PictureCanvas& canvas) const override {
    const auto& [rows, lags, control, picture] = canvas;
    // The last of rows that are alike has most lags: it is read for all. Others of a band differ little, and the last
    // of a cell are read where all would take too long.
    const Index alike = m_matrix->alikeBefore();
    const auto firstOf = [&rows = rows, alike](Index y) {
      return std::max(rows.first(y), std::min(alike, rows.first(y + 1)) - 1);
    };
    Index all = 0;
    for (Index y = 0; y < rows.cells; ++y) all += rows.first(y + 1) - firstOf(y);
    const Index allowed = kMostEntries / (lags.end - lags.begin);
    const Index most = all <= allowed ? all : std::max<Index>(1, allowed / rows.cells);
    for (Index y = 0; y < rows.cells && canvas.goesOn(); ++y) {
      const Index end = rows.first(y + 1);
      const Index begin = std::max(firstOf(y), end - most);
      picture.sampled = picture.sampled || begin > firstOf(y);
      for (Index row = begin; row < end; ++row) {
        for (Index lag = lags.begin; lag < std::min(lags.end, row + 1); ++lag)
          keepLarger(canvas.cell(y, lags.cellOf(lag)), entry(row, lag));
      }
    }
  }

 private:
  static constexpr Index kMostEntries = Index{1} << 21;
  SourcePointer m_matrix;
};

}  // namespace

std::optional<Index> lagsOf(const Strategy& strategy, MatrixOf which) {
  std::optional<Index> lags;
  if (!strategy.rowsAreSteps() || which == MatrixOf::ErrorFactor) return lags;
  const StrategySizes sizes = sizesOf(strategy);
  if (which != MatrixOf::StrategyInverse) {
    lags = strategy.bands();
  } else if (sizes.noisingBands > 0) {
    lags = sizes.noisingBands;
  } else if (strategy.isIdentity()) {
    lags = 1;
  }
  if (sizes.blockSize > 0) lags = std::min(lags.value_or(sizes.blockSize), sizes.blockSize);
  if (lags && *lags >= strategy.iterations()) lags.reset();
  return lags;
}

Index rowsOf(const Strategy& strategy, MatrixOf which) {
  return which == MatrixOf::Strategy ? strategy.rows() : strategy.iterations();
}

Index columnsOf(const Strategy& strategy, MatrixOf which) {
  const bool noising = which == MatrixOf::StrategyInverse || which == MatrixOf::ErrorFactor;
  return noising ? strategy.rows() : strategy.iterations();
}

std::optional<DesignMatrix> DesignMatrix::prepare(const Strategy& strategy, MatrixOf which, const Workload& workload,
                                                  const RunControl& control, MatrixLayout layout) {
  if (which == MatrixOf::ErrorFactor && workload.fixedIterations() != 0) {
    checkInteger("size of learning_rates", workload.fixedIterations(), strategy.iterations(), strategy.iterations(),
                 Core::tr("the iterations"));
  }
  const bool byLag = layout == MatrixLayout::ByLag;
  if (byLag && !lagsOf(strategy, which))
    throw InvalidArgument("layout", std::string("by lag"), Core::tr("a matrix with fewer bands than rows"));
  DesignMatrix matrix(strategy, which, workload, layout);
  matrix.m_source = sourceOf(strategy, which, workload, control);
  if (!matrix.m_source) return std::nullopt;
  if (byLag) matrix.m_source = std::make_shared<LagSource>(std::move(matrix.m_source));
  return matrix;
}

Index DesignMatrix::rows() const {
  return rowsOf(m_strategy, m_which);
}
Index DesignMatrix::columns() const {
  if (m_layout == MatrixLayout::ByLag) return *lagsOf(m_strategy, m_which);
  return columnsOf(m_strategy, m_which);
}

double DesignMatrix::entry(Index row, Index column) const {
  checkInteger("row", row, 0, rows() - 1);
  checkInteger("column", column, 0, columns() - 1);
  return m_source->entry(row, column);
}

MatrixPicture DesignMatrix::picture(Index rowBegin, Index rowEnd, Index columnBegin, Index columnEnd, Index height,
                                    Index width, const RunControl& control) const {
  checkInteger("row_begin", rowBegin, 0, rows() - 1);
  checkInteger("row_end", rowEnd, rowBegin + 1, rows());
  checkInteger("column_begin", columnBegin, 0, columns() - 1);
  checkInteger("column_end", columnEnd, columnBegin + 1, columns());
  checkInteger("height", height, 1, 16384);
  checkInteger("width", width, 1, 16384);
  MatrixPicture picture;
  picture.height = std::min(height, rowEnd - rowBegin);
  picture.width = std::min(width, columnEnd - columnBegin);
  picture.values.assign(picture.height * picture.width, 0.0);
  m_source->draw({{rowBegin, rowEnd, picture.height}, {columnBegin, columnEnd, picture.width}, control, picture});
  return picture;
}

MatrixPicture pictureOf(const Strategy& strategy, MatrixOf which, Index rowBegin, Index rowEnd, Index columnBegin,
                        Index columnEnd, Index height, Index width, const RunControl& control) {
  if (which == MatrixOf::ErrorFactor)
    throw InvalidArgument("matrix", std::string("A C^-1"), Core::tr("one that needs no workload"));
  const std::optional<DesignMatrix> matrix = DesignMatrix::prepare(strategy, which, Workload::prefix(), control);
  if (matrix) return matrix->picture(rowBegin, rowEnd, columnBegin, columnEnd, height, width, control);
  MatrixPicture stopped;
  stopped.complete = false;
  return stopped;
}

}  // namespace noiseloom
