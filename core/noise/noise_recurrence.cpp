#include "core/noise/noise_recurrence.h"

#include <utility>

#include "core/noise/noise_kernels.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {

template <class Real>
Index NoiseRecurrence<Real>::makeBlock(const TileBlock& block, const BlockOutput<Real>& out, TileRoom<Real>& room) {
  for (Index s = 0; s < block.steps; ++s) {
    room.y.resize(block.count);
    makeTile(block.step + s, block.first, room.y, room);
    if (!finishRow(room.y.data(), 1, out.stddev, out.row(block.step + s, block.count), block.count)) return s;
    keepTile(block.first, room.y);
  }
  return block.steps;
}
template class NoiseRecurrence<float>;
template class NoiseRecurrence<double>;

template <class Real>
std::unique_ptr<NoiseRecurrence<Real>> noiseRecurrence(const Strategy& strategy, ShardNormals normals,
                                                       std::size_t width, std::size_t tile) {
  KeptRows<Real> rows(strategy.noiseRows(), width, tile);
  if (const auto* blt = strategy.as<BltStrategy>()) return bltRecurrence(*blt, std::move(normals), std::move(rows));
  if (const auto* tree = strategy.as<TreeStrategy>()) return treeRecurrence(*tree, std::move(normals), std::move(rows));
  if (const auto* recursive = strategy.as<RecursiveBltStrategy>())
    return recursiveBltRecurrence(*recursive, std::move(normals), std::move(rows));
  // The identity is its own inverse: its convolution has one term and needs no kept row.
  return strategy.kind().form == NoiseForm::Rows && !strategy.isIdentity()
             ? bandedRecurrence(strategy, std::move(normals), std::move(rows))
             : convolutionRecurrence(strategy, std::move(normals), std::move(rows));
}
template std::unique_ptr<NoiseRecurrence<float>> noiseRecurrence(const Strategy&, ShardNormals, std::size_t,
                                                                 std::size_t);
template std::unique_ptr<NoiseRecurrence<double>> noiseRecurrence(const Strategy&, ShardNormals, std::size_t,
                                                                  std::size_t);

}  // namespace noiseloom
