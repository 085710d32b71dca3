#pragma once

#include "app/reproduce/reproduction.h"

/// What computes each reproduction: list.cpp has the only list of them.
namespace noiseloom::reproductions {

using Run = Reproduced(Extent extent, const RunControl& control);

Run scalingBandmf1a, scalingBandmf1b, scalingBandmf2a, scalingBandmf2b, scalingBandmf31, scalingBandmfB1,
    scalingBandmf4, scalingBandmf6, scalingBandmf7a, scalingBandmf7b, scalingBandmf8, scalingBandmf10, scalingBandmf11,
    amplifiedBandmf4, amplifiedBandmfT2, amplifiedBandmfT3, amplifiedBandmfF, amplifiedBandmfT4, amplifiedBandmfT5,
    amplifiedBandmfK1, nearExact2, nearExact3, nearExact5, nearExact6, nearExact24, nearExact25, nearExact28,
    nearExact29, bisr1, bisr2, bisr3, bisrBounds, blt1, blt2, blt3;

}  // namespace noiseloom::reproductions
