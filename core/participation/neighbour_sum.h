#pragma once

#include "core/base/index.h"
#include "core/base/run_control.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// Squared sensitivity under min-separation if only neighbouring participations interact, b <= 2 s: the largest sum of
/// X_ii over the hits and 2 |X_ij| over neighbours, X = C^T C, by dynamic programming over the first hit. Exact for
/// every strategy: along a chain, the signs of the contributions can always be chosen so that each product is positive.
/// For the Toeplitz, banded and dense kinds; 2 <= hits <= ceil(n/s), s < b. +infinity when stopped.
double neighbourSum(const Strategy& strategy, Index hits, Index separation, const RunControl& control);

/// The steps that it takes, and the numbers that it stores.
double neighbourSumWork(const Strategy& strategy, Index hits, Index separation);
double neighbourSumMemory(const Strategy& strategy, Index hits, Index separation);

}  // namespace noiseloom
