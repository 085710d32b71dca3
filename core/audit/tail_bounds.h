#pragma once

#include <utility>

#include "core/base/index.h"

namespace noiseloom {

// Tail probabilities that audits conclude from (math: section 10.13): never stated too small, but for rounding.

/// P[X >= successes] of a binomial X of `trials` >= 0 coins of probability q, 0 < q < 1: exact.
double binomialTail(Index trials, double q, Index successes);

/// A bound on the probability that at least `right` of `guesses` guesses are right, of which `canaries` were included
/// by fair coins, where the run is (epsilon, delta)-DP in each of them: binomialTail(guesses, e^eps/(1 + e^eps), right)
/// + canaries delta/(1 + e^eps).
double rightGuessesBound(Index canaries, Index guesses, Index right, double epsilon, double delta);
/// The largest epsilon that `right` guesses refute at `level`, 0 < level < 1; 0 if they refute none.
double epsilonOfGuesses(Index canaries, Index guesses, Index right, double delta, double level);

/// A bound on the probability that the mean square of `count` >= 1 independent standard normals is as far from 1 as
/// `meanSquare` >= 0, to its side, doubled (Chernoff).
double varianceBound(Index count, double meanSquare);
/// Every variance that `meanSquare` does not refute at `level`: least and most; 0 for 0.
std::pair<double, double> varianceInterval(Index count, double meanSquare, double level);

/// A bound on the probability that a sum of independent random signs times weights is as far from 0 as `sum`
/// (Hoeffding). squares: the sum of the squared weights, >= 0.
double signsBound(double sum, double squares);

/// P[|z| >= distance] of a standard normal z.
double normalBound(double distance);
/// The distance with that probability, 0 < level < 1.
double normalDistance(double level);

}  // namespace noiseloom
