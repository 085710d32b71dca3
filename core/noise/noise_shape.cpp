#include "core/noise/noise_shape.h"

#include "core/strategy/strategy_kind.h"

namespace noiseloom {

NoiseShape noiseShapeOf(const Strategy& strategy) {
  const Index rows = strategy.noiseRows();
  const StrategySizes sizes = sizesOf(strategy);
  switch (strategy.kind().form) {
    case NoiseForm::Rows: return NoiseShape::of(NoiseRoute::Banded, rows);
    case NoiseForm::Columns:
      if (sizes.blockSize > 0) return NoiseShape::ofBlocks(rows);
      return rows == 0 && sizes.noisingBands > 1 ? NoiseShape::redrawing(sizes.noisingBands - 1)
                                                 : NoiseShape::of(NoiseRoute::Convolution, rows);
    case NoiseForm::Buffers: return NoiseShape::of(NoiseRoute::Buffers, rows);
    case NoiseForm::Tree: return NoiseShape::of(NoiseRoute::Tree, rows);
    case NoiseForm::Blocks: return NoiseShape::ofRecursion(rows, sizes.buffers, sizes.blockSize);
  }
  return {};
}

}  // namespace noiseloom
