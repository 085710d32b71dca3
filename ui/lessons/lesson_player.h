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

/// Plays a lesson on the document: every step sets its scenario (one undoable step), questions are answered from what
/// the document computed, and leaving restores the scenario from before the lesson. Knows nothing of widgets: views
/// listen to stepChanged().
class LessonPlayer : public QObject {
  Q_OBJECT

 public:
  explicit LessonPlayer(ScenarioDocument& document, QObject* parent = nullptr);

  /// Starts at the first step, leaving any running lesson first.
  void start(std::shared_ptr<const Lesson> lesson);
  void next();
  void back();
  /// Restarts at the first step; guesses are forgotten.
  void restart();
  /// Restores the scenario of the step after it was changed.
  void resetStep();
  /// Restores the scenario from before the lesson, as one undoable step.
  void leave();

  /// The scenario that leave() restores.
  const Scenario& before() const { return m_before; }
  const Lesson* lesson() const { return m_lesson.get(); }
  int step() const { return m_step; }
  const LessonStep& current() const { return m_lesson->steps[m_step]; }
  bool canGoBack() const { return m_lesson && m_step > 0; }
  bool canGoOn() const { return m_lesson && m_step + 1 < static_cast<int>(m_lesson->steps.size()); }

  /// The guess at this step's question: the index of an option, or a number. It can be changed until revealed.
  std::optional<double> guess() const { return m_replies[m_step].guess; }
  void setGuess(double guess);
  bool isRevealed() const { return m_replies[m_step].revealed; }
  /// Shows the answer; needs a guess.
  void reveal();
  /// The index of the option that holds, or the number asked for, computed from the document; nullopt before it is
  /// revealed, while it is being solved, or unless exactly one option holds. Once known it stays, whatever the user
  /// tries out afterwards.
  std::optional<double> answer() const;
  /// True if the guess is right or close enough; nullopt if unknown.
  std::optional<bool> isRight() const;

  /// True if the document still has the step's scenario.
  bool isStepScenario() const;
  /// True if everything that the step needs is computed.
  bool isSolved() const;
  /// Results by name: see docs/lessons.md.
  std::optional<double> value(std::string_view name) const;
  ExpressionLookup lookup() const;
  /// What the plots show at this point of the lesson.
  LessonView view() const;
  QString highlight() const;

 signals:
  /// Another step is shown, or its question was revealed.
  void stepChanged();
  /// Numbers of the step have changed, or the scenario is no longer the step's.
  void valuesChanged();
  void started();
  /// The lesson is over; `restored` is false if a file was opened meanwhile, which stays.
  void left(bool restored);

 private:
  void goTo(int step);
  void applyScenario();
  void wantResults();
  /// Requests training of the design on screen if a text of the step needs it.
  void followOwn();
  LessonResults::Task ownTask() const;
  /// `restored` as in left().
  void end(bool restored);
  std::optional<double> computedAnswer() const;

  ScenarioDocument& m_document;
  std::shared_ptr<const Lesson> m_lesson;
  Scenario m_before;  ///< the scenario before the lesson
  std::shared_ptr<const Design> m_designBefore;
  Scenario m_now;  ///< the scenario of the step
  int m_step = 0;
  /// The user's reply to the question of a step.
  struct Reply {
    std::optional<double> guess;
    bool revealed = false;
    std::optional<double> answer = {};  ///< nullopt until computed
  };
  mutable std::map<int, Reply> m_replies;
  bool m_applying = false;
  bool m_needsSweep = false;  ///< the step refers to the curve of RMSE against bands
  bool m_needsOwn = false;    ///< the step refers to how well the design on screen learns
  LessonResults m_results;
};

}  // namespace noiseloom
