#pragma once

#include <vector>

#include "core/scenario/scenario.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

/// Something that is allowed, and that an expert would warn of: said calmly, beside the field and with the claim.
struct Caution {
  Field field;
  Text text;                ///< a sentence
  bool beforehand = false;  ///< about finding the design: nothing that its claim would say
};

/// In the order of fields. What is warned of: more participations than fit into the steps at their separation; epsilon
/// above 20; delta above 0.1 / N or 1 / N where examples are the unit and their number N is known; beforehand, a solve
/// that takes over a minute or 2 GB (Mechanism::bytes).
std::vector<Caution> cautionsOf(const Scenario& scenario);

}  // namespace noiseloom
