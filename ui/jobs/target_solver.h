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

/// Keeps one input of the scenario solved for a target: every edit of another input starts a search on a worker
/// thread (the newest wins), whose answer joins that edit in one undo step. Scenarios restored by undo or redo stay
/// as they are.
class TargetSolver : public QObject {
  Q_OBJECT

 public:
  enum class State {
    Off,          ///< nothing is solved for
    Solving,      ///< an answer is on its way
    Met,          ///< the scenario meets the target
    Unreachable,  ///< no value of the unknown meets it: see message()
    Refused,      ///< the question has no answer: see message()
    Stopped       ///< cancelled, or undo restored a scenario that was not solved for
  };

  explicit TargetSolver(ScenarioDocument& document, QObject* parent = nullptr);

  /// Solves for another input, or for none: one undo step. The target stays if it applies to the new unknown; otherwise
  /// it becomes the error of the document's design, which the present value of the unknown reaches.
  void lock(std::optional<Field> unknown);
  /// Stops solving for an input, without an undo step: for edits that replace the whole scenario.
  void release();
  /// Sets both without solving, for sessions. If the scenario's design misses the target, the state is Stopped.
  void restore(Field unknown, const SolveTarget& target);
  std::optional<Field> unknown() const { return m_unknown; }
  /// One undo step, including the resulting scenario. Targets of one gesture (not 0) merge into one step.
  void setTarget(const SolveTarget& target, int gesture = 0);
  const SolveTarget& target() const { return m_target; }
  State state() const { return m_state; }
  /// Why there is no answer, for the target's field; empty if there is one.
  const QString& message() const { return m_message; }
  void cancel();
  /// Solves again after a stop.
  void again();
  /// The present value of another quantity, or a usual one, as a first target.
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
  /// The use of an answer.
  enum class Answers { Taken, Compared };
  void solve(Answers answers = Answers::Taken);
  /// Why solving for the target makes no sense for a scenario; nullopt if it does.
  std::optional<QString> refusalOf(const Scenario& scenario) const;
  /// Checks if the design of a restored scenario meets the target, once there is one.
  void checkRestored();
  void receive(const Scenario& asked, const SolveTarget& target, const SolveForResult& result, Answers answers);
  void setState(State state, const QString& message = {});
  QString whyNot(const SolveForResult& result) const;

  /// A past answer: it holds again when the document returns to it.
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
  bool m_restored = false;  ///< scenario and target come from a file and are not verified yet
  NewestJob m_job;          // declared last: joined before the members that it uses
};

}  // namespace noiseloom
