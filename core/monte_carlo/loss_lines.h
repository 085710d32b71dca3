#pragma once

#include <cstdint>

#include "core/base/interface.h"
#include "core/monte_carlo/weights.h"

namespace noiseloom {

/// Outputs X of which the example is no part, X normal, cut along one direction: a draw is a line, on which only the
/// `place` in that direction, in standard deviations, is free. The loss is convex in X and rises along each line.
class LossLines : public Interface {
 public:
  virtual Index size() const = 0;  ///< of the blocks
  /// Cost of a block and of its losses at one place each, in units of WeightSampler::work().
  virtual Index work() const = 0;
  virtual Index lossWork() const = 0;
  /// Block `index` of sequence (stream, purpose), kLanes lines: the same whoever asks and when.
  virtual void draw(std::uint64_t stream, std::uint32_t purpose, Index index, DrawScratch& scratch,
                    WeightBlock& block) const = 0;
  /// The losses where the lines have their places, kLanes each.
  virtual void losses(const WeightBlock& block, const double* places, double* losses) const = 0;
};

/// Where lines are expected to have that loss, and how fast it rises there.
struct Crossing {
  double loss = 0, place = 0, slope = 1;
};
/// Bounds of the places of a block's lines that have the loss: by its values at three places a line, as between two of
/// them a chord is above the loss, and beyond them below. Infinite where these do not tell. kLanes each.
void boundCrossings(const LossLines& lines, const WeightBlock& block, const Crossing& crossing, double* least,
                    double* most);

}  // namespace noiseloom
