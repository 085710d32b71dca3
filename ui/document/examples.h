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

/// All examples in menu order, with names and descriptions in the window's language. Throws FormatError for an
/// unreadable resource, which a test rules out.
std::vector<ExampleScenario> exampleScenarios();

}  // namespace noiseloom
