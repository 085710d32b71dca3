#include "ui/document/state_flip.h"

#include <utility>

#include "ui/document/edit_scenario_command.h"
#include "ui/document/scenario_document.h"

namespace noiseloom {

StateFlip::StateFlip(ScenarioDocument& document) : m_document(document) {
  connect(&document.undoStack(), &QUndoStack::indexChanged, this, &StateFlip::indexChanged);
}

StateFlip::State StateFlip::present() const {
  const auto design = m_document.design();
  const bool own = design && m_document.designState() == DesignState::Current;
  return {m_document.scenario(), own ? design : nullptr};
}

const StateFlip::State* StateFlip::target() const {
  if (m_back) return &*m_back;
  if (m_marked && !isMarked(m_document.scenario())) return &*m_marked;
  return m_last && !(m_last->scenario == m_document.scenario()) ? &*m_last : nullptr;
}

const Scenario* StateFlip::other() const {
  const State* state = target();
  return state ? &state->scenario : nullptr;
}

void StateFlip::flip() {
  m_document.takeOverEntries();
  const State* to = target();
  if (!to) return;
  const State goal = *to;
  State from = present();
  if (m_back) {
    // The design of B is kept, for the next flip.
    State& b = m_marked && m_marked->scenario == from.scenario ? *m_marked : m_last ? *m_last : from;
    if (from.design && b.scenario == from.scenario) b.design = from.design;
    m_back.reset();
  } else {
    m_back = std::move(from);
  }
  m_flipping = true;
  m_document.show(goal.scenario, goal.design);
  m_flipping = false;
  emit changed();
}

void StateFlip::mark(const std::optional<Scenario>& scenario) {
  m_marked.reset();
  if (scenario) {
    m_marked = State{*scenario, nullptr};
    if (const State now = present(); now.scenario == *scenario) m_marked->design = now.design;
  }
  emit changed();
}

void StateFlip::scenarioReplaced() {
  if (m_flipping) return;
  m_back.reset();
  emit changed();
}

void StateFlip::indexChanged(int index) {
  const int before = std::exchange(m_index, index);
  if (index == before) return;
  const Scenario last = m_document.scenarioAt(before);
  if (last == m_document.scenario()) return;
  const auto design = m_document.design();
  m_last = State{last, design && design->scenario == last ? design : nullptr};
  emit changed();
}

void StateFlip::settle() {
  if (!m_back) return;
  const Scenario from = std::exchange(m_back, std::nullopt)->scenario;
  m_document.undoStack().push(
      EditScenarioCommand::alreadyApplied(m_document, tr("flip to the other state"), from, m_document.scenario()));
  emit changed();
}

void StateFlip::forget() {
  m_last.reset();
  m_marked.reset();
  m_back.reset();
  m_index = m_document.undoStack().index();
  emit changed();
}

}  // namespace noiseloom
