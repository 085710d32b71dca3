#include "ui/document/edit_scenario_command.h"

#include <utility>

#include "ui/document/scenario_document.h"

namespace noiseloom {

EditScenarioCommand::EditScenarioCommand(ScenarioDocument& document, Field field, Scenario after, int gesture,
                                         QString text)
    : m_document(document),
      m_field(field),
      m_name(std::move(text)),
      m_gesture(gesture),
      m_before(document.scenario()),
      m_after(std::move(after)) {
  describe();
}

EditScenarioCommand::EditScenarioCommand(ScenarioDocument& document, const QString& text, Scenario after)
    : QUndoCommand(text), m_document(document), m_before(document.scenario()), m_after(std::move(after)) {}

EditScenarioCommand* EditScenarioCommand::alreadyApplied(ScenarioDocument& document, const QString& text,
                                                         Scenario before, Scenario after) {
  auto* command = new EditScenarioCommand(document, text, std::move(after));
  command->m_before = std::move(before);
  command->m_applied = true;
  command->m_skipNextRedo = true;
  return command;
}

EditScenarioCommand* EditScenarioCommand::forOtherInput(ScenarioDocument& document, const QString& text,
                                                        BesideScenario beside, int gesture) {
  auto* command = new EditScenarioCommand(document, text, document.scenario());
  command->m_applied = true;
  command->m_skipNextRedo = true;
  command->m_gesture = gesture;
  command->m_beside = std::move(beside);
  return command;
}

// QUndoCommand shows what stands before the line break in the history, and what follows it in menus.
void EditScenarioCommand::describe() {
  if (!m_field) return;
  if (!m_name.isEmpty()) return setText(m_name);
  const QString name = fieldLabel(*m_field);
  const QString before = fieldText(m_before, *m_field);
  const QString after = fieldText(m_after, *m_field);
  if (after.isEmpty()) return setText(name);
  const QString change = before == after || before.isEmpty()
                             ? ScenarioDocument::tr("%1: %2").arg(name, after)
                             : ScenarioDocument::tr("%1: %2 to %3").arg(name, before, after);
  setText(change + QLatin1Char('\n') + name);
}

void EditScenarioCommand::undo() {
  if (m_beside.undo) m_beside.undo();
  m_document.replaceScenario(m_before, std::nullopt);
}

void EditScenarioCommand::redo() {
  if (std::exchange(m_skipNextRedo, false)) return;
  if (m_beside.redo) m_beside.redo();
  // The first redo is the edit itself: only then may other fields keep an unusable entry.
  m_document.replaceScenario(m_after, m_applied ? std::nullopt : m_field);
  m_applied = true;
}

bool EditScenarioCommand::mergeWith(const QUndoCommand* newer) {
  const auto* other = static_cast<const EditScenarioCommand*>(newer);
  if (other->m_amends) {
    m_after = other->m_after;
    describe();
    return true;
  }
  if (m_gesture == 0 || other->m_gesture != m_gesture || other->m_field != m_field) return false;
  m_after = other->m_after;
  m_name = other->m_name;
  describe();
  if (m_beside.redo) {
    m_beside.redo = other->m_beside.redo;
  } else if (m_before == m_after) {
    setObsolete(true);
  }
  return true;
}

}  // namespace noiseloom
