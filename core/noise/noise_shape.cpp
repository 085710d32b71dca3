#include "core/noise/noise_shape.h"

namespace noiseloom {

NoiseShape noiseShapeOf(const Strategy& strategy) {
  const Index rows = strategy.noiseRows();
  if (const auto* inverse = strategy.as<InverseToeplitzStrategy>())
    return inverse->redrawsNoise() ? NoiseShape::redrawing(1) : NoiseShape::of(NoiseRoute::Convolution, rows);
  if (strategy.as<DenseStrategy>()) return NoiseShape::ofBlocks(rows);
  if (strategy.as<BltStrategy>()) return NoiseShape::of(NoiseRoute::Buffers, rows);
  if (strategy.as<TreeStrategy>()) return NoiseShape::of(NoiseRoute::Tree, rows);
  if (const auto* recursive = strategy.as<RecursiveBltStrategy>())
    return NoiseShape::ofRecursion(rows, recursive->buffers(), recursive->blockSize());
  return NoiseShape::of(NoiseRoute::Banded, rows);
}

}  // namespace noiseloom
