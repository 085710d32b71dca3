#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/base/index.h"
#include "core/base/zeroed_array.h"
#include "core/noise/gaussian_source.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// The independent normals of a shard: rows of the generator from the shard's first coordinate on.
struct ShardNormals {
  std::shared_ptr<const GaussianSource> source;
  Index begin = 0;
  void fill(Index row, std::size_t first, std::span<double> out) const {
    source->fill(row, begin + static_cast<Index>(first), out);
  }
};

/// Rows of `width` coordinates that a recurrence keeps between steps, initially zero. All rows of one tile are stored
/// together, so that they are read from memory in one stretch; with one tile of the full width, row follows row.
template <class Real>
class KeptRows {
 public:
  KeptRows(Index rows, std::size_t width, std::size_t tile)
      : m_count(rows), m_width(width), m_tile(tile), m_values(static_cast<std::size_t>(rows) * width) {}
  Index count() const { return m_count; }
  std::size_t tile() const { return m_tile; }
  std::span<Real> all() { return {m_values.data(), static_cast<std::size_t>(m_count) * m_width}; }
  /// The row from coordinate `first` to the end of its tile.
  Real* row(Index index, std::size_t first) {
    const std::size_t begin = first / m_tile * m_tile;
    const std::size_t breadth = std::min(m_tile, m_width - begin);
    return m_values.data() + begin * static_cast<std::size_t>(m_count) + static_cast<std::size_t>(index) * breadth +
           (first - begin);
  }

 private:
  Index m_count;
  std::size_t m_width;
  std::size_t m_tile;
  ZeroedArray<Real> m_values;
};

/// Scratch space of one thread; it does not affect the noise.
template <class Real>
struct TileRoom {
  std::vector<double> y;
  std::vector<const Real*> lagged;
  std::vector<Real> fresh;
  std::vector<Real> redrawn;  // if no rows are kept: a tile of each earlier row that the step needs
  std::vector<double> normals;
  std::vector<double> other;
  std::vector<double> panel;
};

/// The steps [step, step + steps) of the coordinates [first, first + count) of a shard, which are made at once.
struct TileBlock {
  Index step = 0;
  Index steps = 1;
  std::size_t first = 0;
  std::size_t count = 0;
  bool skipped = false;  ///< the tile's steps before it were skipped, so that no row of them is kept
};

/// The rows of a tile's steps before its first block of several: those of all tiles that begin theirs at the same step
/// stand together, a row after the other, since the places of kept rows are far apart.
template <class Real>
struct EarlyRows {
  Real* rows = nullptr;  ///< of the tile; null if it has none, as at step 0
  std::size_t stride = 0;
  Real* row(Index step) const { return rows + static_cast<std::size_t>(step) * stride; }
};

/// Receives the steps of a block, as Real(stddev Real(y)): that of step i at i modulo `period`, which is no less
/// than the block's steps.
template <class Real>
struct BlockOutput {
  enum class Turn {
    Waiting,  ///< one step before the tile's first block: its row is the next early one, its output stands behind that
    First,    ///< the tile's first block: earlier rows are the early ones, and are kept from then on
    Later     ///< earlier rows are kept
  };
  double stddev = 1;
  Index period = 1;  // not "slots", which is a macro of Qt
  Real* rows = nullptr;
  Turn turn = Turn::Later;
  EarlyRows<Real> early = {};
  Real* row(Index step, std::size_t count) const {
    return turn == Turn::Waiting ? early.row(step + 1) : rows + static_cast<std::size_t>(step % period) * count;
  }
};

/// Makes the noise of one kind of strategy step by step, and each step tile by tile; driven by NoiseStream. Sums are
/// computed in double; kept values are rounded to Real, and later steps use the rounded values.
template <class Real>
class NoiseRecurrence {
 public:
  virtual ~NoiseRecurrence() = default;
  /// True if a step can be made without the earlier ones, so that a stream may skip steps.
  virtual bool canSkipSteps() const { return false; }
  /// The memory of all kept rows.
  virtual std::span<Real> keptRows() = 0;
  /// Called before the tiles of a step, and again when an unfinished step is resumed.
  virtual void startStep(Index /*step*/) {}
  /// Makes y of the step for coordinates [first, first + y.size()) of the shard. Each tile of a step is made once;
  /// tiles are independent, and several threads may make some, each with its own room.
  virtual void makeTile(Index step, std::size_t first, std::span<double> y, TileRoom<Real>& room) = 0;
  /// Keeps what later steps need of a tile's y; called only if all of y fits Real.
  virtual void keepTile(std::size_t /*first*/, std::span<const double> /*y*/) {}
  /// Called after the last tile of the step.
  virtual void finishStep() {}

  /// Called in place of startStep() before blocks that begin at `step` are made, of at most `steps` steps each.
  virtual void startBlocks(Index /*step*/, Index /*steps*/) {}
  /// Makes and keeps all steps of the block, bit for bit as makeTile(). Returns the number of steps before the first
  /// that does not fit Real, also times stddev: the output. By default one step after another.
  virtual Index makeBlock(const TileBlock& block, const BlockOutput<Real>& out, TileRoom<Real>& room);
};

/// What recurrences have in common: a strategy, the normals of the shard, and rows that are kept.
template <class Real, class Kind>
class KeepingRecurrence : public NoiseRecurrence<Real> {
 public:
  KeepingRecurrence(Kind strategy, ShardNormals normals, KeptRows<Real> rows)
      : m_strategy(std::move(strategy)), m_normals(std::move(normals)), m_rows(std::move(rows)) {}
  std::span<Real> keptRows() override { return m_rows.all(); }

 protected:
  Kind m_strategy;
  ShardNormals m_normals;
  KeptRows<Real> m_rows;
};

/// The recurrence of the strategy's kind with strategy.noiseRows() kept rows of `width` coordinates in tiles of `tile`.
template <class Real>
std::unique_ptr<NoiseRecurrence<Real>> noiseRecurrence(const Strategy& strategy, ShardNormals normals,
                                                       std::size_t width, std::size_t tile);

/// Those with files of their own, which name the kinds that they are for.
template <class Real>
std::unique_ptr<NoiseRecurrence<Real>> bandedRecurrence(const Strategy& strategy, ShardNormals normals,
                                                        KeptRows<Real> rows);
template <class Real>
std::unique_ptr<NoiseRecurrence<Real>> convolutionRecurrence(const Strategy& strategy, ShardNormals normals,
                                                             KeptRows<Real> rows);

}  // namespace noiseloom
