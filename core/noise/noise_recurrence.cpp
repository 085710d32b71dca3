#include "core/noise/noise_recurrence.h"

#include <utility>

#include "core/strategy/strategy_kind.h"

namespace noiseloom {

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
