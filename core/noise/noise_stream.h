#pragma once

#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/design/scenario.h"
#include "core/noise/gaussian_source.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// The correlated noise of one shard [begin, end) of the model's coordinates, step by step (math: section 11):
///   y_i = (z_i - sum_{lag = 1}^{b-1} C[i, i-lag] y_{i-lag}) / C[i, i],     noise of step i = stddev y_i,
/// to be added to the sum of clipped gradients. Adds up in double; y is rounded to the number type, and it is the
/// rounded y that is kept for the b-1 steps that follow and that stddev scales. Coordinates do not depend on each
/// other: shards agree bit for bit with the whole, whatever their bounds.
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
  /// Rows kept (b - 1) and the bytes that they take.
  Index bufferRows() const { return m_rows; }
  Index bufferBytes() const;

  /// The next step's noise; out has end() - begin() values of the stream's number type. Returns false when stopped
  /// midway: out is then incomplete, and calling again takes up the same step. Throws InvalidArgument for a step beyond
  /// iterations() (the privacy claim ends there) and Error if a value leaves the range of the number type, after which
  /// the stream makes no more noise.
  bool next(std::span<float> out, const RunControl& control = {});
  bool next(std::span<double> out, const RunControl& control = {});
  /// Makes and drops the noise up to `step` (step() <= step <= iterations()): how a run resumes from the key alone, as
  /// y_i depends on every earlier step. Returns false when stopped midway; calling again goes on from there.
  bool advanceTo(Index step, const RunControl& control = {});

 private:
  template <class Real>
  bool makeStep(Real* out, const RunControl& control);
  template <class Real>
  bool makeTile(std::size_t first, std::size_t count, std::vector<Real>& ring, Real* out);

  Strategy m_strategy;
  std::shared_ptr<const GaussianSource> m_source;
  double m_stddev;
  Index m_begin;
  Index m_end;
  NumberType m_numberType;
  Index m_rows;
  Index m_step = 0;
  std::size_t m_done = 0;  // coordinates of the current step that a stopped call left in the ring
  bool m_failed = false;
  std::vector<double> m_band;                                    // C[i, i-lag] of the current step
  std::vector<double> m_sums;                                    // z, then y, of one tile
  std::variant<std::vector<float>, std::vector<double>> m_ring;  // row of step i at i mod (b-1)
};

/// Rows of y that a stream keeps and the bytes of `coordinates` of them; throws InvalidArgument on overflow.
Index noiseBufferBytes(Index bufferRows, Index coordinates, NumberType numberType);

}  // namespace noiseloom
