#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/base/run_control.h"
#include "core/base/text.h"
#include "core/design/design.h"

namespace noiseloom {

/// A lower bound on the error of all strategies of one class, at a design's noise multiplier (math: section 9.1): above
/// DesignFigures::lowerBound, which is for all matrices, if the class excludes some.
struct ClassBound {
  std::string_view id;         ///< "toeplitz", "banded-toeplitz", "equal-norms", "banded" or "banded-equal-norms"
  std::optional<Index> bands;  ///< maximum; empty: any number
  double value;                ///< of the error in the measure of the objective, in clip norms; 0 if unknown
};

/// "Toeplitz strategies of at most 16 bands".
Text classText(const ClassBound& bound);

/// Why a design may have less error than the bound: it is none of the class. "it is not Toeplitz: its columns are
/// rescaled".
Text whyBelow(const ClassBound& bound, const Design& design);

/// Empty under batchings whose noise multiplier is that of one whole strategy, as another one of the class may need
/// less (Batching::ofStrategy). If it depends on the bands, as under cyclic Poisson sampling, classes have at most the
/// design's bands. The banded class takes a solve of O(n^3) steps: it has no bound beyond kMostDenseClass iterations.
/// When stopped, returns those found so far.
std::vector<ClassBound> classBounds(const Design& design, const RunControl& control = {});

inline constexpr Index kMostDenseClass = 768;
inline constexpr double kAtBound = 1e-5;  ///< a design attains its bound to this relative precision: more is rounding

}  // namespace noiseloom
