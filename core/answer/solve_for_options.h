#pragma once

#include <optional>
#include <string>

#include "core/answer/scenario_options.h"
#include "core/explore/solve_for.h"

namespace noiseloom {

/// `--solve-for` and its target: which input of the scenario is to be found (docs/formats.md, "Command line").
class SolveForOptions {
 public:
  void declare(const AddOption& add);
  bool given() const { return m_unknown.has_value(); }
  /// The unknown that the options name. Throws InvalidArgument.
  Field unknown() const;
  SolveTarget target() const;
  /// The scenario's options with a place for the search to start from where the unknown was not typed.
  ScenarioOptions started(const ScenarioOptions& scenario) const;
  /// Refuses a target without --solve-for.
  void refuseIdle() const;

 private:
  using Typed = std::optional<std::string>;

  Typed m_unknown;
  Typed m_error;
  Typed m_improvement;
  Typed m_rows;
  Typed m_memory;
  Typed m_advantage;
  Typed m_truePositives;
  Typed m_falsePositives;
  Typed m_rightGuesses;
  Typed m_prior;
};

}  // namespace noiseloom
