#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/answer/design_answer.h"
#include "core/answer/error_unit_option.h"
#include "core/answer/scenario_options.h"
#include "core/answer/solve_for_options.h"

namespace noiseloom {

/// `design`: solves a scenario, or finds an input of it, for a design.
class DesignQuestion final : public Question {
 public:
  void declare(const AddOption& add) override;
  Answer answer(const RunControl& control) const override;

  /// The files that are read.
  std::vector<FileOption> inputs() const { return m_scenario.inputs(); }
  /// The design, its ranking and the input that was found, as far as it was not stopped. onCaution: called before the
  /// work of what a person may want to change. Where there is no design, `why` says why.
  struct Solved {
    DesignAnswer answer = {};
    Answer why = {};
    bool stopped = false;
  };
  Solved solve(const RunControl& control, const std::function<void(const Text&)>& onCaution = {}) const;
  /// Adds the claim, with its profile where that is asked for, what the errors are stated in, and bounds. Returns what
  /// is to be said beside the answer.
  std::string complete(Solved& found, bool profile, const RunControl& control) const;

 private:
  std::vector<Index> stopsOf(const Scenario& scenario) const;

  std::optional<std::string> m_link;
  ScenarioOptions m_scenario;
  SolveForOptions m_solveFor;
  ErrorUnitOption m_unit;
  bool m_classBounds = false;
  std::optional<std::string> m_stops;
};

}  // namespace noiseloom
