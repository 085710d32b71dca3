#pragma once

#include "core/base/index.h"

namespace noiseloom {

/// log P(X >= least) and log P(X < least) of a binomial number X of `trials` >= 0 trials of probability p, 0 <= p <= 1;
/// to about 1e-12 relative in the probability, however small. -infinity where it is 0.
struct BinomialTails {
  double logAtLeast = 0;
  double logBelow = 0;
};
BinomialTails binomialTails(Index trials, double p, Index least);

/// The least K >= 1 with log P(X >= K) <= logProbability.
Index binomialBound(Index trials, double p, double logProbability);

}  // namespace noiseloom
