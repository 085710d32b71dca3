#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// Fixed standard normal vectors z_s of n entries and their inner products with the bins' mean outputs m_i (BinnedComb
/// has these, the comb sums t and the Gram matrix G), g_s[i] = <m_i, z_s> = sum_r t[r - i] z_s[r], which are N(0, G).
/// This square root of G, given by the strategy itself, needs no Cholesky factor and no derivative of one, and is
/// smooth where G is singular.
///
/// The rows are split into blocks of b_e, whose transforms are kept: a product takes one short transform for each
/// sample, and O(n) for the sum over the blocks. Memory: about 8 n bytes per sample.
class BinnedProjection {
 public:
  BinnedProjection(Index iterations, Index bins, std::uint64_t stream);

  /// Draws vectors until there are that many; existing ones stay. Returns false when stopped, with nothing changed.
  bool extend(Index samples, const RunControl& control);
  /// out[s b_e + i] = g_s[i] for as many samples as out holds; returns false when stopped.
  bool project(std::span<const double> sums, std::span<double> out, const RunControl& control) const;
  /// Adds the derivatives in the comb sums, given those in g, as many as byOut holds; returns false when stopped.
  bool addGradient(std::span<const double> byOut, std::span<double> bySums, const RunControl& control) const;

 private:
  static constexpr Index kTile = 64;  // samples of one task
  Index offset(Index sample, Index block) const { return (sample % kTile * m_blocks + block) * 2 * m_frequencies; }
  const float* spectrum(Index sample, Index block) const {
    return m_tiles[sample / kTile].data() + offset(sample, block);
  }

  Index m_iterations;
  Index m_bins;
  Index m_blocks;
  Index m_length;       // of a transform, at least 2 b_e - 1
  Index m_frequencies;  // of a real one
  std::uint64_t m_stream;
  // One tile of samples each: for each sample and block the real, then the imaginary parts. Random, so floats suffice.
  std::vector<std::vector<float>> m_tiles;
};

}  // namespace noiseloom
