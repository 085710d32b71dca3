#pragma once

#include <optional>

#include "core/base/index.h"
#include "core/base/run_control.h"

namespace noiseloom {

/// The largest sum over the complete dyadic nodes inside [0, iterations) of (hits in the node)^2, over all choices of
/// at most `hits` >= 1 steps that are `separation` >= 1 or more apart: the squared min-separation sensitivity of the
/// binary tree, exactly (math: section 8). Dynamic programming from the leaves up, which depends on log(iterations)
/// only and keeps for each count of hits the few choices that no other one beats. nullopt if that would take over a
/// second (from some hundred hits on, if `separation` is not a simple fraction of a power of two), and when stopped.
std::optional<double> worstTreePatternSquared(Index iterations, Index hits, Index separation,
                                              const RunControl& control);

}  // namespace noiseloom
