#include "app/reproduce/list.h"

#include <array>

namespace noiseloom {
namespace {

using namespace reproductions;

constexpr Reproduction kReproductions[]{
    {"scaling-bandmf-figure-1a", "scaling-bandmf", "Figure 1a",
     "general banded, banded Toeplitz and banded square-root strategies", scalingBandmf1a},
    {"scaling-bandmf-figure-1b", "scaling-bandmf", "Figure 1b", "banded strategies beside other mechanisms over eps",
     scalingBandmf1b},
    {"scaling-bandmf-figure-2a", "scaling-bandmf", "Figure 2a",
     "bands against rmse for several numbers of epochs, eps = 1", scalingBandmf2a},
    {"scaling-bandmf-figure-2b", "scaling-bandmf", "Figure 2b", "the best number of bands against eps and epochs",
     scalingBandmf2b},
    {"scaling-bandmf-examples-3", "scaling-bandmf", "Examples 3.1 to 3.3", "bands that fit the machines' memory",
     scalingBandmf31},
    {"scaling-bandmf-example-b1", "scaling-bandmf", "Example B.1", "the optimal 3-banded strategy of nine steps",
     scalingBandmfB1},
    {"scaling-bandmf-figure-4", "scaling-bandmf", "Figure 4", "how far the optimisers scale", scalingBandmf4},
    {"scaling-bandmf-figure-6", "scaling-bandmf", "Figure 6", "what amplification and correlated noise gain",
     scalingBandmf6},
    {"scaling-bandmf-figure-7a", "scaling-bandmf", "Figure 7a", "the same over iterations", scalingBandmf7a},
    {"scaling-bandmf-figure-7b", "scaling-bandmf", "Figure 7b", "the same over epochs", scalingBandmf7b},
    {"scaling-bandmf-figure-8", "scaling-bandmf", "Figure 8",
     "bands against rmse for several numbers of epochs, eps = 8", scalingBandmf8},
    {"scaling-bandmf-figure-10", "scaling-bandmf", "Figure 10", "strategies whose min-separation is not known",
     scalingBandmf10},
    {"scaling-bandmf-figure-11", "scaling-bandmf", "Figure 11", "coefficients of one parameter, 1 / i + c",
     scalingBandmf11},
    {"amplified-bandmf-figure-4", "amplified-bandmf", "Figure 4",
     "DP-SGD, multi-epoch MF and amplified banded strategies", amplifiedBandmf4},
    {"amplified-bandmf-table-2", "amplified-bandmf", "Table 2", "matrices under different participation patterns",
     amplifiedBandmfT2},
    {"amplified-bandmf-table-3", "amplified-bandmf", "Table 3", "the best number of bands", amplifiedBandmfT3},
    {"amplified-bandmf-appendix-f", "amplified-bandmf", "Appendix F", "amplification by sampling", amplifiedBandmfF},
    {"amplified-bandmf-table-4", "amplified-bandmf", "Table 4", "noise multipliers without amplification",
     amplifiedBandmfT4},
    {"amplified-bandmf-table-5", "amplified-bandmf", "Table 5", "noise multipliers with amplification",
     amplifiedBandmfT5},
    {"amplified-bandmf-appendix-k1", "amplified-bandmf", "Appendix K.1", "a reported privacy guarantee",
     amplifiedBandmfK1},
    {"near-exact-amplification-figure-2", "near-exact-amplification", "Figure 2", "amplification of fixed strategies",
     nearExact2},
    {"near-exact-amplification-figure-3", "near-exact-amplification", "Figure 3",
     "amplification of the best strategies, and of optimised ones", nearExact3},
    {"near-exact-amplification-figure-5", "near-exact-amplification", "Figure 5",
     "amplification over the sampling probability", nearExact5},
    {"near-exact-amplification-figures-6-to-23", "near-exact-amplification", "Figures 6 to 23",
     "the same for other epochs and steps an epoch", nearExact6},
    {"near-exact-amplification-figure-24", "near-exact-amplification", "Figure 24", "what optimising costs",
     nearExact24},
    {"near-exact-amplification-figure-25", "near-exact-amplification", "Figure 25",
     "what few samples cost an optimisation", nearExact25},
    {"near-exact-amplification-figure-28", "near-exact-amplification", "Figure 28",
     "noise multipliers of a training job", nearExact28},
    {"near-exact-amplification-figure-29", "near-exact-amplification", "Figure 29", "bands of a training job",
     nearExact29},
    {"bisr-bandinvmf-figure-1", "bisr-bandinvmf", "Figure 1", "bands of BSR and BISR", bisr1},
    {"bisr-bandinvmf-figure-2", "bisr-bandinvmf", "Figure 2", "BISR beside other factorisations", bisr2},
    {"bisr-bandinvmf-figure-3", "bisr-bandinvmf", "Figure 3", "few bands of the inverse, optimised", bisr3},
    {"bisr-bandinvmf-bounds", "bisr-bandinvmf", "Theorem 1", "how the bounds grow, with Corollaries 1 to 3",
     bisrBounds},
    {"streaming-blt-figure-1", "streaming-blt", "Figure 1", "BLTs over the optimal Toeplitz strategy", blt1},
    {"streaming-blt-figure-2", "streaming-blt", "Figure 2", "mechanisms and lower bounds over n", blt2},
    {"streaming-blt-figure-3", "streaming-blt", "Figure 3", "BLTs for another number of steps, and their coefficients",
     blt3},
};

constexpr std::array kPapers{
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

}  // namespace

std::span<const Reproduction> allReproductions() {
  return kReproductions;
}

std::span<const ReproducedPaper> allReproducedPapers() {
  return kPapers;
}

}  // namespace noiseloom
