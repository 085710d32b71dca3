#pragma once

#include <map>

#include "core/base/index.h"
#include "core/scenario/imported_strategy.h"
#include "core/strategy/strategy.h"

namespace noiseloom {

/// The numbers of a strategy that a person can draw one by one.
enum class Drawable {
  Nothing,              ///< one number decides nothing (identity, tree), or entries have no order of their own
  Coefficients,         ///< c[0..b) of C
  InverseCoefficients,  ///< g[0..p) of C^-1
  Buffers               ///< decay and output scale of each buffer of C
};
Drawable drawableOf(const Strategy& strategy);
/// How many of them there are.
Index drawableCount(const Strategy& strategy);

/// The strategy as it is, as what a person has drawn.
ImportedStrategy drawnStrategy(const Strategy& strategy);
/// The strategy with other coefficients at some lags, of C or of C^-1 as drawableOf() says; the others, the number of
/// iterations and the scaling of columns stay. From then on it is what importStrategy() makes of a strategy file, under
/// the name ImportedStrategy::kDrawn: nothing is optimised, and sensitivity, noise and error are taken of it as it is.
/// Throws InvalidArgument naming `lag`, or `coefficient`: finite, the first of all above 0.
ImportedStrategy drawnCoefficients(const Strategy& strategy, const std::map<Index, double>& values);
/// The same of a BLT with another decay and output scale of one buffer; the decays of C^-1 follow. Throws
/// InvalidArgument naming `buffer`, `decay` (above 0, at most 1), or what importStrategy() refuses of a BLT: one whose
/// inverse is none, or whose decays are too close together.
ImportedStrategy drawnBuffer(const Strategy& strategy, Index buffer, double decay, double scale);

}  // namespace noiseloom
