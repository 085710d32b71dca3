#pragma once

#include "core/base/index.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// The way in which a kind of strategy makes its noise (NoiseStream), which determines the cost of another kept row.
enum class NoiseRoute {
  Banded,       ///< identity, Toeplitz and banded: the last rows of y
  Convolution,  ///< inverse Toeplitz, dense, stamped: rows of z
  Buffers,      ///< BLT, recursive BLT: one row per buffer
  Tree          ///< one estimate per level
};

/// The properties of a strategy that determine the cost of making its noise.
struct NoiseShape {
  NoiseRoute route = NoiseRoute::Banded;
  Index rows = 0;       ///< kept from step to step, each of the model's size: Strategy::noiseRows()
  double rowsRead = 0;  ///< kept rows that an average step reads
  double redrawn = 0;   ///< rows of z that a step draws again instead of reading them

  /// Every step reads every row.
  static NoiseShape of(NoiseRoute route, Index rows) { return {route, rows, static_cast<double>(rows), 0}; }
  /// The first step of a dense block reads no row, its last one all of them.
  static NoiseShape ofBlocks(Index rows) { return {NoiseRoute::Convolution, rows, static_cast<double>(rows) / 2, 0}; }
  /// Every step handles the buffers of its own level and a running sum, and one step of a block those of another level.
  static NoiseShape ofRecursion(Index rows, Index buffers, Index blockSize) {
    const double passed = static_cast<double>(buffers + 1);
    return {NoiseRoute::Buffers, rows, passed + 2 * passed / static_cast<double>(blockSize), 0};
  }
  /// No row is kept: each step draws that many rows of z again.
  static NoiseShape redrawing(Index rows) { return {NoiseRoute::Convolution, 0, 0, static_cast<double>(rows)}; }
};

NoiseShape noiseShapeOf(const Strategy& strategy);

}  // namespace noiseloom
