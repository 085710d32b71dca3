#pragma once

#include <vector>

#include "core/strategy/dense_strategy.h"

namespace noiseloom {

/// A dense strategy of blocks whose entries, entry(i, j) / (1 + i - j), fall off and differ from row to row.
template <class Entry>
DenseStrategy fallingDense(Index iterations, Index blockSize, Entry entry) {
  std::vector<double> block(static_cast<std::size_t>(blockSize * blockSize));
  for (Index i = 0; i < blockSize; ++i) {
    for (Index j = 0; j <= i; ++j)
      block[static_cast<std::size_t>(i * blockSize + j)] = entry(i, j) / static_cast<double>(1 + i - j);
  }
  return {iterations, blockSize, block};
}

}  // namespace noiseloom
