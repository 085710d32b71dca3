#include <algorithm>
#include <utility>

#include "core/noise/noise_kernels.h"
#include "core/noise/noise_recurrence.h"

namespace noiseloom {
namespace {

/// Algorithm 2 of streaming-blt as in RecursiveBltStrategy::solve(). Kept rows: the buffers of every level, then, for
/// each level but the last, the running sum of what it has added to y. The kept sums are rounded before they are used,
/// so that their rounding does not accumulate in the sums of y.
template <class Real>
class RecursiveBltRecurrence final : public NoiseRecurrence<Real> {
 public:
  RecursiveBltRecurrence(RecursiveBltStrategy strategy, ShardNormals normals, KeptRows<Real> rows)
      : m_strategy(std::move(strategy)), m_normals(std::move(normals)), m_rows(std::move(rows)) {}

  std::span<Real> keptRows() override { return m_rows.all(); }

  void makeTile(Index step, std::size_t first, std::span<double> y, TileRoom<Real>& room) override {
    // The level of the largest block that ended at the last step; 0: none did.
    const Index ended = m_strategy.levelEndingBefore(step);
    std::ranges::fill(y, 0.0);
    if (ended > 0) {
      add(ended, m_strategy.firstRow(step), first, y, room);
      for (Index level = 0; level < ended; ++level) {
        Real* const sums = m_rows.row(sumOf(level), first);
        for (std::size_t j = 0; j < y.size(); ++j) y[j] -= static_cast<double>(sums[j]);
        std::fill_n(sums, y.size(), Real{0});
        for (Index i = 0; i < m_strategy.buffers(); ++i)
          std::fill_n(m_rows.row(level * m_strategy.buffers() + i, first), y.size(), Real{0});
      }
    }
    add(0, m_strategy.ownRow(step), first, y, room);
  }

 private:
  Index sumOf(Index level) const { return m_strategy.levels() * m_strategy.buffers() + level; }

  // Adds the output of a level's BLT for this row of z to y and to the level's sum.
  void add(Index level, Index row, std::size_t first, std::span<double> y, TileRoom<Real>& room) {
    const std::size_t count = y.size();
    room.normals.resize(count);
    m_normals.fill(row, first, room.normals);
    room.other.assign(room.normals.begin(), room.normals.end());
    const BltParameters& parameters = m_strategy.blt(level).parameters();
    for (Index i = 0; i < m_strategy.buffers(); ++i) {
      passBuffer(room.other.data(), room.normals.data(), parameters.inverseOmega[i], parameters.inverseTheta[i],
                 m_rows.row(level * m_strategy.buffers() + i, first), count);
    }
    const double weight = m_strategy.weight(level);
    if (level + 1 == m_strategy.levels()) {
      for (std::size_t j = 0; j < count; ++j) y[j] += room.other[j] / weight;
      return;
    }
    Real* const sums = m_rows.row(sumOf(level), first);
    for (std::size_t j = 0; j < count; ++j) {
      const auto before = static_cast<double>(sums[j]);
      sums[j] = static_cast<Real>(before + room.other[j] / weight);
      y[j] += static_cast<double>(sums[j]) - before;
    }
  }

  RecursiveBltStrategy m_strategy;
  ShardNormals m_normals;
  KeptRows<Real> m_rows;
};

}  // namespace

template <class Real>
std::unique_ptr<NoiseRecurrence<Real>> recursiveBltRecurrence(const RecursiveBltStrategy& strategy,
                                                              ShardNormals normals, KeptRows<Real> rows) {
  return std::make_unique<RecursiveBltRecurrence<Real>>(strategy, std::move(normals), std::move(rows));
}
template std::unique_ptr<NoiseRecurrence<float>> recursiveBltRecurrence(const RecursiveBltStrategy&, ShardNormals,
                                                                        KeptRows<float>);
template std::unique_ptr<NoiseRecurrence<double>> recursiveBltRecurrence(const RecursiveBltStrategy&, ShardNormals,
                                                                         KeptRows<double>);

}  // namespace noiseloom
