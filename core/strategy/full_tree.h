#pragma once

#include <optional>

#include "core/base/run_control.h"
#include "core/strategy/dense_strategy.h"

namespace noiseloom {

/// The square equivalent of the binary tree with its full decoder A C_T^+ (the full estimate of tree-estimates;
/// amplified-bandmf, App. C; math: section 8): the lower-triangular C with C^T C = C_T^T C_T, C_T the encoder of
/// TreeStrategy. Its sensitivity under every schema is the tree's and its errors are those of A C_T^+, at n noise
/// values instead of 2 n; being lower triangular it is also safe for gradients that depend on earlier noise. 1 <= n <=
/// kMostFullTreeIterations; O(n^3), and 16 n^2 bytes. nullopt when stopped.
std::optional<DenseStrategy> fullTreeStrategy(Index iterations, const RunControl& control);
DenseStrategy fullTreeStrategy(Index iterations);

/// True if every entry is that of fullTreeStrategy() to rounding (1e-13, relative), however the strategy came about.
/// O(n^2) at most.
bool isFullTree(const DenseStrategy& strategy);

/// 1.6 GB of matrix and inverse.
constexpr Index kMostFullTreeIterations = 10'000;

}  // namespace noiseloom
