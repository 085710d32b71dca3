#pragma once

#include <array>

#include "core/scenario/mechanism.h"

/// All mechanisms, each in a file of its own, in the order in which they are offered: the only list of them.
namespace noiseloom::mechanisms {

extern const Mechanism dpSgd, tree, squareRoot, bsr, bisr, bifr, lambdaCgd, bandInvMf, reciprocalToeplitz,
    bandedToeplitz, banded, dense, stamped, blt, rationalBlt, recursiveBlt, best, imported;

inline constexpr std::array kOffered{&dpSgd,
                                     &tree,
                                     &squareRoot,
                                     &bsr,
                                     &bisr,
                                     &bifr,
                                     &lambdaCgd,
                                     &bandInvMf,
                                     &reciprocalToeplitz,
                                     &bandedToeplitz,
                                     &banded,
                                     &dense,
                                     &stamped,
                                     &blt,
                                     &rationalBlt,
                                     &recursiveBlt,
                                     &best,
                                     &imported};

}  // namespace noiseloom::mechanisms
