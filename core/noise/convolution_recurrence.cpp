#include <algorithm>
#include <utility>

#include "core/noise/noise_kernels.h"
#include "core/noise/noise_recurrence.h"
#include "core/noise/panels.h"
#include "core/noise/step_weights.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

/// Identity, inverse Toeplitz and dense or stamped C, by the rows of C^-1: y_i = sum_lag C^-1[i, i-lag] z_(i-lag). The
/// rows of z that a later step needs are kept, that of step i at i modulo their number. z itself is rounded to Real.
///
/// For a block of a dense strategy, C in place of C^-1 would need as many rows of y and as many products; with z a
/// stream can continue at any step, as the generator reproduces the rows. Drawing every row again at every step needs
/// no memory, but a normal costs as much as some twenty products: done if the strategy asks for it (redrawsNoise()).
template <class Real>
class ConvolutionRecurrence final : public KeepingRecurrence<Real, Strategy> {
 public:
  using Base = KeepingRecurrence<Real, Strategy>;
  using Base::Base;
  using Base::m_normals, Base::m_rows, Base::m_strategy;
  bool canSkipSteps() const override { return true; }

  void startStep(Index step) override {
    m_step = step;
    m_weights = std::move(m_strategy.kind().recurrence(m_strategy, step).front().values);
  }

  void makeTile(Index step, std::size_t first, std::span<double> y, TileRoom<Real>& room) override {
    const bool kept = m_rows.count() > 0;
    room.lagged.resize(m_weights.size() - 1);
    if (!kept) room.redrawn.resize(y.size() * room.lagged.size());
    for (std::size_t lag = 1; lag < m_weights.size(); ++lag) {
      const Index earlier = step - static_cast<Index>(lag);
      Real* const row = kept ? m_rows.row(earlier % m_rows.count(), first) : room.redrawn.data() + (lag - 1) * y.size();
      if (!kept || m_next != step) round(earlier, first, y, row);
      room.lagged[lag - 1] = row;
    }
    room.fresh.resize(y.size());
    round(step, first, y, room.fresh.data());
    std::transform(room.fresh.begin(), room.fresh.end(), y.begin(),
                   [this](Real z) { return m_weights[0] * static_cast<double>(z); });
    addRows(y.data(), m_weights.data() + 1, room.lagged, y.size());
    // Overwrites the oldest row, which has been read.
    if (m_rows.count() > 0) std::copy(room.fresh.begin(), room.fresh.end(), m_rows.row(step % m_rows.count(), first));
  }

  void finishStep() override { m_next = m_step + 1; }

  void startBlocks(Index step, Index steps) override {
    m_blockWeights.reach(step, steps, [&](Index at) {
      startStep(at);
      return m_weights;
    });
  }

  Index makeBlock(const TileBlock& block, const BlockOutput<Real>& out, TileRoom<Real>& room) override {
    // No later step of the block reaches further back.
    const Index lags = std::ssize(m_blockWeights.of(block.step)) - 1;
    Panels<Real> panels(m_rows, lags, block, out, room);
    if (block.skipped) drawAgain(block, lags, room);
    for (Index s = 0; s < block.steps; ++s) m_normals.fill(block.step + s, block.first, panels.normals(s));
    Index good = block.steps;
    while (panels.next()) {
      panels.load();
      Index made = 0;
      for (; made < good; ++made) {
        const std::vector<double>& weights = m_blockWeights.of(block.step + made);
        panels.roundNormals(made);
        double* const y = panels.scratch();
        panels.scale(y, weights[0], panels.row(made));
        panels.addWindow(y, weights.data() + 1, made - 1, weights.size() - 1);
        if (!panels.finish(made, y, 1)) break;
      }
      good = made;
      panels.store(good);
    }
    return good;
  }

 private:
  // Keeps the rows of the `lags` steps before the block, as if they had been made.
  void drawAgain(const TileBlock& block, Index lags, TileRoom<Real>& room) {
    room.other.resize(block.count);
    for (Index step = block.step - lags; step < block.step; ++step) {
      m_normals.fill(step, block.first, room.other);
      for (std::size_t at = 0; at < block.count; at += m_rows.tile())
        copyRows(room.other.data() + at, m_rows.row(step % m_rows.count(), block.first + at),
                 std::min(m_rows.tile(), block.count - at));
    }
  }
  // z of a step rounded to Real; the tile of doubles is scratch space.
  void round(Index step, std::size_t first, std::span<double> tile, Real* out) const {
    m_normals.fill(step, first, tile);
    std::transform(tile.begin(), tile.end(), out, [](double z) { return static_cast<Real>(z); });
  }

  Index m_step = 0;
  Index m_next = 0;               // the step whose earlier rows are all present; any other step draws them again
  std::vector<double> m_weights;  // C^-1[i, i], C^-1[i, i-1], ..
  StepWeights m_blockWeights;
};

}  // namespace

template <class Real>
std::unique_ptr<NoiseRecurrence<Real>> convolutionRecurrence(const Strategy& strategy, ShardNormals normals,
                                                             KeptRows<Real> rows) {
  return std::make_unique<ConvolutionRecurrence<Real>>(strategy, std::move(normals), std::move(rows));
}
template std::unique_ptr<NoiseRecurrence<float>> convolutionRecurrence(const Strategy&, ShardNormals, KeptRows<float>);
template std::unique_ptr<NoiseRecurrence<double>> convolutionRecurrence(const Strategy&, ShardNormals,
                                                                        KeptRows<double>);

}  // namespace noiseloom
