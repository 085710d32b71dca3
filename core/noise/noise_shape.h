#pragma once

#include "core/base/index.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// How a kind of strategy makes its noise (NoiseStream), which decides what one more kept row costs.
enum class NoiseRoute {
  Banded,       ///< identity, Toeplitz and banded: the last rows of y
  Convolution,  ///< inverse Toeplitz, dense, stamped: rows of z
  Buffers,      ///< BLT: one row a buffer
  Tree          ///< one estimate a level
};

/// All that the cost of making noise depends on, beside the deployment.
struct NoiseShape {
  NoiseRoute route = NoiseRoute::Banded;
  Index rows = 0;       ///< kept from step to step, each of the model's size: Strategy::noiseRows()
  double rowsRead = 0;  ///< of them that an average step reads

  /// Every step reads every row.
  static NoiseShape of(NoiseRoute route, Index rows) { return {route, rows, static_cast<double>(rows)}; }
  /// The first step of a dense block reads no row and its last one all of them.
  static NoiseShape ofBlocks(Index rows) { return {NoiseRoute::Convolution, rows, static_cast<double>(rows) / 2}; }
};

NoiseShape noiseShapeOf(const Strategy& strategy);

}  // namespace noiseloom
