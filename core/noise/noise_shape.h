#pragma once

#include "core/base/index.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// How a kind of strategy makes its noise (NoiseStream), which decides what one more kept row costs.
enum class NoiseRoute {
  Banded,       ///< identity, Toeplitz and banded: the last rows of y
  Convolution,  ///< inverse Toeplitz, dense, stamped: rows of z
  Buffers,      ///< BLT, recursive BLT: one row a buffer
  Tree          ///< one estimate a level
};

/// All that the cost of making noise depends on, beside the deployment.
struct NoiseShape {
  NoiseRoute route = NoiseRoute::Banded;
  Index rows = 0;       ///< kept from step to step, each of the model's size: Strategy::noiseRows()
  double rowsRead = 0;  ///< of them that an average step reads
  double redrawn = 0;   ///< rows of z that a step makes anew instead of reading them

  /// Every step reads every row.
  static NoiseShape of(NoiseRoute route, Index rows) { return {route, rows, static_cast<double>(rows), 0}; }
  /// The first step of a dense block reads no row and its last one all of them.
  static NoiseShape ofBlocks(Index rows) { return {NoiseRoute::Convolution, rows, static_cast<double>(rows) / 2, 0}; }
  /// Every step passes the buffers of its own level and a running sum, and one step of a block those of another level.
  static NoiseShape ofRecursion(Index rows, Index buffers, Index blockSize) {
    const double passed = static_cast<double>(buffers + 1);
    return {NoiseRoute::Buffers, rows, passed + 2 * passed / static_cast<double>(blockSize), 0};
  }
  /// No row is kept: each step makes that many rows of z anew.
  static NoiseShape redrawing(Index rows) { return {NoiseRoute::Convolution, 0, 0, static_cast<double>(rows)}; }
};

NoiseShape noiseShapeOf(const Strategy& strategy);

}  // namespace noiseloom
