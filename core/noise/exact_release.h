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

/// Releases the noisy gradient sums of one shard [begin, end) of the model's coordinates, step by step, as a function
/// of C g + z with *real* normals z: no floating-point sum enters the release, so that an accounting of real numbers
/// holds exactly (docs/math.md, section 11.2). Let h be the step of a grid, c the entries of C / u rounded towards 0 to
/// integers, and k the real numbers z / (h u) rounded to nearest:
///   Y_i = floor((k_i - sum_{lag = 1}^{b-1} c[i, i-lag] Y_(i-lag)) / c[i, i] + 1/2).
/// For the sum G_i of its clipped gradients, step i releases h (round(G_i / h) + Y_i) in the number type of G_i; in
/// integers this is step i of c^-1 applied to round(c round(G / h) + z / (h u)). The standard deviation of z is
/// `stddev` (1 + margin()), which covers both roundings. Keeps b - 1 rows of Y (at least one), 8 bytes per coordinate,
/// and no gradient: it resumes from the key alone. Shards agree bit for bit with the whole.
class ExactRelease {
 public:
  static constexpr int kGridBits = 40;         // h = 2^-40 of z's standard deviation
  static constexpr int kCoefficientBits = 40;  // of the largest integer in c

  /// strategy: identity, Toeplitz or banded. stddev: of the noise without the margin, 10^-25 to 10^30, in the units of
  /// clipNorm. 0 <= begin < end <= parameters (of the whole model) <= RoundedNormals::kMostCoordinates. Uses the run's
  /// sub-key for exact releases. Throws InvalidArgument also if the margin exceeds 0.5 % or the rows exceed memory.
  ExactRelease(const Strategy& strategy, const SecretKey& runKey, double stddev, double clipNorm, Index parameters,
               Index begin, Index end);

  Index begin() const { return m_begin; }
  Index end() const { return m_end; }
  /// The step that is released next; iterations() once all are.
  Index step() const { return m_step; }
  Index iterations() const { return m_strategy.iterations(); }
  /// The relative excess of z's standard deviation over `stddev`: (1 + sqrt(d) 1.02 stddev 2^-40 / clip norm) (1 +
  /// sqrt(n) b 2^-39) - 1, for d parameters, n steps and b bands.
  double margin() const { return m_margin; }
  /// h: releases are multiples of it, rounded to the number type.
  double gridStep() const { return m_gridStep; }
  /// Bytes of the kept rows.
  Index memoryBytes() const;

  /// Replaces the sum of the step's clipped gradients, end() - begin() values, by its release, and advances to the next
  /// step. Throws InvalidArgument and changes nothing if a value is not finite or too large (beyond 2^20 stddev), and
  /// for a step beyond iterations(); throws Error if the noise leaves the grid's range, after which nothing more is
  /// released. Returns false when stopped midway: nothing has changed then, and another call continues.
  bool release(std::span<float> gradientSum, const RunControl& control = {});
  bool release(std::span<double> gradientSum, const RunControl& control = {});
  /// Advances to `step` (step() <= step <= iterations()) to resume a run. The noise in between is made and dropped if
  /// necessary (b > 1). Returns false when stopped midway; another call continues from there.
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
  Index m_first;  // start of the chunk that contains begin(): rows are kept from there on
  double m_margin = 0;
  double m_gridStep = 0;          // h
  int m_unitBits = 0;             // u = 2^-unitBits
  KeptRows<std::int64_t> m_rows;  // Y of step i at i mod their number
  std::vector<double> m_entries;
  std::vector<std::int64_t> m_coefficients;  // c[i, i], c[i, i-1], ..
  Index m_step = 0;
  Index m_made = 0;  // coordinates from m_first on whose noise of this step has been made
  bool m_failed = false;
};

}  // namespace noiseloom
