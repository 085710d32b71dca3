#include <algorithm>
#include <utility>

#include "core/noise/noise_kernels.h"
#include "core/noise/noise_recurrence.h"

namespace noiseloom {
namespace {

/// Toeplitz and banded C: y_i = (z_i - sum_{lag = 1}^{b-1} C[i, i-lag] y_(i-lag)) / C[i, i] with b - 1 kept rows of y,
/// that of step i at i mod (b-1).
template <class Real>
class BandedRecurrence final : public NoiseRecurrence<Real> {
 public:
  BandedRecurrence(Strategy strategy, ShardNormals normals, KeptRows<Real> rows)
      : m_strategy(std::move(strategy)),
        m_normals(std::move(normals)),
        m_rows(std::move(rows)),
        m_weights(static_cast<std::size_t>(m_strategy.bands())),
        m_lagged(m_weights.size() - 1) {}

  bool canSkipSteps() const override { return m_rows.count() == 0; }

  void startStep(Index step) override {
    m_step = step;
    m_strategy.bandRow(step, m_weights);
    for (std::size_t lag = 1; lag < m_weights.size(); ++lag) m_weights[lag] = -m_weights[lag];
  }

  void makeTile(std::size_t first, std::span<double> y) override {
    m_normals.fill(m_step, first, y);
    // In the first steps rows of the future stand for those before the start: still zero, as are their weights.
    for (Index lag = 1; lag <= m_rows.count(); ++lag) {
      m_lagged[static_cast<std::size_t>(lag - 1)] = m_rows.row(slot(m_step - lag + m_rows.count()), first);
    }
    addRows(y.data(), m_weights.data() + 1, m_lagged, y.size());
    for (double& value : y) value /= m_weights[0];
  }

  void keepTile(std::size_t first, std::span<const double> y) override {
    if (m_rows.count() == 0) return;
    // In the place of the oldest row, which has been read.
    std::transform(y.begin(), y.end(), m_rows.row(slot(m_step), first),
                   [](double value) { return static_cast<Real>(value); });
  }

 private:
  Index slot(Index step) const { return step % m_rows.count(); }

  Strategy m_strategy;
  ShardNormals m_normals;
  KeptRows<Real> m_rows;
  Index m_step = 0;
  std::vector<double> m_weights;  // C[i, i], -C[i, i-1], ..
  std::vector<const Real*> m_lagged;
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
