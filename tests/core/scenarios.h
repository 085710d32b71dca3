#pragma once

#include <string>

#include "core/base/errors.h"
#include "core/scenario/scenario.h"

namespace noiseloom {

/// A scenario of the standard mechanism and batching that is solved within milliseconds.
inline Scenario tiny() {
  return Scenario({.iterations = 60, .epochs = 3, .epsilon = 4, .bands = 5});
}

/// The first obstacle to a design; empty if there is none.
inline std::string problemOf(const Scenario& scenario) {
  const auto problems = scenario.problems();
  return problems.empty() ? std::string() : problems.front().what();
}

/// The argument that a call refuses.
template <class Call>
std::string refusedArgument(const Call& call) {
  try {
    call();
  } catch (const InvalidArgument& error) {
    return error.argument();
  }
  return "nothing was refused";
}

}  // namespace noiseloom
