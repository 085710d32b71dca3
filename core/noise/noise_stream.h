#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/base/zeroed_array.h"
#include "core/noise/gaussian_source.h"
#include "core/noise/noise_recurrence.h"
#include "core/noise/number_type.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// Options that affect the speed of a stream, but no bit of its noise.
struct NoiseStreamOptions {
  /// Steps that a coordinate's noise is made for at once, 1 to 1024: a block reads the kept rows once for all its
  /// steps, and takes as many more rows of memory. Coordinates take turns: each step makes the blocks of one in
  /// `lookAhead`, so that from 4096 coordinates on no step makes more values than the average by more than a third, but
  /// for the first ones, which make up to 2.25 times as many. nullopt: automaticLookAhead(), and a few steps for trees,
  /// whose steps differ in cost. Ignored for BLTs and kinds that keep no row.
  std::optional<Index> lookAhead = {};
  /// Threads that make the tiles of a step, 1 to kMostNoiseThreads, started anew for each step; for few coordinates
  /// one. 0: as many as there are processors, 8 at most.
  Index threads = 1;
};
constexpr Index kMostNoiseThreads = 64;

/// A quarter of the kept rows, 4 to 64 steps, so that memory grows by a quarter at most. 1 below 8 rows, which are read
/// about as fast as the block would be; below 4096 coordinates, which caches hold; and if memory is short.
Index automaticLookAhead(Index bufferRows, Index coordinates, NumberType numberType);

/// The correlated noise of one shard [begin, end) of the model's coordinates, step by step (math: section 11):
///   noise of step i = stddev y_i,  y = C^-1 z,
/// to be added to the sum of clipped gradients. Sums are computed in double; y is rounded to the number type, and
/// stddev scales the rounded y. Coordinates are independent of each other: shards agree bit for bit with the whole,
/// whatever their bounds. What is kept between steps is rounded to the number type as well, and y depends on the
/// rounded values:
///   Toeplitz, banded    the last b-1 rows of y
///   inverse Toeplitz    the last p-1 rows of z, or none if z is drawn again: the convolution is of the rounded z
///   dense, stamped      the rows of z of the block so far: likewise
///   BLT                 one row per buffer, rounded after each step
///   tree                the estimate of one node per level; z's row is the node's (TreeStrategy::firstRow)
///   recursive BLT       the buffers of each level, and the sums of all copies but the last; z's rows are those of C
class NoiseStream {
 public:
  /// stddev > 0 and finite; 0 <= begin < end. Several streams may share a source.
  NoiseStream(const Strategy& strategy, std::shared_ptr<const GaussianSource> source, double stddev, Index begin,
              Index end, NumberType numberType, const NoiseStreamOptions& options = {});

  Index begin() const { return m_begin; }
  Index end() const { return m_end; }
  /// The step whose noise next() makes; iterations() once all are made.
  Index step() const { return m_step; }
  Index iterations() const { return m_strategy.iterations(); }
  NumberType numberType() const { return m_numberType; }
  /// Rows kept (Strategy::noiseRows) and the bytes that they take.
  Index bufferRows() const { return m_strategy.noiseRows(); }
  Index bufferBytes() const;
  /// Steps that a coordinate's noise is made for at once; 1 if each is made when requested.
  Index lookAhead() const { return m_lookAhead; }
  /// The values that have been made so far, those for later steps included: what a step makes is about the same for
  /// all.
  Index valuesMade() const { return m_valuesMade; }
  /// 0 to kMostNoiseThreads, from the next call on: NoiseStreamOptions::threads.
  void setThreads(Index threads);
  /// Bytes of the kept rows and of the steps made ahead.
  Index memoryBytes() const;
  /// Has the system provide that memory now rather than during steps, if none was made yet; no bit changes. Returns
  /// false when stopped midway.
  bool prepare(const RunControl& control = {});

  /// The next step's noise; out has end() - begin() values of the stream's number type. Returns false when stopped
  /// midway: out is then incomplete, and another call resumes the same step. Throws InvalidArgument for a step beyond
  /// iterations() (the privacy claim ends there) and Error if a value leaves the range of the number type, after which
  /// the stream makes no more noise.
  bool next(std::span<float> out, const RunControl& control = {});
  bool next(std::span<double> out, const RunControl& control = {});
  /// Advances to `step` (step() <= step <= iterations()) to resume a run from the key alone. If y_i depends on z alone
  /// (identity, inverse Toeplitz, dense, stamped), this takes no time, and the next step makes the rows of z that it
  /// needs; otherwise the noise of the steps in between is made and dropped. Returns false when stopped midway; another
  /// call continues from there.
  bool advanceTo(Index step, const RunControl& control = {});

 private:
  template <class Real>
  struct Maker {
    std::unique_ptr<NoiseRecurrence<Real>> recurrence;
    std::vector<Real> unfinished;                // noise of the current step's tiles that a stopped call has made
    ZeroedArray<Real> block;                     // noise of the steps made ahead, tile by tile
    std::vector<std::unique_ptr<Real[]>> early;  // by turn: EarlyRows of the tiles that begin their blocks at that step
  };
  template <class Real>
  bool makeNext(Maker<Real>& maker, Real* out, const RunControl& control);
  template <class Real>
  bool makeStep(Maker<Real>& maker, Real* out, const RunControl& control);
  template <class Real>
  bool makeTile(Maker<Real>& maker, std::size_t first, std::size_t count, Real* out, TileRoom<Real>& room);
  template <class Real>
  bool makeBlocks(Maker<Real>& maker, const RunControl& control);
  template <class Real>
  bool serve(Maker<Real>& maker, Real* out, const RunControl& control) const;
  template <class Real>
  bool forDueTiles(const RunControl& control, const std::function<Index(std::size_t tile, TileRoom<Real>& room)>& make);
  bool forRuns(std::size_t tiles, const RunControl& control,
               const std::function<void(std::size_t from, std::size_t to)>& work) const;
  std::size_t first(std::size_t tile) const { return tile * m_tile; }
  std::size_t count(std::size_t tile) const;
  std::size_t tiles() const { return (static_cast<std::size_t>(m_end - m_begin) + m_tile - 1) / m_tile; }
  Index turnOf(std::size_t tile) const;
  std::size_t firstOfTurn(Index turn) const;
  std::size_t widthOfTurn(Index turn) const;
  bool early() const { return m_panels && m_skippedTo == 0 && m_step < m_lookAhead; }
  template <class Real>
  BlockOutput<Real> outputOf(Maker<Real>& maker, std::size_t tile) const;
  template <class Real>
  void makeEarlyRows(Maker<Real>& maker) const;
  Index blockSteps(std::size_t tile) const;
  void chooseTiles(const NoiseStreamOptions& options);
  void skipTo(Index step);
  [[noreturn]] void fail();
  void checkStep() const;

  Strategy m_strategy;
  double m_stddev;
  Index m_begin;
  Index m_end;
  NumberType m_numberType;
  Index m_step = 0;
  Index m_lookAhead = 1;
  bool m_panels = false;  // blocks are made by Panels
  Index m_threads = 1;
  Index m_valuesMade = 0;
  bool m_failed = false;
  bool m_partial = false;     // a stopped call has made some tiles of the current step, without looking ahead
  std::size_t m_tile = 0;     // coordinates
  std::vector<Index> m_ends;  // by tile: the step that its noise is made up to; due where that is the current step
  Index m_skippedTo = 0;      // where the steps that are made began
  Index m_outside = std::numeric_limits<Index>::max();  // the first step made whose noise does not fit the number type
  std::variant<Maker<float>, Maker<double>> m_maker;
};

/// Bytes of `bufferRows` rows of `coordinates`; throws InvalidArgument on overflow.
Index noiseBufferBytes(Index bufferRows, Index coordinates, NumberType numberType);
/// The physical memory of this machine.
Index physicalMemoryBytes();

}  // namespace noiseloom
