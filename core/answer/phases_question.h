#pragma once

#include <string>
#include <vector>

#include "core/answer/answer.h"
#include "core/answer/scenario_options.h"
#include "core/search/phased_designs.h"

namespace noiseloom {

/// `phases`: designs of all phases of a training run, which have one promise together. The options of `design` are for
/// every phase; --phase has those of one phase beside them, or in their place.
class PhasesQuestion final : public Question {
 public:
  void declare(const AddOption& add) override;
  Answer answer(const RunControl& control) const override;

  /// The files that are read.
  std::vector<FileOption> inputs() const { return m_scenario.inputs(); }
  /// Throws InvalidArgument naming "phase" for options that are none of a phase's, and what ScenarioOptions throw.
  PhasesRequest request() const;

 private:
  PhaseRequest phaseOf(const std::string& text) const;

  ScenarioOptions m_scenario;
  std::vector<std::string> m_phases;
};

/// What all phases together are said to have, and on what condition; begins by saying so where a phase's claim is not
/// made.
std::string phasesStatement(const PhasesRequest& request, const PhasedDesigns& made);
/// What is to be said beside the answer of a phase whose claim is not made; empty where all are.
std::string phasesNote(const PhasedDesigns& made);
/// One object (docs/formats.md).
Json phasesJson(const PhasesRequest& request, const PhasedDesigns& made);

}  // namespace noiseloom
