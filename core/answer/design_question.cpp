#include "core/answer/design_question.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/answer/arguments.h"
#include "core/answer/claim_note.h"
#include "core/answer/readable.h"
#include "core/design/cost.h"
#include "core/design/design.h"
#include "core/scenario/cautions.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/designer.h"

namespace noiseloom {
namespace {

/// The warning for noise that a machine has no room for: how much it takes, and what would fit. Empty where it fits, or
/// where nobody has said how much memory there is.
std::string memoryNote(const Design& design) {
  const Deployment& deployment = design.scenario.deployment;
  const std::optional<Index> memory = memoryOfMachine(deployment);
  const Index rows = design.strategy.noiseRows();
  if (!memory || rows <= mostRowsIn(*memory, deployment)) return "";
  const double taken = noiseMemoryOf(rows, deployment).perMachine;
  std::string note = "making the noise keeps " + std::to_string(rows) + " rows, " + readableBytes(taken) +
                     " a machine, which has " + readableBytes(static_cast<double>(*memory)) + ": ";
  // Machines share the coordinates; one of them holds at least one.
  const Index each = *memory / bytesOf(deployment.numberType) / rows;
  if (each > 0) {
    const Index machines = (deployment.parameters + each - 1) / each;
    note += std::to_string(machines) + " machines have room for it, or ";
  }
  Scenario scenario = design.scenario;
  scenario.mechanism = design.mechanism;
  scenario.bands.reset();
  const std::optional<Index> size = mostSizeIn(*memory, scenario);
  const bool buffers = scenario.mechanism->uses(Field::Buffers);
  if (size && *size > 0) {
    note += (buffers ? "--buffers " : "--bands ") + std::to_string(*size) + " would fit";
  } else {
    note += "--mechanism best takes the best one that fits";
  }
  return note;
}

}  // namespace

void DesignQuestion::declare(const AddOption& add) {
  add({.name = "link",
       .type = "LINK",
       .place = &m_link,
       .help = "a link that the window copies, noiseloom://...: its inputs, as far as no option replaces them",
       .positional = true});
  // The unknown need not be given: scenario() asks for the rest.
  m_scenario.declare(add, false);
  m_solveFor.declare(add);
  m_unit.declare(add);
  add({.name = "class-bounds",
       .place = &m_classBounds,
       .help = "also what no Toeplitz, equal-norm or banded strategy goes below, where that is proven (takes seconds)",
       .group = "Output"});
  add({"stops", "LIST", &m_stops,
       "also the errors of runs of this design that stop after these steps, such as 500,1000, each against a design "
       "made for them alone",
       "Output"});
}

std::vector<Index> DesignQuestion::stopsOf(const Scenario& scenario) const {
  std::vector<Index> stops;
  if (!m_stops) return stops;
  for (const std::string& value : listedValues("stops", *m_stops)) stops.push_back(parseCount("stops", value));
  checkStops(scenario.iterations, stops);
  return stops;
}

DesignQuestion::Solved DesignQuestion::solve(const RunControl& control,
                                             const std::function<void(const Text&)>& onCaution) const {
  if (!m_solveFor.given()) m_solveFor.refuseIdle();
  std::optional<SolvedInput> input;
  if (m_solveFor.given()) input = SolvedInput{m_solveFor.unknown(), m_solveFor.target(), {}};
  const ScenarioOptions options = m_link ? m_scenario.onLink(*m_link) : m_scenario;
  const Scenario scenario = (input ? m_solveFor.started(options) : options).scenario();
  m_unit.check(scenario);
  if (!input || input->unknown != Field::Iterations) stopsOf(scenario);  // a mistake is found before the work
  for (const Caution& caution : cautionsOf(scenario)) {
    if (caution.beforehand && onCaution) onCaution(caution.text);
  }
  Solved found;
  DesignAnswer& answer = found.answer;
  if (input) {
    input->result = solveFor(scenario, input->unknown, input->target, control);
    answer.design = input->result.design;
    if (input->result.outcome == SolveOutcome::Unreachable) {
      found.why = {Ending::No, nullptr,
                   "the target cannot be reached: " + explain(input->result, input->unknown, input->target)};
      answer.design = nullptr;
      return found;
    }
    answer.solved = std::move(input);
  } else if (scenario.asksForBest()) {
    answer.ranking = rankMechanisms(scenario, control);
    answer.design = bestOf(scenario, answer.ranking);
  } else {
    answer.design = design(scenario, control);
  }
  found.stopped = control.stopRequested();
  if (!answer.design || (found.stopped && !std::isfinite(answer.design->noiseMultiplier.value))) {
    answer.design = nullptr;
    found.why = {Ending::Stopped, nullptr, "cancelled before a first design was ready; nothing was written"};
  }
  return found;
}

std::string DesignQuestion::complete(Solved& found, bool profile, const RunControl& control) const {
  DesignAnswer& answer = found.answer;
  const Design& design = *answer.design;
  const auto beforeProfile = std::chrono::steady_clock::now();
  answer.claim = profile ? claimWithProfile(design, control.quiet()) : claimOf(design);
  answer.profileSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - beforeProfile).count();
  answer.scale = ErrorScale(m_unit.unit(), design.scenario, control.quiet());
  answer.inUnit = m_unit.given();
  if (m_classBounds) answer.bounds = classBounds(design, control);
  if (m_stops) answer.stops = runStops(design, stopsOf(design.scenario), control);
  std::string notes;
  const auto note = [&notes](const std::string& text) {
    if (!text.empty()) notes += (notes.empty() ? "" : "\n") + text;
  };
  note(memoryNote(design));
  note(criticalNote(answer.claim));
  if (found.stopped)
    note("cancelled: this is the best design so far (its noise suffices; its error may not be the smallest)");
  return notes;
}

Answer DesignQuestion::answer(const RunControl& control) const {
  Solved found = solve(control);
  if (!found.answer.design) return found.why;
  // Where noise depends on the whole strategy each point of a profile takes draws of its own, up to seconds.
  std::string notes = complete(found, !found.answer.design->scenario.batching->ofStrategy(), control);
  return {found.stopped ? Ending::Stopped : Ending::Answered, designJson(found.answer), std::move(notes),
          found.answer.design};
}

}  // namespace noiseloom
