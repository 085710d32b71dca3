#pragma once

#include <cmath>
#include <functional>

#include "core/strategy/matrix_picture.h"

namespace noiseloom {

/// What the pictures of the kinds share. Columns of C^-1 decay: once a whole band of entries is below this share of the
/// diagonal the rest counts as 0.
constexpr double kNegligible = 1e-9;

/// The pooling of one axis: entries [begin, end) in `cells` nearly equal runs.
struct PictureAxis {
  Index begin;
  Index end;
  Index cells;

  Index first(Index cell) const { return begin + cell * (end - begin) / cells; }
  Index cellOf(Index entry) const { return ((entry - begin + 1) * cells - 1) / (end - begin); }
};

/// A picture in the making.
struct PictureCanvas {
  MatrixOf which;
  PictureAxis rows;
  PictureAxis columns;
  const RunControl& control;
  MatrixPicture& picture;

  double& cell(Index y, Index x) const { return picture.values[static_cast<std::size_t>(y * columns.cells + x)]; }
  /// False, and noted in the picture, when it is to stop.
  bool goesOn() const {
    picture.complete = picture.complete && !control.stopRequested();
    return picture.complete;
  }
};

inline void keepLarger(double& cell, double value) {
  if (std::abs(value) > std::abs(cell)) cell = value;
}

/// Matrices with constant diagonals: largest(least, most) is the value of largest magnitude among the lags [least,
/// most], which may reach beyond the matrix on either side.
void drawDiagonals(const PictureCanvas& canvas, const std::function<double(Index, Index)>& largest);
void drawToeplitz(const PictureCanvas& canvas, const ToeplitzStrategy& toeplitz);
void drawInverseToeplitz(const PictureCanvas& canvas, const InverseToeplitzStrategy& strategy);
void drawBlt(const PictureCanvas& canvas, const BltStrategy& blt);
void drawIdentity(const PictureCanvas& canvas);

void drawBanded(const PictureCanvas& canvas, const BandedStrategy& banded);
void drawDense(const PictureCanvas& canvas, const DenseStrategy& dense);
void drawTree(const PictureCanvas& canvas, const TreeStrategy& tree);

}  // namespace noiseloom
