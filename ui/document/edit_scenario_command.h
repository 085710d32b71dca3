#pragma once

#include <QUndoCommand>
#include <functional>
#include <optional>

#include "core/scenario/scenario.h"
#include "ui/document/field.h"

namespace noiseloom {

class ScenarioDocument;

/// What is undone and redone together with a scenario: inputs that are no part of it.
struct BesideScenario {
  std::function<void()> undo;
  std::function<void()> redo;
};

/// Undo step: one scenario for another. Holds whole scenarios, which are small, so that linked fields need no care.
class EditScenarioCommand : public QUndoCommand {
 public:
  /// `name`: of the step; empty: of the field, with its value.
  EditScenarioCommand(ScenarioDocument& document, Field field, Scenario after, int gesture, QString name = {});
  /// All of the scenario at once, under a name of its own.
  EditScenarioCommand(ScenarioDocument& document, const QString& name, Scenario after);
  /// A step that was made before: pushing it changes nothing.
  static EditScenarioCommand* made(ScenarioDocument& document, const QString& text, Scenario before, Scenario after);

  /// A step of something beside the scenario that was done already; what follows from it for the scenario may amend the
  /// step. Steps of one gesture (not 0) become one.
  static EditScenarioCommand* besides(ScenarioDocument& document, const QString& text, BesideScenario beside,
                                      int gesture);

  /// It joins any edit of the scenario before it, which keeps its name and gesture.
  void setAmends() { m_amends = true; }
  const Scenario& before() const { return m_before; }
  void undo() override;
  void redo() override;
  int id() const override { return 1; }
  bool mergeWith(const QUndoCommand* newer) override;

 private:
  void describe();

  ScenarioDocument& m_document;
  std::optional<Field> m_field;  ///< none: all of them
  QString m_name;                ///< empty: that of the field
  int m_gesture = 0;
  Scenario m_before;
  Scenario m_after;
  bool m_applied = false;
  bool m_made = false;  ///< the next redo is only the push
  bool m_amends = false;
  BesideScenario m_beside;
};

}  // namespace noiseloom
