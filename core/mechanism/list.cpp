#include "core/mechanism/list.h"

namespace noiseloom {

std::span<const Mechanism* const> offeredMechanisms() {
  return mechanisms::kOffered;
}

std::span<const Mechanism* const> allMechanisms() {
  return offeredMechanisms().first(mechanisms::kOffered.size() - 2);
}

const Mechanism& bestMechanism() {
  return mechanisms::best;
}

const Mechanism& importedMechanism() {
  return mechanisms::imported;
}

const Mechanism& baselineMechanism() {
  return mechanisms::dpSgd;
}

const Mechanism& standardMechanism() {
  return mechanisms::bandedToeplitz;
}

}  // namespace noiseloom
