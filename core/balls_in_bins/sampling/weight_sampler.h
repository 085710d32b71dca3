#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/accounting/adjacency.h"
#include "core/balls_in_bins/bin_mixture.h"
#include "core/base/aligned_buffer.h"

namespace noiseloom {

/// How draws are moved to where the weights are.
struct Tilt {
  enum class Kind {
    Tuple,   ///< remove: by the sum of t bins' means, t >= 1 an integer
    Single,  ///< remove: by t times one bin's mean, t >= 1
    Mean     ///< add: by -t times the mean of all, t >= 0
  };
  Kind kind = Kind::Tuple;
  double t = 1;
};

/// kLanes draws of X, in a form from which their weights at any stddev near the proposal's follow.
struct WeightBlock {
  WeightBlock(Index bins, Direction direction);

  AlignedBuffer noise;  ///< L w, value i of lane l at i kLanes + l
  AlignedBuffer shift;  ///< remove only: what the tilt adds to y, the sum over the tuple of G[i, i_k] or t G[i, i_1]
  double logProposal[kLanes];  ///< tuples only: log of b_e^-t e^{S2/s0^2} / pi at the proposal's stddev s0
  double pairs[kLanes];        ///< tuples only: S2, the sum of G over the pairs of the tuple
};

/// What drawing a block needs beside the block; one a thread.
struct DrawScratch {
  explicit DrawScratch(Index bins);
  AlignedBuffer values;  // at least bins kLanes: the normals, then what drawing a tuple needs
  std::vector<std::uint64_t> words;
};

/// Draws the importance weights W >= 0 whose mean is delta(epsilon) in one direction (math: section 10.3), with X, L
/// and m_i as in bin_mixture.h, S2 the sum of G over the pairs of a tuple and m_bar the mean of the m_i:
/// - remove, tuples of t >= 1 bins: the density e^{tL} Q is a mixture of N(sum_k m_{i_k}, s^2 I) with weights
///   b^-t e^{S2/s^2}, whose components are drawn bin by bin, i_{k+1} with probability proportional to
///   exp(sum_{l<=k} G[i, i_l]/s^2);
/// - remove, one bin i and any t >= 1: X ~ N(t m_i, s^2 I), with the density of all such i together; better where one
///   bin dominates, at large epsilon or nearly orthogonal bins;
/// - add, any t >= 0: X ~ N(-t m_bar, s^2 I).
class WeightSampler {
 public:
  /// stddev: s0 of the proposal. Of no use when stopped.
  WeightSampler(const BinMixture& mixture, Tilt tilt, double stddev, const RunControl& control = {});

  Index bins() const { return m_mixture->bins; }
  Direction direction() const { return m_tilt.kind == Tilt::Kind::Mean ? Direction::Add : Direction::Remove; }
  Tilt tilt() const { return m_tilt; }
  double stddev() const { return m_stddev; }

  /// Cost of drawing a block and its losses, in units of about a third of a nanosecond.
  Index work() const;
  /// Block `index` of sequence (stream, purpose): the same draws whoever asks and when; others for the other direction.
  void draw(std::uint64_t stream, std::uint32_t purpose, Index index, DrawScratch& scratch, WeightBlock& block) const;

  /// The privacy losses L and log(W / payoff(L)) of the block's draws at this stddev, kLanes each:
  /// W = (1 - e^{epsilon - L})_+ e^logFactor for remove, (1 - e^{epsilon + L})_+ e^logFactor for add.
  void losses(const WeightBlock& block, double stddev, double* loss, double* logFactor) const;

 private:
  void drawTuples(const std::uint64_t* words, double* scratch, WeightBlock& block) const;

  const BinMixture* m_mixture;
  Tilt m_tilt;
  double m_stddev;
  std::shared_ptr<const std::vector<double>> m_affinity;  // exp((G_ij - greatest)/s0^2), tuples only
};

/// log W of one draw; -infinity for W = 0.
double logWeight(Direction direction, double epsilon, double loss, double logFactor);

/// log of an upper bound of W at the proposal's stddev. For remove, with A_k = max_j (1/b) sum_i e^{k G_ij/s^2},
///   W <= e^{-(t-1) epsilon} (t-1)^{t-1}/t^t prod_{k=1}^{t-1} A_k;
/// for one bin, with g = max G_ii, W <= e^{-(t-1) epsilon} (t-1)^{t-1}/t^t e^{t(t-1) g/(2 s^2)};
/// for add, with g_bar = mean of G_ii, W <= e^{-t epsilon} t^t/(t+1)^{t+1} exp((t g_bar + t^2 ||m_bar||^2)/(2 s^2)).
/// Takes t b_e^2 steps for tuples; of no use when stopped.
double logWeightBound(const BinMixture& mixture, Tilt tilt, double stddev, double epsilon,
                      const RunControl& control = {});

/// The tilt that makes the bound least, of tuples for remove, and that bound; with only one j for the maximum, to steer
/// by.
struct BoundedTilt {
  Tilt tilt;
  double logBound;
};
BoundedTilt boundedTilt(const BinMixture& mixture, Direction direction, double stddev, double epsilon);

/// Tilts worth a try, better ones near the front of each kind: from the least bound on upwards.
std::vector<Tilt> tiltCandidates(const BinMixture& mixture, Direction direction, double stddev, double epsilon);

/// Largest t of tuples.
constexpr Index kMostTuple = 512;

}  // namespace noiseloom
