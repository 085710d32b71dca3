#pragma once

#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// Which matrix of a design a heat map shows.
enum class MatrixOf { Strategy, StrategyInverse };

/// A window on a matrix pooled to `height` x `width` cells for a heat map.
struct MatrixPicture {
  Index height = 0;
  Index width = 0;
  std::vector<double> values;  ///< row-major; the value of largest magnitude among the matrix entries of each cell
  bool sampled = false;        ///< true where not every column of the window was visited (large C^-1 zoomed out)
  bool complete = true;        ///< false when stopped midway
};

/// Pools rows [rowBegin, rowEnd) and columns [columnBegin, columnEnd) of C (rows() x n) or C^-1 (n x rows()) to at most
/// height x width cells (fewer when the window has fewer entries: then one cell an entry). Never forms n x n, and no
/// kind whose size does not grow with n costs more for a larger one: O(cells) for the identity, the BLT, the tree and
/// stamped blocks smaller than a cell; O(coefficients + cells) for the Toeplitz kinds; O(window rows * b + cells) for
/// banded and dense C; a few columns a cell for banded C^-1.
MatrixPicture pictureOf(const Strategy& strategy, MatrixOf which, Index rowBegin, Index rowEnd, Index columnBegin,
                        Index columnEnd, Index height, Index width, const RunControl& control = {});

}  // namespace noiseloom
