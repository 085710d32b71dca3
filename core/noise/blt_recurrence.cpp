#include <algorithm>
#include <utility>

#include "core/noise/noise_kernels.h"
#include "core/noise/noise_recurrence.h"

namespace noiseloom {
namespace {

/// y_t = z_t + sum_i omega^_i S_i, then S_i <- theta^_i S_i + z_t (math: section 7): one kept row for each buffer.
/// Decays are at most 1, so that no buffer exceeds n times the largest |z|.
template <class Real>
class BltRecurrence final : public NoiseRecurrence<Real> {
 public:
  BltRecurrence(BltStrategy strategy, ShardNormals normals, KeptRows<Real> rows)
      : m_strategy(std::move(strategy)), m_normals(std::move(normals)), m_rows(std::move(rows)) {}

  std::span<Real> keptRows() override { return m_rows.all(); }

  void makeTile(Index step, std::size_t first, std::span<double> y, TileRoom<Real>& room) override {
    m_normals.fill(step, first, y);
    room.normals.assign(y.begin(), y.end());
    const BltParameters& parameters = m_strategy.parameters();
    for (Index i = 0; i < m_strategy.buffers(); ++i) {
      passBuffer(y.data(), room.normals.data(), parameters.inverseOmega[i], parameters.inverseTheta[i],
                 m_rows.row(i, first), y.size());
    }
  }

 private:
  BltStrategy m_strategy;
  ShardNormals m_normals;
  KeptRows<Real> m_rows;
};

}  // namespace

template <class Real>
std::unique_ptr<NoiseRecurrence<Real>> bltRecurrence(const BltStrategy& strategy, ShardNormals normals,
                                                     KeptRows<Real> rows) {
  return std::make_unique<BltRecurrence<Real>>(strategy, std::move(normals), std::move(rows));
}
template std::unique_ptr<NoiseRecurrence<float>> bltRecurrence(const BltStrategy&, ShardNormals, KeptRows<float>);
template std::unique_ptr<NoiseRecurrence<double>> bltRecurrence(const BltStrategy&, ShardNormals, KeptRows<double>);

}  // namespace noiseloom
