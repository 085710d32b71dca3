#pragma once

#include <QString>
#include <vector>

#include "core/scenario/scenario.h"

namespace noiseloom {

/// A scenario that ships with the program (resources/scenarios), from a published experiment.
struct ExampleScenario {
  QString id;  ///< the same in every language: "cifar10"
  QString name;
  QString description;
  QString citation;
  Scenario scenario;
};

/// All examples in the order of the menu, names and descriptions in the language of the window. Throws FormatError for
/// a resource that cannot be read, which a test rules out.
std::vector<ExampleScenario> exampleScenarios();

}  // namespace noiseloom
