#pragma once

#include "core/scenario/scenario.h"

namespace noiseloom {

class ScenarioDocument;
struct TrainingChoice;

/// The scenario of core's default training with the document's mechanism: the noise shows in it within seconds.
Scenario exampleScenario(const ScenarioDocument& document);
/// True if points in the plane are trained with that scenario instead of the document's: nobody has changed the latter
/// yet, in which no noise would be seen.
bool trainsExample(const ScenarioDocument& document, const TrainingChoice& choice);

}  // namespace noiseloom
