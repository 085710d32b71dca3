#pragma once

#include <array>

#include "core/scenario/batching.h"

/// Every batching, each in a file of its own, in the order in which they are offered: the only list of them.
namespace noiseloom::batchings {

extern const Batching cyclicPoisson, cyclicPoissonRandom, bMinSep, cyclicAllocation, randomAllocation,
    balancedIterations, ballsInBins, fixedSize, fixedEpoch, shuffledEachEpoch, minSeparation, single;

inline constexpr std::array kOffered{&cyclicPoisson,    &cyclicPoissonRandom, &bMinSep,       &cyclicAllocation,
                                     &randomAllocation, &balancedIterations,  &ballsInBins,   &fixedSize,
                                     &fixedEpoch,       &shuffledEachEpoch,   &minSeparation, &single};

}  // namespace noiseloom::batchings

/// How jobs form their batches: those that sample, then those that keep an order.
namespace noiseloom::jobs {

extern const JobBatching asAccounted, drawn, cyclicPoisson, cyclicPoissonRandom, bMinSep, poisson, truncatedPoisson,
    cyclicAllocation, randomAllocation, balancedIterations, ballsInBins, fixedOrder, shuffledOnce, shuffledEachEpoch,
    fixedSizeSamples, cyclicFixedSizeSamples, minSeparation;

inline constexpr std::array kOffered{&asAccounted,      &drawn,
                                     &cyclicPoisson,    &cyclicPoissonRandom,
                                     &bMinSep,          &poisson,
                                     &truncatedPoisson, &cyclicAllocation,
                                     &randomAllocation, &balancedIterations,
                                     &ballsInBins,      &fixedOrder,
                                     &shuffledOnce,     &shuffledEachEpoch,
                                     &fixedSizeSamples, &cyclicFixedSizeSamples,
                                     &minSeparation};

}  // namespace noiseloom::jobs
