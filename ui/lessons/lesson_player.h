#pragma once

#include <QObject>
#include <map>
#include <memory>
#include <optional>

#include "core/scenario/scenario.h"
#include "ui/lessons/lesson.h"
#include "ui/lessons/lesson_results.h"

namespace noiseloom {

class ScenarioDocument;

/// Plays a lesson on the document: every step sets its scenario (one undoable step), questions are asked and answered
/// from what the document computed, and leaving gives back the scenario that the lesson began with. Knows nothing of
/// widgets: who shows a step hears stepChanged().
class LessonPlayer : public QObject {
  Q_OBJECT

 public:
  explicit LessonPlayer(ScenarioDocument& document, QObject* parent = nullptr);

  /// Starts at the first step; a lesson that is running is left first.
  void start(std::shared_ptr<const Lesson> lesson);
  void next();
  void back();
  /// The first step again; guesses are forgotten.
  void restart();
  /// Puts the scenario of the step back after it was changed.
  void resetStep();
  /// Gives back the scenario of before, as one step that can be undone.
  void leave();

  /// What leave() gives back.
  const Scenario& before() const { return m_before; }
  const Lesson* lesson() const { return m_lesson.get(); }
  int step() const { return m_step; }
  const LessonStep& current() const { return m_lesson->steps[static_cast<std::size_t>(m_step)]; }
  bool canGoBack() const { return m_lesson && m_step > 0; }
  bool canGoOn() const { return m_lesson && m_step + 1 < static_cast<int>(m_lesson->steps.size()); }

  /// The guess at this step's question: the number of an option, or a number. It can be changed until it is revealed.
  std::optional<double> guess() const { return m_replies[m_step].guess; }
  void setGuess(double guess);
  bool isRevealed() const { return m_replies[m_step].revealed; }
  /// Shows the answer; needs a guess.
  void reveal();
  /// The number of the option that holds, or the number asked for, computed from the document; nullopt before it is
  /// revealed, while that is still being solved, and when not exactly one option holds. Once known it stays, whatever a
  /// person then tries out.
  std::optional<double> answer() const;
  /// Whether the guess is right, or close enough.
  std::optional<bool> isRight() const;

  /// Whether the document still has the scenario of the step.
  bool isStepScenario() const;
  /// Everything that the step computes is there.
  bool isSolved() const;
  /// Results by name: see docs/lessons.md.
  std::optional<double> value(std::string_view name) const;
  ExpressionLookup lookup() const;
  /// What is to be seen at this point of the lesson.
  LessonView view() const;
  QString highlight() const;

 signals:
  /// Another step, or its question was revealed.
  void stepChanged();
  /// Numbers of the step have changed, or its scenario is no longer that of the step.
  void valuesChanged();
  void started();
  /// The lesson is over: `restored` unless a file was opened meanwhile, which stays.
  void left(bool restored);

 private:
  void goTo(int step);
  void applyScenario();
  void wantResults();
  /// What the design on screen learns, where a text of the step says it.
  void followOwn();
  LessonResults::Task ownTask() const;
  /// `restored`: as in left().
  void end(bool restored);
  std::optional<double> computedAnswer() const;

  ScenarioDocument& m_document;
  std::shared_ptr<const Lesson> m_lesson;
  Scenario m_before;  ///< the scenario that the lesson began with
  std::shared_ptr<const Design> m_designBefore;
  Scenario m_now;  ///< of the step
  int m_step = 0;
  /// To the question of a step.
  struct Reply {
    std::optional<double> guess;
    bool revealed = false;
    std::optional<double> answer = {};  ///< once it is computed
  };
  mutable std::map<int, Reply> m_replies;
  bool m_applying = false;
  bool m_needsSweep = false;  ///< the step speaks about the curve of rmse against bands
  bool m_needsOwn = false;    ///< and about how well the design on screen learns
  LessonResults m_results;
};

}  // namespace noiseloom
