#pragma once

#include <string_view>

#include "core/optimize/lbfgs.h"

namespace noiseloom::endings {

/// Reasons why an optimiser ended. %1: the relative gradient that it reached, %2: the tolerance.
inline constexpr Phrase kGradient = Core::tr("relative gradient %1 reached the tolerance %2");
inline constexpr Phrase kDecrement = Core::tr("relative Newton decrement %1 reached the tolerance %2");
inline constexpr Phrase kFlat =
    Core::tr("the objective no longer decreases in double precision, at relative gradient %1");
inline constexpr Phrase kResolved =
    Core::tr("the last evaluations lowered the objective by next to nothing, at relative gradient %1");
inline constexpr Phrase kNoLowerPoint = Core::tr("the line search found no lower point");
inline constexpr Phrase kLimit = Core::tr("stopped at the limit of iterations or evaluations");
inline constexpr Phrase kIterations = Core::tr("stopped at the limit of iterations");
inline constexpr Phrase kEvaluations = Core::tr("stopped at the limit of evaluations");
inline constexpr Phrase kRounds =
    Core::tr("stopped at the limit of rounds for the largest variance; the best point is kept");
inline constexpr Phrase kStopped = Core::tr("stopped on request; the best point so far is kept");
inline constexpr Phrase kNotStarted = Core::tr("stopped before the first step; the start is kept");
inline constexpr Phrase kCancelled = Core::tr("the search for the best was cancelled");
/// For the stand-in when the noise of an optimum under sampling is not certified by any draws.
inline constexpr Phrase kUnamplified =
    Core::tr("the optimum without amplification stands in: its certified noise makes less error");
inline constexpr Phrase kSquareRoot =
    Core::tr("coefficients of the square root stand in: their certified noise makes less error");
/// For a start that an optimiser with the sampling's noise in view does not improve on.
inline constexpr Phrase kUnamplifiedKept =
    Core::tr("the optimum without amplification is kept: none better was found with the noise of the sampling in view");
inline constexpr Phrase kSquareRootKept =
    Core::tr("coefficients of the square root are kept: none better were found with the noise of the sampling in view");
/// For an optimum whose noise draws would hardly certify.
inline constexpr Phrase kHeldBack =
    Core::tr("held back from the optimum towards the square root, so that draws can certify its noise");
/// The optimiser with the sampling's noise in view does not take so many.
inline constexpr Phrase kTooManySteps =
    Core::tr("the optimum without amplification: too many iterations for one with the noise of the sampling in view");
inline constexpr Phrase kSquareRootForSteps = Core::tr(
    "coefficients of the square root: too many iterations for an optimum with the noise of the sampling in "
    "view");
/// True if the strategy is another than the optimum that was asked for, or held back from it.
bool standsIn(const Text& message);
inline constexpr Phrase kOneBand = Core::tr("one band leaves nothing to choose");
/// %1: the variable of a line search.
inline constexpr Phrase kNoChange = Core::tr("the error no longer changes with the %1");
inline constexpr Phrase kEndOfRange = Core::tr("the error is least at the end of the range of the %1");

inline constexpr Phrase kConstant = Core::tr("constant");
inline constexpr Phrase kExponent = Core::tr("exponent");
inline constexpr Phrase kPart = Core::tr("part that is taken back");

/// Turns an English message read from a file back into the message that it is; other text is kept as it is.
Text read(std::string_view words, double relativeGradient);

}  // namespace noiseloom::endings
