#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "core/monte_carlo/draw_memory.h"
#include "core/monte_carlo/weight_sample.h"
#include "core/monte_carlo/weights.h"

namespace noiseloom {

/// A point at which one direction's delta is estimated.
struct NoisePoint {
  double stddev = 1;
  double epsilon = 1;
};

/// Which of the two is sought, the other one given.
enum class NoiseUnknown { Stddev, Epsilon };

/// Where one direction's delta is as asked for.
struct DirectionRoot {
  double x = 0;       ///< on the axis
  double slope = -1;  ///< d log delta / dx; negative
  /// The weights there: their variance over their squared mean, their bound over their mean, and the work of a draw.
  double relativeVariance = 0, boundOverMean = 0, work = 0;
  bool stopped = false;
};

/// The arguments that the estimates of one direction share.
struct DirectionContext {
  const WeightModel* model;
  Direction direction;
  std::uint64_t stream;  ///< of random numbers
  double mostWork;       ///< of one sample, see WeightSampler::work()
  const RunControl* control;
  std::shared_ptr<DrawMemory> memory = std::make_shared<DrawMemory>();
};

/// The tilt whose weights vary least at the point, by small samples from that of the least bound upwards, and their
/// relative variance. Nothing when stopped.
struct VariedTilt {
  Tilt tilt;
  std::shared_ptr<const WeightSampler> sampler;
  double relativeVariance;
};
std::optional<VariedTilt> leastVariedTilt(const DirectionContext& context, const NoisePoint& point);

/// The unknown as a number x in which log delta decreases: log stddev, or epsilon.
class NoiseAxis {
 public:
  /// `from` holds the given one, and the largest value of the unknown that can be asked for.
  NoiseAxis(NoiseUnknown unknown, const NoisePoint& from) : m_unknown(unknown), m_from(from) {}
  NoiseUnknown unknown() const { return m_unknown; }
  NoisePoint at(double x) const;
  double least() const;
  double most() const;
  /// How far from x a sample drawn there is trusted.
  double trust(double x) const;

 private:
  NoiseUnknown m_unknown;
  NoisePoint m_from;
};

/// The x where boundedTilt's bound is logBound, or the axis' largest; of no use when stopped.
double whereBoundIs(const WeightModel& model, Direction direction, const NoiseAxis& axis, double logBound,
                    const RunControl& control);

/// The point where log delta is logTarget, to `relativeError` of delta (one standard deviation): from the unknown where
/// the bound of the weights is a little above it, in stages that trust a sample for 25 % in stddev around its proposal.
/// The largest x of the axis, where no batching would do, when that is not enough.
/// `start`: an estimate of it, to begin there.
DirectionRoot findRoot(const DirectionContext& context, const NoiseAxis& axis, double logTarget, double relativeError,
                       std::optional<double> start = std::nullopt);
/// An estimate of where removing needs delta, on the axis, to begin with.
struct RootStart {
  double x;
  std::function<std::optional<double>()> slope =
      {};  ///< of log delta there, negative, where it is known; asked for late
};
/// The same where a sample has room for too few draws to tell: from the x at which an estimate has e^logDelta, along
/// its slope, or as far as the bound of the weights falls. Nothing where a sample has room for more.
std::optional<DirectionRoot> rootByBound(const DirectionContext& context, const NoiseAxis& axis, const RootStart& start,
                                         double logDelta, double logTarget);

}  // namespace noiseloom
