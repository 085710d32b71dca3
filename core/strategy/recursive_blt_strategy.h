#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/strategy/blt_strategy.h"

namespace noiseloom {

struct StrategyKind;

/// The recursion of streaming-blt, section 6 (Algorithm 2), over BLTs: a tree of blocks for running sums (math: section
/// 8). Steps are the blocks of level 0, and a block of level l has m^l of them; m^K >= n > m^(K-1) for K levels. The m
/// blocks of a block of the next level share one copy of the level's own BLT C_l, which works on their sums:
///   level 0: row i is (C_0 x)_i within the block of step i;
///   level l: a row for each finished block, w_l times (C_l applied to the sums of the blocks so far).
/// The running sum of step i is that of level 0 within its block, and for every level that of the finished blocks. The
/// last block of each m has no row: it is finished together with the one above it, and no estimate would use it.
///
/// C is rows() x n. Rows are ordered by the step that first uses them: a step that m divides has the row of the largest
/// block that it ends, and every step has its own after it. The paper's recursion has equal levels and all w = 1.
class RecursiveBltStrategy {
 public:
  static const StrategyKind kind;

  /// A row of C: block `block` of `level`, counted from the start; first used at `step`, and no step uses more of the
  /// level's copy than `rowsLeft` rows from this one on.
  struct Node {
    Index level = 0;
    Index block = 0;
    Index step = 0;
    Index rowsLeft = 1;
  };

  /// blockSize: m, 2 to kMostBlock. weights: K values above 0. theta, inverseTheta: K d decays, those of level 0 first,
  /// each level's as BltStrategy has them.
  RecursiveBltStrategy(Index iterations, Index blockSize, std::vector<double> weights, std::vector<double> theta,
                       std::vector<double> inverseTheta);

  /// Most steps of a block of level 1: each level keeps some numbers for each.
  static constexpr Index kMostBlock = Index{1} << 20;
  /// K for n steps in blocks of m.
  static Index levelsFor(Index iterations, Index blockSize);
  /// The least m that gives at most so many levels.
  static Index blockSizeFor(Index iterations, Index levels);
  /// Rows that a copy of the level's BLT has at most: min(m, n) of level 0, else min(m - 1, (n - 1) / m^l).
  static Index positionsFor(Index iterations, Index blockSize, Index level);

  Index iterations() const { return m_iterations; }
  Index rows() const { return m_iterations + (m_iterations - 1) / m_blockSize; }
  Index bands() const { return m_iterations; }
  Index blockSize() const { return m_blockSize; }
  Index levels() const { return std::ssize(m_data->levels); }
  /// Buffers of each level.
  Index buffers() const { return m_data->levels.front().blt.buffers(); }
  /// K d buffers and the running sums of all levels but the last, which never starts anew.
  Index noiseRows() const { return levels() * buffers() + levels() - 1; }
  double weight(Index level) const { return data(level).weight; }
  /// Its n is positionsFor().
  const BltStrategy& blt(Index level) const { return data(level).blt; }
  /// m^level.
  Index blockSteps(Index level) const { return data(level).steps; }
  /// w_l c_t and sums over t < count of their squares; h_t / w_l and the sums over t <= lag of them; t below the
  /// level's positions.
  std::span<const double> coefficients(Index level) const { return data(level).coefficients; }
  std::span<const double> energies(Index level) const { return data(level).energies; }
  std::span<const double> noising(Index level) const { return data(level).noising; }
  std::span<const double> noisingSums(Index level) const { return data(level).noisingSums; }
  /// K d values, those of level 0 first.
  std::vector<double> ofLevels(std::vector<double> BltParameters::*ofLevel) const;
  const std::vector<double>& weights() const { return m_data->weights; }
  const std::vector<double>& theta() const { return m_data->theta; }
  const std::vector<double>& inverseTheta() const { return m_data->inverseTheta; }

  /// The level of the block row of this step: the largest block that ends with the step before; 0 where none does.
  Index levelEndingBefore(Index step) const;
  /// The first row of the step, and the step's own.
  Index firstRow(Index step) const { return step == 0 ? 0 : step + (step - 1) / m_blockSize; }
  Index ownRow(Index step) const { return firstRow(step) + (step > 0 && step % m_blockSize == 0 ? 1 : 0); }
  Node node(Index row) const;
  Node nodeOf(Index level, Index block) const;

  double entry(Index row, Index column) const;         ///< row < rows(), column < n
  double inverseEntry(Index row, Index column) const;  ///< of the noising matrix: row < n, column < rows()
  double gram(Index i, Index j) const;                 ///< of C^T C; O(m K)
  double columnNormSquared(Index column) const;
  void multiply(std::span<const double> x, std::span<double> out) const;  ///< n values to rows()
  void solve(std::span<const double> z, std::span<double> out) const;     ///< rows() values to n
  Index memoryBytes() const;

 private:
  struct Level {
    BltStrategy blt;
    double weight;
    Index steps;
    std::vector<double> coefficients, energies, noising, noisingSums;
  };
  struct Data {
    std::vector<double> weights, theta, inverseTheta;
    std::vector<Level> levels;
  };
  const Level& data(Index level) const { return m_data->levels[level]; }

  Index m_iterations;
  Index m_blockSize;
  std::shared_ptr<const Data> m_data;
};

}  // namespace noiseloom
