#pragma once

#include <QDialog>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/recommend/recommendation.h"
#include "ui/document/field.h"
#include "ui/jobs/mailbox.h"
#include "ui/jobs/newest_job.h"

class QCheckBox;
class QLabel;
class QLayout;
class QProgressBar;
class QPushButton;
class QTabWidget;
class QVBoxLayout;

namespace noiseloom {

class MessageLine;
class NumberField;
class ScenarioDocument;
class WrappingTable;

/// Design > Recommend: the user describes a job and ticks the batches that it can form, and sees what to run and why.
/// The job starts as the document's scenario; the document changes only by "Use this design".
class RecommendDialog : public QDialog {
  Q_OBJECT

 public:
  explicit RecommendDialog(ScenarioDocument& document, QWidget* parent = nullptr);

  const Scenario& job() const { return m_job; }
  NumberField& number(Field field) { return *m_numbers.at(field); }
  NumberField& solvingTime() { return *m_time; }
  const std::vector<QCheckBox*>& ways() const { return m_ways; }
  QPushButton& startButton() { return *m_start; }
  QPushButton& useButton() { return *m_use; }
  WrappingTable& designs() { return *m_designs; }
  WrappingTable& leftOut() { return *m_leftOut; }
  /// The last answer; nullopt before the first.
  const std::optional<Recommendation>& found() const { return m_found; }
  bool running() const { return m_running; }
  QString answerText() const;
  QString errorText(const RecommendedDesign& each) const;

  void start();

 signals:
  void answered();
  /// The design was adopted, and the user wants its files.
  void exportWanted();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  /// Adds an input to the column; text that is no number is refused beside it.
  void place(QVBoxLayout& column, NumberField* number);
  void addFields(QVBoxLayout& column, std::initializer_list<Field> fields);
  void buildJob(QVBoxLayout& column);
  QLayout* startRow();
  void buildAnswer(QVBoxLayout& column);
  void buildOutputs(QVBoxLayout& column);
  void edit(Field field, std::optional<double> value);
  void showJob();
  /// Shows why the text of an input is not used; empty: it is.
  void setProblem(NumberField& number, const QString& problem);
  void updateStart();
  void showAnswer();
  void showRunning(bool running);
  std::vector<BatchingWay> chosenWays() const;
  /// The selected design, or else the recommended one.
  const RecommendedDesign* selected() const;
  bool use();

  ScenarioDocument& m_document;
  Scenario m_job;
  std::optional<double> m_seconds;
  std::optional<double> m_stepSeconds;
  std::vector<BatchingWay> m_offered;
  std::vector<QCheckBox*> m_ways;
  std::map<Field, NumberField*> m_numbers;
  std::set<const NumberField*> m_refused;  // whose text is not used
  NumberField* m_time;
  NumberField* m_stepTime;
  QLabel* m_steps;
  QPushButton* m_start;
  QPushButton* m_cancel;
  QProgressBar* m_progress;
  QLabel* m_headline;
  QLabel* m_answer;
  QTabWidget* m_pages;
  WrappingTable* m_designs;
  WrappingTable* m_leftOut;
  MessageLine* m_message;
  QPushButton* m_use;
  QPushButton* m_pin;
  QPushButton* m_export;
  QPushButton* m_copy;
  std::optional<Recommendation> m_found;
  bool m_running = false;
  std::shared_ptr<Mailbox<Progress>> m_reached;
  QTimer* m_poll;
  NewestJob m_work;  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
