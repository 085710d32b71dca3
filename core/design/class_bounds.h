#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/run_control.h"
#include "core/base/text.h"
#include "core/design/design.h"

namespace noiseloom {

/// What no strategy of one class has less error than, at a design's noise multiplier (math: section 9.1): above
/// DesignFigures::lowerBound, which is for all matrices, where fewer are allowed.
struct ClassBound {
  std::string_view id;         ///< "toeplitz", "banded-toeplitz", "equal-norms", "banded" or "banded-equal-norms"
  std::optional<Index> bands;  ///< at most so many; any number where empty
  double value;                ///< of the error that the objective is about, in clip norms; 0 where none is known
};

/// "Toeplitz strategies of at most 16 bands".
Text classText(const ClassBound& bound);

/// None under batchings whose noise multiplier is that of one whole strategy, as another one of the class may need less
/// (Batching::ofStrategy). Where it depends on the bands, as under cyclic Poisson sampling, classes have the design's
/// bands at most. The banded class takes a solve of O(n^3) steps: none is known beyond kMostDenseClass iterations.
/// Stopped: those found until then.
std::vector<ClassBound> classBounds(const Design& design, const RunControl& control = {});

inline constexpr Index kMostDenseClass = 768;
inline constexpr double kAtBound = 1e-5;  ///< a design is at its bound to so much, relative: more is rounding

}  // namespace noiseloom
