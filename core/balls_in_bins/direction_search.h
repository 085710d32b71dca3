#pragma once

#include <optional>

#include "core/balls_in_bins/certificate.h"
#include "core/balls_in_bins/weight_sample.h"

namespace noiseloom {

/// A point at which one direction's delta is estimated.
struct BinPoint {
  double stddev = 1;
  double epsilon = 1;
};

/// Which of the two is sought, the other one given.
enum class BinUnknown { Stddev, Epsilon };

/// Where one direction's delta is as asked for.
struct DirectionRoot {
  BinPoint point;
  double slope = -1;  ///< d log delta / d log stddev, or / d epsilon; negative
  double tilt = 1;    ///< a good one there
  double relativeVariance = 0;
  bool stopped = false;
};

/// What the estimates of one direction share.
struct DirectionContext {
  const BinMixture* mixture;
  Direction direction;
  std::uint64_t stream;
  const RunControl* control;
};

/// The tilt whose weights vary least at the point, by small samples from that of the least bound upwards, and their
/// relative variance. Nothing when stopped.
struct VariedTilt {
  double tilt;
  double relativeVariance;
};
std::optional<VariedTilt> leastVariedTilt(const DirectionContext& context, const BinPoint& point);

/// The point where log delta is logTarget, by about `samples` draws: from the unknown where the bound of the weights is
/// a little above it, in stages that trust a sample for 25 % in stddev around its proposal. `from` holds the given
/// one and the largest value of the unknown that can be asked for (where no batching would do), which is returned when
/// it is not enough.
DirectionRoot findRoot(const DirectionContext& context, BinUnknown unknown, const BinPoint& from, double logTarget,
                       Index samples);

}  // namespace noiseloom
