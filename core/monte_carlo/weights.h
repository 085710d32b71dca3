#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "core/accounting/losses/adjacency.h"
#include "core/base/aligned_buffer.h"
#include "core/base/interface.h"
#include "core/base/run_control.h"
#include "core/monte_carlo/certificate.h"
#include "core/monte_carlo/lanes.h"

namespace noiseloom {

/// How draws are moved to where the weights are.
struct Tilt {
  enum class Kind {
    Tuple,   ///< remove: by the sum of t patterns' means, drawn one after the other; t >= 1 an integer
    Single,  ///< remove: by t times one pattern's mean, t >= 1
    Blocks,  ///< remove: by the sum of t patterns' means, drawn in blocks; t = 1 or a multiple of `block`
    Joint,   ///< remove: by power times the sum of t patterns' means, drawn together; t >= 1 an integer
    Mean     ///< add: by -t times the mean of all patterns, t >= 0
  };
  Kind kind = Kind::Tuple;
  double t = 1;
  double rate = 1;   ///< Mean: of participation, relative to the sampler's
  double power = 1;  ///< Joint: >= 1
  Index block = 2;   ///< Blocks: patterns of one, >= 2
};

/// A tilt and log of the bound of its weights.
struct BoundedTilt {
  Tilt tilt;
  double logBound;
};

/// kLanes draws of the output X as the inner products y_i = <c_i, X> that losses depend on, in a form from which their
/// weights at any stddev near the proposal's follow. For remove y = shift + stddev noise; what moves y for add is the
/// same for all draws, and the sampler's to know.
struct WeightBlock {
  /// size: how many y_i there are.
  WeightBlock(Index size, Direction direction)
      : noise(static_cast<std::size_t>(size * kLanes)),
        shift(static_cast<std::size_t>(direction == Direction::Remove ? size * kLanes : 0)) {}

  AlignedBuffer noise;         ///< value i of lane l at i kLanes + l
  AlignedBuffer shift;         ///< remove only: what the tilt adds to y
  double logProposal[kLanes];  ///< of several patterns: log of their prior e^{S2/s0^2} over their probability, at the
                               ///< proposal's stddev s0
  double pairs[kLanes];        ///< of several patterns: S2, the sum of inner products over their pairs
  double length[kLanes];       ///< remove only: of the move that shift is the inner products of
  double along[kLanes];        ///< remove only: the noise in its direction, standard normal; of no use if length is 0
};

/// The memory that drawing a block needs beside the block; one for each thread.
struct DrawScratch {
  explicit DrawScratch(Index size) : values(static_cast<std::size_t>(size * kLanes)) {}
  AlignedBuffer values;
  std::vector<std::uint64_t> words;
};

/// Draws importance weights W >= 0 whose mean is delta(epsilon) in one direction, for one tilt.
class WeightSampler : public Interface {
 public:
  virtual Index size() const = 0;  ///< of the blocks
  virtual Direction direction() const = 0;
  /// s0 of the proposal.
  virtual double stddev() const = 0;
  /// Cost of drawing a block and its losses, in units of about a third of a nanosecond.
  virtual Index work() const = 0;
  /// Block `index` of sequence (stream, purpose): the same draws whoever asks and when; others for the other direction.
  virtual void draw(std::uint64_t stream, std::uint32_t purpose, Index index, DrawScratch& scratch,
                    WeightBlock& block) const = 0;
  /// The privacy losses L and log(W / payoff(L)) of the block's draws at this stddev, kLanes each:
  /// W = (1 - e^{epsilon - L})_+ e^logFactor for remove, (1 - e^{epsilon + L})_+ e^logFactor for add.
  virtual void losses(const WeightBlock& block, double stddev, double* loss, double* logFactor) const = 0;
  /// log W of the block's draws, kLanes; or log of the mean W of each draw and of others like it, which are cheaper
  /// than draws of their own. The result must not be used when stopped.
  virtual void logWeights(const WeightBlock& block, double stddev, double epsilon, double* out,
                          const RunControl& control) const;
};

class LossLines;

/// A pair of distributions whose hockey-stick divergences are means of bounded weights.
class WeightModel : public Interface {
 public:
  /// The tilt that makes the bound least, or nearly so, and that bound, or nearly that: to steer by.
  virtual BoundedTilt boundedTilt(Direction direction, double stddev, double epsilon) const = 0;
  /// log of an upper bound of W at the proposal's stddev: rigorous. Of no use when stopped.
  virtual double logWeightBound(const Tilt& tilt, double stddev, double epsilon, const RunControl& control) const = 0;
  /// log of an upper bound of delta that no weights are needed for; +infinity where none is known. Rigorous.
  virtual double logDeltaBound(Direction, double /*stddev*/, double /*epsilon*/) const {
    return std::numeric_limits<double>::infinity();
  }
  /// Tilts worth a try, better ones near the front of each kind: from the least bound on upwards.
  virtual std::vector<Tilt> tiltCandidates(Direction direction, double stddev, double epsilon) const = 0;
  /// The same, and those whose weights have no known maximum: to estimate with, not to certify.
  virtual std::vector<Tilt> estimateCandidates(Direction direction, double stddev, double epsilon) const {
    return tiltCandidates(direction, stddev, epsilon);
  }
  /// The result must not be used when stopped.
  virtual std::shared_ptr<const WeightSampler> sampler(const Tilt& tilt, double stddev,
                                                       const RunControl& control) const = 0;
  /// True if weights vary so little that a certificate may aim nearer to delta than by tau (kTauSteps).
  virtual bool aimsNearer() const { return false; }
  /// The output without the example, to show adding by, where it is normal and the loss convex in it; else nullptr.
  virtual std::unique_ptr<const LossLines> lossLines(double /*stddev*/) const;
  /// The method of a certificate that needed no draw; nullopt: it is stated as one by draws.
  virtual std::optional<SampledMethod> withoutDraws() const { return std::nullopt; }
};

/// log W of one draw; -infinity for W = 0.
double logWeight(Direction direction, double epsilon, double loss, double logFactor);
/// log of the largest (1 - e^{epsilon - L}) e^{-(t-1) L}, of remove, t >= 1, and of (1 - e^{epsilon + L}) e^{t L}, of
/// add, t >= 0, over all L.
double logGreatestPayoff(Direction direction, double t, double epsilon);

}  // namespace noiseloom
