#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/noise/noise_recurrence.h"
#include "core/noise/rounded_normals.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// The noisy gradient sums of one shard [begin, end) of the model's coordinates, step by step, as a function of
/// C g + z with *real* normals z: no floating-point sum is in what is released, so that an accounting of real numbers
/// holds to the letter (docs/math.md, section 11.2). With a grid of step h and whole numbers c of C's entries / u,
/// rounded towards 0, and k = z / (h u) of real normals z, rounded to the nearest:
///   Y_i = floor((k_i - sum_{lag = 1}^{b-1} c[i, i-lag] Y_(i-lag)) / c[i, i] + 1/2),
///   released at step i: h (round(G_i / h) + Y_i), as a number of the type of G_i,
/// in whole numbers, which is what step i of c^-1 applied to round(c round(G / h) + z / (h u)) is. z has `stddev`
/// enlarged by margin(), which covers both roundings. Keeps b - 1 rows of Y (one at least), 8 bytes a coordinate, and
/// no gradient: it goes on from the key alone. Shards agree bit for bit with the whole.
class ExactRelease {
 public:
  static constexpr int kGridBits = 40;         // h = 2^-40 of z's standard deviation
  static constexpr int kCoefficientBits = 40;  // of the largest entry of C

  /// strategy: identity, Toeplitz or banded. stddev: of the noise without the margin, for gradients clipped at
  /// clipNorm, in the same units. parameters: of the whole model, which the margin depends on; 0 <= begin < end <=
  /// parameters <= RoundedNormals::kMostCoordinates. Uses the run's sub-key for exact releases.
  ExactRelease(const Strategy& strategy, const SecretKey& runKey, double stddev, double clipNorm, Index parameters,
               Index begin, Index end);

  Index begin() const { return m_begin; }
  Index end() const { return m_end; }
  /// The step that is released next; iterations() once all are.
  Index step() const { return m_step; }
  Index iterations() const { return m_strategy.iterations(); }
  /// By how much, relative, z's standard deviation is above `stddev`: (1 + sqrt(d) 1.02 stddev 2^-40 / clip norm)
  /// (1 + sqrt(n) b 2^-39) - 1, for d coordinates, n steps and b bands.
  double margin() const { return m_margin; }
  /// h: what is released are multiples of it, rounded to the number type.
  double gridStep() const { return m_gridStep; }
  /// Of the rows that are kept.
  Index memoryBytes() const;

  /// Replaces the sum of the step's clipped gradients, end() - begin() values, by what is released of it, and goes on
  /// to the next step. Throws InvalidArgument and changes nothing where a value is not finite or too large (beyond 2^20
  /// stddev), and for a step beyond iterations(); Error where the noise leaves the grid's range, after which nothing is
  /// released any more. Returns false when stopped midway: nothing has changed then, and calling again goes on.
  bool release(std::span<float> gradientSum, const RunControl& control = {});
  bool release(std::span<double> gradientSum, const RunControl& control = {});
  /// Goes on to `step` (step() <= step <= iterations()): how a run resumes. The noise between is made and dropped where
  /// it has to be (b > 1). Returns false when stopped midway; calling again goes on from there.
  bool advanceTo(Index step, const RunControl& control = {});

 private:
  template <class Real>
  bool releaseStep(std::span<Real> gradientSum, const RunControl& control);
  bool makeNoise(const RunControl& control);
  void makeTile(std::size_t first, const WideInteger* normals);
  void readCoefficients(Index step);
  void checkStep() const;
  std::int64_t onGrid(double value) const;
  std::size_t width() const;

  Strategy m_strategy;
  RoundedNormals m_normals;
  Index m_begin;
  Index m_end;
  Index m_first;  // of the chunk that begin() lies in: rows are kept from there on
  double m_margin = 0;
  double m_gridStep = 0;          // h
  int m_unitBits = 0;             // u = 2^-unitBits
  KeptRows<std::int64_t> m_rows;  // Y of step i at i mod their number
  std::vector<double> m_entries;
  std::vector<std::int64_t> m_coefficients;  // c[i, i], c[i, i-1], ..
  Index m_step = 0;
  Index m_made = 0;  // coordinates of the step, from m_first on, whose noise a call has made
  bool m_failed = false;
};

}  // namespace noiseloom
