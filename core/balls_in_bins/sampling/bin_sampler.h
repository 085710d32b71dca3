#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "core/balls_in_bins/bin_mixture.h"
#include "core/monte_carlo/weights.h"

namespace noiseloom {

/// Draws the importance weights W >= 0 whose mean is delta(epsilon) in one direction (math: section 10.3), with X, L
/// and m_i as in bin_mixture.h, S2 the sum of G over the pairs of a tuple and m_bar the mean of the m_i:
/// - remove, tuples of t >= 1 bins: the density e^{tL} Q is a mixture of N(sum_k m_{i_k}, s^2 I) with weights
///   b^-t e^{S2/s^2}, whose components are drawn bin by bin, i_{k+1} with probability proportional to
///   exp(sum_{l<=k} G[i, i_l]/s^2);
/// - remove, one bin i and any t >= 1: X ~ N(t m_i, s^2 I), with the density of all such i together; better where one
///   bin dominates, at large epsilon or nearly orthogonal bins;
/// - add, any t >= 0: X ~ N(-t m_bar, s^2 I).
class BinSampler final : public WeightSampler {
 public:
  /// stddev: s0 of the proposal. affinity: binAffinity() at it, which tuples of two and more need, unless G is
  /// diagonal.
  BinSampler(const BinMixture& mixture, Tilt tilt, double stddev, std::shared_ptr<const std::vector<double>> affinity);
  BinSampler(const BinMixture& mixture, Tilt tilt, double stddev);

  Index size() const override { return m_mixture->bins; }
  Direction direction() const override { return m_tilt.kind == Tilt::Kind::Mean ? Direction::Add : Direction::Remove; }
  Tilt tilt() const { return m_tilt; }
  double stddev() const override { return m_stddev; }

  Index work() const override;
  void draw(std::uint64_t stream, std::uint32_t purpose, Index index, DrawScratch& scratch,
            WeightBlock& block) const override;
  void losses(const WeightBlock& block, double stddev, double* loss, double* logFactor) const override;

 private:
  void drawTuples(const std::uint64_t* words, double* scratch, WeightBlock& block) const;
  void drawDiagonalTuples(const std::uint64_t* words, WeightBlock& block) const;

  const BinMixture* m_mixture;
  Tilt m_tilt;
  double m_stddev;
  std::shared_ptr<const std::vector<double>> m_affinity;  // tuples only
};

/// exp((G_ij - greatest)/s^2), row by row. Of no use when stopped.
std::shared_ptr<const std::vector<double>> binAffinity(const BinMixture& mixture, double stddev,
                                                       const RunControl& control = {});

/// log of an upper bound of W at the proposal's stddev. For remove, with A_k = max_j (1/b) sum_i e^{k G_ij/s^2},
///   W <= e^{-(t-1) epsilon} (t-1)^{t-1}/t^t prod_{k=1}^{t-1} A_k;
/// for one bin, with g = max G_ii, W <= e^{-(t-1) epsilon} (t-1)^{t-1}/t^t e^{t(t-1) g/(2 s^2)};
/// for add, with g_bar = mean of G_ii, W <= e^{-t epsilon} t^t/(t+1)^{t+1} exp((t g_bar + t^2 ||m_bar||^2)/(2 s^2)).
/// Takes t b_e^2 steps for tuples; of no use when stopped.
double logWeightBound(const BinMixture& mixture, Tilt tilt, double stddev, double epsilon,
                      const RunControl& control = {});

/// The tilt that makes the bound least, of tuples for remove, and that bound; with only one j for the maximum, to steer
/// by.
BoundedTilt boundedTilt(const BinMixture& mixture, Direction direction, double stddev, double epsilon);

/// Tilts worth a try, better ones near the front of each kind: from the least bound on upwards.
std::vector<Tilt> tiltCandidates(const BinMixture& mixture, Direction direction, double stddev, double epsilon);

/// All of it for the certificates.
class BinWeights final : public WeightModel {
 public:
  explicit BinWeights(const BinMixture& mixture) : m_mixture(&mixture) {}

  BoundedTilt boundedTilt(Direction direction, double stddev, double epsilon) const override;
  double logWeightBound(const Tilt& tilt, double stddev, double epsilon, const RunControl& control) const override;
  std::vector<Tilt> tiltCandidates(Direction direction, double stddev, double epsilon) const override;
  std::shared_ptr<const WeightSampler> sampler(const Tilt& tilt, double stddev,
                                               const RunControl& control) const override;

 private:
  const BinMixture* m_mixture;
  mutable std::mutex m_mutex;
  mutable std::shared_ptr<const std::vector<double>> m_affinity;  // the last one asked for
  mutable double m_affinityStddev = 0;
};

/// Largest t of tuples.
constexpr Index kMostTuple = 512;

}  // namespace noiseloom
