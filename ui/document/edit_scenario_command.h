#pragma once

#include <QUndoCommand>
#include <functional>
#include <optional>

#include "core/scenario/scenario.h"
#include "ui/document/field.h"

namespace noiseloom {

class ScenarioDocument;

/// An input outside the scenario that is undone and redone with it.
struct BesideScenario {
  std::function<void()> undo;
  std::function<void()> redo;
};

/// Undo step that replaces one scenario by another. Holds whole scenarios, so linked fields need no care.
class EditScenarioCommand : public QUndoCommand {
 public:
  /// `text` names the step; if it is empty, the field and its value do.
  EditScenarioCommand(ScenarioDocument& document, Field field, Scenario after, int gesture, QString text = {});
  /// Replaces the whole scenario, under a name of its own.
  EditScenarioCommand(ScenarioDocument& document, const QString& text, Scenario after);
  /// A step that was already made: pushing it changes nothing.
  static EditScenarioCommand* alreadyApplied(ScenarioDocument& document, const QString& text, Scenario before,
                                             Scenario after);

  /// A step of an input beside the scenario that has already changed; its consequences for the scenario may amend the
  /// step. Steps of one gesture (not 0) merge.
  static EditScenarioCommand* forOtherInput(ScenarioDocument& document, const QString& text, BesideScenario beside,
                                            int gesture);

  /// Merges with any preceding edit of the scenario, which keeps its name and gesture.
  void setAmends() { m_amends = true; }
  const Scenario& before() const { return m_before; }
  const Scenario& after() const { return m_after; }
  void undo() override;
  void redo() override;
  int id() const override { return 1; }
  bool mergeWith(const QUndoCommand* newer) override;

 private:
  void describe();

  ScenarioDocument& m_document;
  std::optional<Field> m_field;  ///< nullopt: several fields, or none
  QString m_name;                ///< empty: the field with its value
  int m_gesture = 0;
  Scenario m_before;
  Scenario m_after;
  bool m_applied = false;       ///< the step has been made once
  bool m_skipNextRedo = false;  ///< pushing a step calls redo(), once
  bool m_amends = false;
  BesideScenario m_beside;
};

}  // namespace noiseloom
