#include "core/strategy/matrix_picture.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/strategy/picture/matrix_picture_parts.h"

namespace noiseloom {
namespace {

SourcePointer sourceOf(const Strategy& strategy, MatrixOf which, const Workload& workload, const RunControl& control) {
  if (which == MatrixOf::ErrorFactor) return factorSource(strategy, workload, control);
  if (const auto* banded = strategy.as<BandedStrategy>()) return bandedSource(*banded, which, control);
  if (const auto* dense = strategy.as<DenseStrategy>()) return denseSource(*dense, which, control);
  if (const auto* tree = strategy.as<TreeStrategy>()) return treeSource(*tree, which);
  if (which == MatrixOf::Gram) return gramSource(strategy, control);
  return seriesSource(strategy, which == MatrixOf::StrategyInverse, control);
}

}  // namespace

Index rowsOf(const Strategy& strategy, MatrixOf which) {
  return which == MatrixOf::Strategy ? strategy.rows() : strategy.iterations();
}

Index columnsOf(const Strategy& strategy, MatrixOf which) {
  const bool noising = which == MatrixOf::StrategyInverse || which == MatrixOf::ErrorFactor;
  return noising ? strategy.rows() : strategy.iterations();
}

std::optional<DesignMatrix> DesignMatrix::prepare(const Strategy& strategy, MatrixOf which, const Workload& workload,
                                                  const RunControl& control) {
  if (which == MatrixOf::ErrorFactor && workload.fixedIterations() != 0) {
    checkInteger("size of learning_rates", workload.fixedIterations(), strategy.iterations(), strategy.iterations(),
                 Core::tr("the iterations"));
  }
  DesignMatrix matrix(strategy, which, workload);
  matrix.m_source = sourceOf(strategy, which, workload, control);
  if (!matrix.m_source) return std::nullopt;
  return matrix;
}

Index DesignMatrix::rows() const {
  return rowsOf(m_strategy, m_which);
}
Index DesignMatrix::columns() const {
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
  picture.values.assign(static_cast<std::size_t>(picture.height * picture.width), 0.0);
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
