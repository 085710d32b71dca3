#include "core/noise/noise_recurrence.h"

#include <bit>
#include <cstdint>

#include "core/noise/noise_kernels.h"
#include "core/strategy/strategy_kind.h"

namespace noiseloom {
namespace {

/// y_t = z_t + sum_i omega^_i S_i, then S_i <- theta^_i S_i + z_t (math: section 7): one kept row for each buffer.
/// Decays are at most 1, so that no buffer exceeds n times the largest |z|.
template <class Real>
class BltRecurrence final : public KeepingRecurrence<Real, BltStrategy> {
 public:
  using Base = KeepingRecurrence<Real, BltStrategy>;
  using Base::Base;
  using Base::m_normals, Base::m_rows, Base::m_strategy;

  void makeTile(Index step, std::size_t first, std::span<double> y, TileRoom<Real>& room) override {
    m_normals.fill(step, first, y);
    room.normals.assign(y.begin(), y.end());
    const BltParameters& parameters = m_strategy.parameters();
    for (Index i = 0; i < m_strategy.buffers(); ++i) {
      passBuffer(y.data(), room.normals.data(), parameters.inverseOmega[i], parameters.inverseTheta[i],
                 m_rows.row(i, first), y.size());
    }
  }
};

/// Algorithm 2 of streaming-blt as in RecursiveBltStrategy::solve(). Kept rows: the buffers of every level, then, for
/// each level but the last, the running sum of what it has added to y. The kept sums are rounded before they are used,
/// so that their rounding does not accumulate in the sums of y.
template <class Real>
class RecursiveBltRecurrence final : public KeepingRecurrence<Real, RecursiveBltStrategy> {
 public:
  using Base = KeepingRecurrence<Real, RecursiveBltStrategy>;
  using Base::Base;
  using Base::m_normals, Base::m_rows, Base::m_strategy;

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
};

/// The tree's online decoder. Step i completes the nodes of heights 0 .. t, t the number of trailing one bits of i,
/// whose normals are rows firstRow(i) + h of the generator. The running sum up to i is that up to i - 1 with the
/// finished left nodes of heights 0 .. t-1 replaced by the node of height t, so y_i is its estimate less theirs: one
/// kept row per height, of which a step reads one on average. The kept estimates are rounded before they are
/// subtracted, so that their rounding does not accumulate in the sums of y.
template <class Real>
class TreeRecurrence final : public KeepingRecurrence<Real, TreeStrategy> {
 public:
  using Base = KeepingRecurrence<Real, TreeStrategy>;
  using Base::Base;
  using Base::m_normals, Base::m_rows, Base::m_strategy;

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
};

}  // namespace

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
  if (const auto* blt = strategy.as<BltStrategy>())
    return std::make_unique<BltRecurrence<Real>>(*blt, std::move(normals), std::move(rows));
  if (const auto* tree = strategy.as<TreeStrategy>())
    return std::make_unique<TreeRecurrence<Real>>(*tree, std::move(normals), std::move(rows));
  if (const auto* recursive = strategy.as<RecursiveBltStrategy>())
    return std::make_unique<RecursiveBltRecurrence<Real>>(*recursive, std::move(normals), std::move(rows));
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
