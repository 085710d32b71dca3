#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "core/noise/noise_recurrence.h"

namespace noiseloom {
namespace {

/// The tree's online decoder. Step i completes the nodes of heights 0 .. t, t the number of trailing one bits of i,
/// whose normals are rows firstRow(i) + h of the generator. The running sum up to i is that up to i - 1 with the
/// finished left nodes of heights 0 .. t-1 replaced by the node of height t, so y_i is its estimate less theirs: one
/// kept row per height, of which a step reads one on average. The kept estimates are rounded before they are
/// subtracted, so that their rounding does not accumulate in the sums of y.
template <class Real>
class TreeRecurrence final : public NoiseRecurrence<Real> {
 public:
  TreeRecurrence(TreeStrategy strategy, ShardNormals normals, KeptRows<Real> rows)
      : m_strategy(std::move(strategy)), m_normals(std::move(normals)), m_rows(std::move(rows)) {}

  std::span<Real> keptRows() override { return m_rows.all(); }

  void makeTile(Index step, std::size_t first, std::span<double> y, TileRoom<Real>& room) override {
    const Index row = TreeStrategy::firstRow(step);
    const Index top = std::countr_one(static_cast<std::uint64_t>(step));  // height of the largest completed node
    std::vector<double>& replaced = room.other;  // sum of the estimates that the new node replaces
    replaced.assign(y.size(), 0.0);
    room.normals.resize(y.size());
    m_normals.fill(row, first, y);  // a leaf's estimate is its own noise
    for (Index h = 1; h <= top; ++h) {
      m_normals.fill(row + h, first, room.normals);
      const double own = m_strategy.ownWeight(h);
      const Real* const left = m_rows.row(h - 1, first);
      for (std::size_t j = 0; j < y.size(); ++j) {
        const auto other = static_cast<double>(left[j]);
        y[j] = own * room.normals[j] + (1 - own) * (y[j] + other);
        replaced[j] += other;
      }
    }
    // Only a node that can become a left child is read again.
    Real* const kept = top + 1 < m_strategy.levels() ? m_rows.row(top, first) : nullptr;
    for (std::size_t j = 0; j < y.size(); ++j) {
      const Real estimate = static_cast<Real>(y[j]);
      if (kept != nullptr) kept[j] = estimate;
      y[j] = static_cast<double>(estimate) - replaced[j];
    }
  }

 private:
  TreeStrategy m_strategy;
  ShardNormals m_normals;
  KeptRows<Real> m_rows;
};

}  // namespace

template <class Real>
std::unique_ptr<NoiseRecurrence<Real>> treeRecurrence(const TreeStrategy& strategy, ShardNormals normals,
                                                      KeptRows<Real> rows) {
  return std::make_unique<TreeRecurrence<Real>>(strategy, std::move(normals), std::move(rows));
}
template std::unique_ptr<NoiseRecurrence<float>> treeRecurrence(const TreeStrategy&, ShardNormals, KeptRows<float>);
template std::unique_ptr<NoiseRecurrence<double>> treeRecurrence(const TreeStrategy&, ShardNormals, KeptRows<double>);

}  // namespace noiseloom
