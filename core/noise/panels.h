#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "core/noise/noise_kernels.h"
#include "core/noise/noise_recurrence.h"

namespace noiseloom {

/// Coordinates of a panel, for a strategy with `rows` kept rows and blocks of `steps` steps. KeptRows stores the rows
/// of a panel together; the tiles of a block are multiples of panels.
inline std::size_t panelBreadth(Index rows, Index steps) {
  constexpr Index kFirstCache = 28 << 10;
  const auto fits = [&](std::size_t breadth) {
    return (rows + steps) * static_cast<Index>(breadth * sizeof(double)) <= kFirstCache;
  };
  return fits(32) ? 32 : 16;
}

/// Makes a tile of a block panel by panel. A panel has so few coordinates that all rows that the block's steps read and
/// make stay in the first-level cache, as consecutive doubles. The numbers, and the order of sums, are makeTile()'s.
template <class Real>
class Panels {
 public:
  /// `lags`: the most rows from before the block that one of its steps reads.
  Panels(KeptRows<Real>& kept, Index lags, const TileBlock& block, const BlockOutput<Real>& out, TileRoom<Real>& room)
      : m_kept(kept), m_lags(lags), m_block(block), m_out(out), m_room(room), m_breadth(kept.tile()) {
    const std::size_t rows = m_lags + static_cast<std::size_t>(block.steps);
    m_room.normals.resize(static_cast<std::size_t>(block.steps) * block.count);
    m_room.panel.resize((rows + 1) * m_breadth + kLine);  // plus a row of scratch space
    void* begin = m_room.panel.data();
    std::size_t space = m_room.panel.size() * sizeof(double);
    m_panel = static_cast<double*>(std::align(kLine * sizeof(double), m_breadth * sizeof(double), begin, space));
    m_scratch = m_panel + rows * m_breadth;
  }

  /// z of step s of the block for the full tile, to be filled.
  std::span<double> normals(Index s) {
    return std::span(m_room.normals).subspan(static_cast<std::size_t>(s) * m_block.count, m_block.count);
  }
  /// Advances to the next panel, initially the first; returns false after the last.
  bool next() {
    m_at += m_lanes;
    m_lanes = std::min(m_breadth, m_block.count - m_at);
    return m_lanes > 0;
  }
  /// The row of step s of the block; s < 0: of an earlier step.
  double* row(Index s) { return m_panel + static_cast<std::size_t>(static_cast<Index>(m_lags) + s) * m_breadth; }
  double* scratch() { return m_scratch; }

  /// Loads the kept rows of the `lags` steps before the block; that of step i is kept at index i modulo their number.
  void load() {
    if (m_out.turn != BlockOutput<Real>::Turn::Later) {
      loadEarly();
      return;
    }
    const Index kept = m_kept.count();
    const auto oldest = (m_block.step - static_cast<Index>(m_lags) + kept) % kept;  // lags <= kept
    const auto before = std::min(static_cast<Index>(m_lags), kept - oldest);
    copyKept(oldest, 0, before);
    copyKept(0, static_cast<std::size_t>(before), static_cast<Index>(m_lags) - before);
  }
  /// Keeps those rows of the block's first `good` steps that a later block can read.
  void store(Index good) {
    const Index kept = m_kept.count();
    if (m_out.turn == BlockOutput<Real>::Turn::Waiting) {
      if (good > 0) copyRows(row(0), m_out.early.row(m_block.step) + m_at, m_lanes);
      return;
    }
    const bool first = m_out.turn == BlockOutput<Real>::Turn::First;
    const Index before = first ? std::min(static_cast<Index>(m_lags), m_block.step) : 0;
    for (Index s = std::max<Index>(-before, good - kept); s < good; ++s)
      copyRows(row(s), m_kept.row((m_block.step + s) % kept, m_block.first + m_at), m_lanes);
  }
  void copyNormals(Index s, double* to) { std::copy_n(normals(s).data() + m_at, m_lanes, to); }
  void roundNormals(Index s) {
    const double* const z = normals(s).data() + m_at;
    std::transform(z, z + m_lanes, row(s), [](double value) { return static_cast<double>(static_cast<Real>(value)); });
  }
  void scale(double* y, double weight, const double* of) const {
    for (std::size_t j = 0; j < m_lanes; ++j) y[j] = weight * of[j];
  }
  /// y += weights[0] row(newest) + weights[1] row(newest - 1) + .., as addRows() adds.
  void addWindow(double* y, const double* weights, Index newest, std::size_t lags) {
    noiseloom::addWindow(y, weights, row(newest), lags, m_breadth);
  }
  /// Finishes step s by finishRow(): y /= divisor, rounded to Real, and its output; false if a value leaves the range.
  bool finish(Index s, double* y, double divisor) {
    return finishRow(y, divisor, m_out.stddev, m_out.row(m_block.step + s, m_block.count) + m_at, m_lanes);
  }

 private:
  static constexpr std::size_t kLine = 8;  // doubles

  // Rows before the start are zero.
  void loadEarly() {
    for (Index s = -static_cast<Index>(m_lags); s < 0; ++s) {
      const Index step = m_block.step + s;
      if (step < 0)
        std::fill_n(row(s), m_breadth, 0.0);
      else
        copyRows(m_out.early.row(step) + m_at, row(s), m_lanes);
    }
  }

  // Copies `count` kept rows from `slot` on to the rows of the panel from `to` on.
  void copyKept(Index slot, std::size_t to, Index count) {
    if (count == 0) return;
    double* const panel = m_panel + to * m_breadth;
    const Real* const rows = m_kept.row(slot, m_block.first + m_at);
    if (m_lanes == m_breadth) {
      copyRows(rows, panel, static_cast<std::size_t>(count) * m_breadth);
      return;
    }
    for (std::size_t r = 0; r < static_cast<std::size_t>(count); ++r)
      copyRows(rows + r * m_lanes, panel + r * m_breadth, m_lanes);
  }

  KeptRows<Real>& m_kept;
  std::size_t m_lags;
  TileBlock m_block;
  BlockOutput<Real> m_out;
  TileRoom<Real>& m_room;
  std::size_t m_breadth;
  double* m_panel = nullptr;
  double* m_scratch = nullptr;
  std::size_t m_at = 0;
  std::size_t m_lanes = 0;
};

}  // namespace noiseloom
