#pragma once

#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/noise/gaussian_source.h"
#include "core/noise/noise_recurrence.h"
#include "core/noise/number_type.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// The correlated noise of one shard [begin, end) of the model's coordinates, step by step (math: section 11):
///   noise of step i = stddev y_i,  y = C^-1 z,
/// to be added to the sum of clipped gradients. Adds up in double; y is rounded to the number type and it is the
/// rounded y that stddev scales. Coordinates do not depend on each other: shards agree bit for bit with the whole,
/// whatever their bounds. What is kept between steps is rounded to the number type as well, and y depends on the
/// rounded values:
///   Toeplitz, banded    the b-1 last rows of y
///   inverse Toeplitz    the p-1 last rows of z, or none where z is drawn again: the convolution is of the rounded z
///   dense, stamped      the rows of z of the block so far: likewise
///   BLT                 one row a buffer: the buffers are rounded after each step
///   tree                the estimate of one node a level; z's row is the node's (TreeStrategy::firstRow)
class NoiseStream {
 public:
  /// stddev > 0 and finite; 0 <= begin < end. Several streams may share a source.
  NoiseStream(Strategy strategy, std::shared_ptr<const GaussianSource> source, double stddev, Index begin, Index end,
              NumberType numberType);

  Index begin() const { return m_begin; }
  Index end() const { return m_end; }
  /// The step whose noise next() makes; iterations() once all are made.
  Index step() const { return m_step; }
  Index iterations() const { return m_strategy.iterations(); }
  NumberType numberType() const { return m_numberType; }
  /// Rows kept (Strategy::noiseRows) and the bytes that they take.
  Index bufferRows() const { return m_strategy.noiseRows(); }
  Index bufferBytes() const;

  /// The next step's noise; out has end() - begin() values of the stream's number type. Returns false when stopped
  /// midway: out is then incomplete, and calling again takes up the same step. Throws InvalidArgument for a step beyond
  /// iterations() (the privacy claim ends there) and Error if a value leaves the range of the number type, after which
  /// the stream makes no more noise.
  bool next(std::span<float> out, const RunControl& control = {});
  bool next(std::span<double> out, const RunControl& control = {});
  /// Goes on to `step` (step() <= step <= iterations()): how a run resumes from the key alone. Where y_i depends on z
  /// alone (identity, inverse Toeplitz, dense, stamped) this takes no time, and the next step makes the rows of z that
  /// it needs; otherwise the noise of the steps between is made and dropped. Returns false when stopped midway; calling
  /// again goes on from there.
  bool advanceTo(Index step, const RunControl& control = {});

 private:
  template <class Real>
  struct Maker {
    std::unique_ptr<NoiseRecurrence<Real>> recurrence;
    std::vector<Real> unfinished;  // noise of the coordinates that a stopped call has made of its step
  };
  template <class Real>
  bool makeStep(Maker<Real>& maker, Real* out, const RunControl& control);
  template <class Real>
  void makeTile(Maker<Real>& maker, std::size_t first, std::size_t count, Real* out);

  Strategy m_strategy;
  double m_stddev;
  Index m_begin;
  Index m_end;
  NumberType m_numberType;
  Index m_step = 0;
  std::size_t m_done = 0;  // coordinates of the current step that a stopped call has made
  bool m_failed = false;
  std::vector<double> m_tile;  // y of one tile
  std::variant<Maker<float>, Maker<double>> m_maker;
};

/// Bytes of `bufferRows` rows of `coordinates`; throws InvalidArgument on overflow.
Index noiseBufferBytes(Index bufferRows, Index coordinates, NumberType numberType);

}  // namespace noiseloom
