#pragma once

#include <array>

#include "app/reproduce/reproduction.h"

/// All reproductions, in the order of papers and within them of the paper: the only list of them.
namespace noiseloom::reproductions {

extern const Reproduction scalingBandmf1a, scalingBandmf1b, scalingBandmf2a, scalingBandmf2b, scalingBandmf31,
    scalingBandmfB1, scalingBandmf4, scalingBandmf6, scalingBandmf7a, scalingBandmf7b, scalingBandmf8, scalingBandmf10,
    scalingBandmf11, amplifiedBandmf4, amplifiedBandmfT2, amplifiedBandmfT3, amplifiedBandmfT4, amplifiedBandmfT5,
    amplifiedBandmfF, amplifiedBandmfK1, nearExact2, nearExact3, nearExact5, nearExact6, nearExact24, nearExact25,
    nearExact28, nearExact29, bisr1, bisr2, bisr3, bisrBounds, blt1, blt2, blt3;

inline constexpr std::array kAll{
    &scalingBandmf1a,
    &scalingBandmf1b,
    &scalingBandmf2a,
    &scalingBandmf2b,
    &scalingBandmf31,
    &scalingBandmfB1,
    &scalingBandmf4,
    &scalingBandmf6,
    &scalingBandmf7a,
    &scalingBandmf7b,
    &scalingBandmf8,
    &scalingBandmf10,
    &scalingBandmf11,
    &amplifiedBandmf4,
    &amplifiedBandmfT2,
    &amplifiedBandmfT3,
    &amplifiedBandmfF,
    &amplifiedBandmfT4,
    &amplifiedBandmfT5,
    &amplifiedBandmfK1,
    &nearExact2,
    &nearExact3,
    &nearExact5,
    &nearExact6,
    &nearExact24,
    &nearExact25,
    &nearExact28,
    &nearExact29,
    &bisr1,
    &bisr2,
    &bisr3,
    &bisrBounds,
    &blt1,
    &blt2,
    &blt3,
};

inline constexpr std::array kPapers{
    ReproducedPaper{"scaling-bandmf",
                    "Scaling up the Banded Matrix Factorization Mechanism for Differentially Private ML",
                    "Figures 3 and 9 are about training and the speed of accelerators, Figure 5 is an algorithm: they "
                    "are left out."},
    ReproducedPaper{"amplified-bandmf",
                    "(Amplified) Banded Matrix Factorization: A unified approach to private training",
                    "Figures 1, 5 and 9 to 12 and Tables 6 and 7 are about training, Figures 2, 3, 6 to 8 and 13 are "
                    "drawings and algorithms: they are left out."},
    ReproducedPaper{"near-exact-amplification", "Near Exact Privacy Amplification for Matrix Mechanisms",
                    "Figures 4, 27 and 30 are about training, Figure 1 is a drawing: they are left out."},
    ReproducedPaper{"bisr-bandinvmf",
                    "Back to Square Roots: An Optimal Bound on the Matrix Factorization Error for Multi-Epoch "
                    "Differentially Private SGD",
                    "Figure 4 is about training, Figure 5 is the convergence of another optimiser: they are left out."},
    ReproducedPaper{"streaming-blt", "Efficient and Near-Optimal Noise Generation for Streaming Differential Privacy",
                    "There is nothing else that is measured."},
};

}  // namespace noiseloom::reproductions
