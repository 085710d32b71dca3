#include <algorithm>
#include <utility>

#include "core/noise/noise_kernels.h"
#include "core/noise/noise_recurrence.h"
#include "core/noise/panels.h"
#include "core/noise/step_weights.h"

namespace noiseloom {
namespace {

/// Toeplitz and banded C: y_i = (z_i - sum_{lag = 1}^{b-1} C[i, i-lag] y_(i-lag)) / C[i, i] with b - 1 kept rows of y;
/// that of step i is at i mod (b-1).
template <class Real>
class BandedRecurrence final : public KeepingRecurrence<Real, Strategy> {
 public:
  using Base = KeepingRecurrence<Real, Strategy>;
  using Base::Base;
  using Base::m_normals, Base::m_rows, Base::m_strategy;

  bool canSkipSteps() const override { return m_rows.count() == 0; }

  void startStep(Index step) override {
    m_kept = step;
    m_strategy.bandRow(step, m_weights);
    for (std::size_t lag = 1; lag < m_weights.size(); ++lag) m_weights[lag] = -m_weights[lag];
  }

  void makeTile(Index step, std::size_t first, std::span<double> y, TileRoom<Real>& room) override {
    m_normals.fill(step, first, y);
    room.lagged.resize(m_weights.size() - 1);
    // In the first steps, slots of later steps stand for rows before the start: they are zero, as are their weights.
    for (Index lag = 1; lag <= m_rows.count(); ++lag)
      room.lagged[lag - 1] = m_rows.row(slot(step - lag + m_rows.count()), first);
    addRows(y.data(), m_weights.data() + 1, room.lagged, y.size());
    for (double& value : y) value /= m_weights[0];
  }

  void keepTile(std::size_t first, std::span<const double> y) override {
    if (m_rows.count() == 0) return;
    // Overwrites the oldest row, which has been read.
    std::transform(y.begin(), y.end(), m_rows.row(slot(m_kept), first),
                   [](double value) { return static_cast<Real>(value); });
  }

  void startBlocks(Index step, Index steps) override {
    m_blockWeights.reach(step, steps, [&](Index at) {
      startStep(at);
      return m_weights;
    });
  }

  Index makeBlock(const TileBlock& block, const BlockOutput<Real>& out, TileRoom<Real>& room) override {
    // Rows before the start are zero, as are their weights: all but those that addWindow() groups with others are
    // left out.
    Panels<Real> panels(m_rows, std::min(m_rows.count(), block.step + kGrouped - 1), block, out, room);
    for (Index s = 0; s < block.steps; ++s) m_normals.fill(block.step + s, block.first, panels.normals(s));
    Index good = block.steps;
    while (panels.next()) {
      panels.load();
      Index made = 0;
      for (; made < good; ++made) {
        const double* const weights = m_blockWeights.of(block.step + made).data();
        double* const y = panels.row(made);
        panels.copyNormals(made, y);
        const Index lags = (block.step + made + kGrouped - 1) / kGrouped * kGrouped;
        panels.addWindow(y, weights + 1, made - 1, static_cast<std::size_t>(std::min(m_rows.count(), lags)));
        if (!panels.finish(made, y, weights[0])) break;
      }
      good = made;
      panels.store(good);
    }
    return good;
  }

 private:
  static constexpr Index kGrouped = 4;  // rows whose products addWindow() adds up first
  Index slot(Index step) const { return step % m_rows.count(); }

  Index m_kept = 0;                                                         // the step whose y keepTile() keeps
  std::vector<double> m_weights = std::vector<double>(m_strategy.bands());  // C[i, i], -C[i, i-1], ..
  StepWeights m_blockWeights;
};

}  // namespace

template <class Real>
std::unique_ptr<NoiseRecurrence<Real>> bandedRecurrence(const Strategy& strategy, ShardNormals normals,
                                                        KeptRows<Real> rows) {
  return std::make_unique<BandedRecurrence<Real>>(strategy, std::move(normals), std::move(rows));
}
template std::unique_ptr<NoiseRecurrence<float>> bandedRecurrence(const Strategy&, ShardNormals, KeptRows<float>);
template std::unique_ptr<NoiseRecurrence<double>> bandedRecurrence(const Strategy&, ShardNormals, KeptRows<double>);

}  // namespace noiseloom
