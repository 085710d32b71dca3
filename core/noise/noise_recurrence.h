#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/base/index.h"
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

/// Rows of the shard's width that are kept from step to step, all zero at the start.
template <class Real>
class KeptRows {
 public:
  KeptRows(Index rows, std::size_t width)
      : m_count(rows), m_width(width), m_values(static_cast<std::size_t>(rows) * width) {}
  Index count() const { return m_count; }
  Real* row(Index index, std::size_t first) {
    return m_values.data() + static_cast<std::size_t>(index) * m_width + first;
  }

 private:
  Index m_count;
  std::size_t m_width;
  std::vector<Real> m_values;
};

/// How the noise of one kind of strategy is made, step by step and within a step tile by tile; NoiseStream drives it.
/// Sums are made in double; what is kept is rounded to Real, and the later steps see the rounded values.
template <class Real>
class NoiseRecurrence {
 public:
  virtual ~NoiseRecurrence() = default;
  /// Whether a step can be made without those before it, so that a stream may skip steps.
  virtual bool canSkipSteps() const { return false; }
  /// Comes before the tiles of a step, and again where a step that was left unfinished is taken up.
  virtual void startStep(Index step) = 0;
  /// y of the step for coordinates [first, first + y.size()) of the shard. Each tile of a step is made once.
  virtual void makeTile(std::size_t first, std::span<double> y) = 0;
  /// Comes after each tile whose y fits Real.
  virtual void keepTile(std::size_t /*first*/, std::span<const double> /*y*/) {}
  /// Comes after the last tile of the step.
  virtual void finishStep() {}
};

/// The recurrence of the strategy's kind with `rows` = strategy.noiseRows() kept rows of `width` coordinates.
template <class Real>
std::unique_ptr<NoiseRecurrence<Real>> noiseRecurrence(const Strategy& strategy, ShardNormals normals,
                                                       std::size_t width);

/// One kind each; they hold for the kinds named in their files.
template <class Real>
std::unique_ptr<NoiseRecurrence<Real>> bandedRecurrence(const Strategy& strategy, ShardNormals normals,
                                                        KeptRows<Real> rows);
template <class Real>
std::unique_ptr<NoiseRecurrence<Real>> convolutionRecurrence(const Strategy& strategy, ShardNormals normals,
                                                             KeptRows<Real> rows);
template <class Real>
std::unique_ptr<NoiseRecurrence<Real>> bltRecurrence(const BltStrategy& strategy, ShardNormals normals,
                                                     KeptRows<Real> rows);
template <class Real>
std::unique_ptr<NoiseRecurrence<Real>> treeRecurrence(const TreeStrategy& strategy, ShardNormals normals,
                                                      KeptRows<Real> rows);

}  // namespace noiseloom
