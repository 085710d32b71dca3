#pragma once

#include <array>

#include "core/scenario/batching.h"

/// Every batching, each in a file of its own, in the order in which they are offered: the only list of them.
namespace noiseloom::batchings {

extern const Batching cyclicPoisson, ballsInBins, fixedEpoch, minSeparation, single;

inline constexpr std::array kOffered{&cyclicPoisson, &ballsInBins, &fixedEpoch, &minSeparation, &single};

}  // namespace noiseloom::batchings

/// How jobs form their batches: those that sample, then those that keep an order.
namespace noiseloom::jobs {

extern const JobBatching asAccounted, cyclicPoisson, poisson, truncatedPoisson, ballsInBins, fixedOrder, shuffledOnce,
    shuffledEachEpoch, fixedSizeSamples, minSeparation;

inline constexpr std::array kOffered{&asAccounted,      &cyclicPoisson, &poisson,      &truncatedPoisson,
                                     &ballsInBins,      &fixedOrder,    &shuffledOnce, &shuffledEachEpoch,
                                     &fixedSizeSamples, &minSeparation};

}  // namespace noiseloom::jobs
