#pragma once

#include <span>

#include "core/scenario/mechanism.h"

namespace noiseloom {

/// Mechanisms whose strategies have one form, and what that costs.
struct MechanismFamily {
  Phrase name;
  Phrase costs;  ///< what making the noise keeps and what the form needs, in a sentence or two
  std::span<const Mechanism* const> members;
};

/// Every offered mechanism once, grouped, the simplest family first. The last family is that of requests:
/// bestMechanism() and importedMechanism().
std::span<const MechanismFamily> mechanismFamilies();

}  // namespace noiseloom
