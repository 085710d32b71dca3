#pragma once

#include <vector>

#include "core/scenario/scenario.h"
#include "core/scenario/scenario_fields.h"

namespace noiseloom {

/// A warning about something that is allowed, as an expert would give it: shown beside the field and with the claim.
struct Caution {
  Field field;
  Text text;                ///< a sentence
  bool beforehand = false;  ///< about finding the design, not about its claim
};

/// In the order of fields. Warns of more participations than fit into the steps at their separation; epsilon above 20;
/// delta above 0.1 / N or 1 / N if examples are the unit and their number N is known; an N that counts users, where
/// examples may be meant; beforehand, a solve that takes over a minute or 2 GB (Mechanism::bytes).
std::vector<Caution> cautionsOf(const Scenario& scenario);

}  // namespace noiseloom
