#include "core/strategy/matrix_picture.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/strategy/matrix_picture_parts.h"

namespace noiseloom {

MatrixPicture pictureOf(const Strategy& strategy, MatrixOf which, Index rowBegin, Index rowEnd, Index columnBegin,
                        Index columnEnd, Index height, Index width, const RunControl& control) {
  const bool inverse = which == MatrixOf::StrategyInverse;
  const Index rowCount = inverse ? strategy.iterations() : strategy.rows();
  const Index columnCount = inverse ? strategy.rows() : strategy.iterations();
  checkInteger("row_begin", rowBegin, 0, rowCount - 1);
  checkInteger("row_end", rowEnd, rowBegin + 1, rowCount);
  checkInteger("column_begin", columnBegin, 0, columnCount - 1);
  checkInteger("column_end", columnEnd, columnBegin + 1, columnCount);
  checkInteger("height", height, 1, 16384);
  checkInteger("width", width, 1, 16384);
  MatrixPicture picture;
  picture.height = std::min(height, rowEnd - rowBegin);
  picture.width = std::min(width, columnEnd - columnBegin);
  picture.values.assign(static_cast<std::size_t>(picture.height * picture.width), 0.0);
  const PictureCanvas canvas{
      which, {rowBegin, rowEnd, picture.height}, {columnBegin, columnEnd, picture.width}, control, picture};
  struct Draw {
    const PictureCanvas& canvas;
    void operator()(const IdentityStrategy&) const { drawIdentity(canvas); }
    void operator()(const ToeplitzStrategy& kind) const { drawToeplitz(canvas, kind); }
    void operator()(const BandedStrategy& kind) const { drawBanded(canvas, kind); }
    void operator()(const InverseToeplitzStrategy& kind) const { drawInverseToeplitz(canvas, kind); }
    void operator()(const DenseStrategy& kind) const { drawDense(canvas, kind); }
    void operator()(const BltStrategy& kind) const { drawBlt(canvas, kind); }
    void operator()(const TreeStrategy& kind) const { drawTree(canvas, kind); }
  };
  std::visit(Draw{canvas}, strategy.variant());
  return picture;
}

}  // namespace noiseloom
