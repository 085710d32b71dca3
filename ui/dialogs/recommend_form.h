#pragma once

#include <QWidget>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/batching/batching_way.h"
#include "ui/document/field.h"
#include "ui/document/recommend_question.h"

class QCheckBox;
class QLabel;

namespace noiseloom {

class BlankSentence;
class FoldSection;
class NumberField;

/// The question of Design > Recommend: the job as sentences with blanks, and cards for what its data loader does, of
/// which none is ticked before a person does it.
class RecommendForm : public QWidget {
  Q_OBJECT

 public:
  /// The name of the tick for a loader that takes the batches that noiseloom-cli draws, whichever they are.
  static constexpr const char* kAnything = "anything";

  /// With the ticks and limits of `kept`.
  RecommendForm(const Scenario& job, const RecommendQuestion& kept, QWidget* parent = nullptr);

  const Scenario& job() const { return m_job; }
  std::optional<double> seconds() const { return m_seconds; }
  std::optional<double> stepSeconds() const { return m_stepSeconds; }
  std::set<std::string> ticked() const;
  /// What is ticked and can be done with this job.
  std::vector<BatchingWay> chosenWays() const;
  /// What is still to be filled in before it can be asked; empty: nothing.
  QString missing() const;

  NumberField& number(Field field) const { return *m_numbers.at(field); }
  NumberField& solvingTime() const { return *m_time; }
  /// Every box to tick, those of the cards first.
  const std::vector<QCheckBox*>& ways() const { return m_boxes; }
  const BlankSentence& sentence() const { return *m_sentence; }
  const BlankSentence& limits() const { return *m_limitsSentence; }
  /// The problems of all blanks, each with the name of its field.
  QString problems() const;

  /// Commits what is being typed.
  void takeOver();
  /// Changes the job as a person who types would, or ticks a box beside the others.
  void set(Field field, std::optional<double> value) { edit(field, value); }
  void setSteps(Index iterations);
  void tick(std::string_view way);
  /// Everything that Tab stops at, in the order in which it is read.
  QList<QWidget*> stops() const;

 signals:
  void changed();

 private:
  NumberField* newNumber(Field field);
  NumberField* newLimit(const QString& name, const QString& help, double least, double most, bool whole,
                        std::optional<double> value, std::optional<double>& into);
  QWidget* newSentences();
  QWidget* newLoaders(const std::set<std::string>& ticked);
  QCheckBox* addBox(QCheckBox* box, std::string_view name, const std::set<std::string>& ticked);
  void edit(Field field, std::optional<double> value);
  void setProblem(NumberField& number, const QString& problem);
  double shownEpochs() const;
  QString stepsText() const;
  void showJob();
  void showWays();
  void showProblems();
  void applyLook();
  /// The ways behind a box, under this job; empty where no accounting covers them.
  std::vector<BatchingWay> waysOf(std::string_view name) const;

  Scenario m_job;
  std::optional<double> m_typedEpochs;
  std::optional<double> m_seconds;
  std::optional<double> m_stepSeconds;
  std::map<Field, NumberField*> m_numbers;
  NumberField* m_stepTime = nullptr;
  NumberField* m_time = nullptr;
  std::vector<NumberField*> m_order;  // as the sentences have them
  std::set<const NumberField*> m_refused;
  BlankSentence* m_sentence = nullptr;
  BlankSentence* m_limitsSentence = nullptr;
  FoldSection* m_limits = nullptr;
  FoldSection* m_more = nullptr;
  QLabel* m_steps;
  QLabel* m_problem;
  QLabel* m_loader;
  std::vector<QCheckBox*> m_boxes;
  std::vector<std::string> m_names;  // of the boxes
};

}  // namespace noiseloom
