#include "core/mechanism/families.h"

#include <array>

#include "core/mechanism/list.h"

namespace noiseloom {
namespace {

constexpr std::array kIndependent{&mechanisms::dpSgd};
constexpr std::array kBanded{&mechanisms::bandedToeplitz, &mechanisms::reciprocalToeplitz, &mechanisms::banded,
                             &mechanisms::bsr};
constexpr std::array kInverse{&mechanisms::bandInvMf, &mechanisms::bisr, &mechanisms::bifr, &mechanisms::lambdaCgd};
constexpr std::array kBuffered{&mechanisms::blt, &mechanisms::rationalBlt};
constexpr std::array kTrees{&mechanisms::tree, &mechanisms::recursiveBlt};
constexpr std::array kDense{&mechanisms::dense, &mechanisms::stamped, &mechanisms::squareRoot};
constexpr std::array kRequests{&mechanisms::best, &mechanisms::imported};

constexpr std::array kFamilies{
    MechanismFamily{Core::tr("Independent"), Core::tr("Nothing is kept from step to step."), kIndependent},
    MechanismFamily{Core::tr("Bands of C"), Core::tr("Keeps b − 1 noise vectors. Most sampled batches need such a C."),
                    kBanded},
    MechanismFamily{Core::tr("Bands of C⁻¹"), Core::tr("Keeps b − 1 draws, or makes them again."), kInverse},
    MechanismFamily{Core::tr("Buffered"), Core::tr("Keeps a few sums, however long the training."), kBuffered},
    MechanismFamily{Core::tr("Trees"), Core::tr("Keeps about log n vectors."), kTrees},
    MechanismFamily{Core::tr("Full matrices"), Core::tr("Keeps up to n vectors: for small n."), kDense},
    MechanismFamily{Core::tr("Any"), {}, kRequests},
};

}  // namespace

std::span<const MechanismFamily> mechanismFamilies() {
  return kFamilies;
}

}  // namespace noiseloom
