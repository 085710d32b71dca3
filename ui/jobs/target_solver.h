#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <vector>

#include "core/explore/solve_for.h"
#include "ui/document/field.h"
#include "ui/jobs/newest_job.h"

namespace noiseloom {

class ScenarioDocument;

/// Keeps one input of the scenario solved for a target: every edit of another input starts a search on a worker thread
/// (the newest wins), whose answer joins the edit that caused it in one undo step. What is undone or redone is left as
/// it was.
class TargetSolver : public QObject {
  Q_OBJECT

 public:
  enum class State {
    Off,          ///< nothing is solved for
    Solving,      ///< an answer is on its way
    Met,          ///< the scenario reaches the target
    Unreachable,  ///< no value of the unknown does: message()
    Refused,      ///< the question has no answer: message()
    Stopped       ///< cancelled, or the scenario was undone to one that nobody solved
  };

  explicit TargetSolver(ScenarioDocument& document, QObject* parent = nullptr);

  /// Solves for another input, or for none: one undo step. The target stays where it means something for the unknown;
  /// else it becomes the error that the document's design has, which the present value of the unknown reaches.
  void lock(std::optional<Field> unknown);
  /// Solves for nothing, without an undo step: for what replaces the whole scenario.
  void release();
  /// Both at once, for sessions. Nothing is solved: where the scenario's design misses the target that is a Stop.
  void restore(Field unknown, const SolveTarget& target);
  std::optional<Field> unknown() const { return m_unknown; }
  /// One undo step, also with what the scenario becomes by it; targets of one gesture (not 0) are one step.
  void setTarget(const SolveTarget& target, int gesture = 0);
  const SolveTarget& target() const { return m_target; }
  State state() const { return m_state; }
  /// Why there is no answer, for the target's field; empty when there is one.
  const QString& message() const { return m_message; }
  void cancel();
  /// Asks again, after a stop.
  void again();
  /// The standing of the scenario in another quantity, to start a target from.
  SolveTarget standing(TargetQuantity quantity) const;

 signals:
  void changed();

 private:
  struct Question {
    std::optional<Field> unknown;
    SolveTarget target;
  };
  void addStep(const QString& text, const Question& before, int gesture = 0);
  void ask(const Question& question);
  void remember();
  void solve();
  /// Why the question of the unknown and the target has no meaning for a scenario.
  std::optional<QString> refusalOf(const Scenario& scenario) const;
  /// Whether the design of a restored scenario reaches the target, once there is one.
  void checkRestored();
  void receive(const Scenario& asked, const SolveTarget& target, const SolveForResult& result);
  void setState(State state, const QString& message = {});
  QString whyNot(const SolveForResult& result) const;

  /// An answer that was given: where the document comes back to it, it holds.
  struct Answer {
    Scenario scenario;
    Field unknown;
    SolveTarget target;
  };
  bool isAnswered() const;

  ScenarioDocument& m_document;
  std::vector<Answer> m_answers;
  std::optional<Field> m_unknown;
  SolveTarget m_target;
  State m_state = State::Off;
  QString m_message;
  bool m_amending = false;
  bool m_restored = false;  ///< the scenario and its target come from a file that nobody has checked
  NewestJob m_job;          // last: destroyed, and so joined, before what it uses
};

}  // namespace noiseloom
