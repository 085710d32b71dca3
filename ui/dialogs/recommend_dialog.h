#pragma once

#include <QDialog>
#include <optional>
#include <vector>

#include "core/recommend/recommendation.h"
#include "ui/dialogs/first_estimates.h"
#include "ui/document/field.h"
#include "ui/jobs/mailbox.h"
#include "ui/jobs/newest_job.h"

class QBoxLayout;
class QProgressBar;
class QPushButton;
class QScrollArea;

namespace noiseloom {

class MessageLine;
class RecommendAnswer;
class RecommendForm;
class ScenarioDocument;

/// Design > Recommend: the user describes a job in a sentence and chooses what its data loader does, and sees what to
/// run and why. It opens with what stood in it, or else with the document's scenario; the document changes only by "Use
/// this design". It is as large as what it holds, within the window.
class RecommendDialog : public QDialog {
  Q_OBJECT

 public:
  explicit RecommendDialog(ScenarioDocument& document, QWidget* parent = nullptr);
  ~RecommendDialog() override;

  const Scenario& job() const;
  RecommendForm& form() { return *m_form; }
  RecommendAnswer& answer() { return *m_answer; }
  QPushButton& startButton() { return *m_start; }
  QPushButton& useButton() { return *m_use; }
  QPushButton& exportButton() { return *m_export; }
  QString message() const;
  /// The best estimate so far of what is being searched for, named as one; empty if there is none.
  QString estimateText() const;
  /// The last answer; nullopt before the first.
  const std::optional<Recommendation>& found() const { return m_found; }
  bool running() const { return m_running; }

  void start();

 signals:
  void answered();
  /// The design was adopted, and the user wants its files.
  void exportWanted();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  /// What stands here, as it would be asked.
  RecommendRequest request() const;
  QBoxLayout* startRow();
  QBoxLayout* outputs();
  void orderTabs();
  void updateStart();
  void showAnswer();
  void showRunning(bool running);
  void showProgress();
  void showStopped();
  /// Writes what stands here into the document, for the next time and for sessions.
  void keep();
  /// True if the answer is to what stands here now.
  bool isAnswered() const;
  void fit();
  bool use();

  ScenarioDocument& m_document;
  RecommendForm* m_form;
  QScrollArea* m_formArea;
  RecommendAnswer* m_answer;
  QWidget* m_right;
  QPushButton* m_start;
  QPushButton* m_cancel;
  QProgressBar* m_progress;
  MessageLine* m_message;
  QPushButton* m_use;
  QPushButton* m_pin;
  QPushButton* m_export;
  QPushButton* m_copy;
  QPushButton* m_close;
  Scenario m_beside;  ///< the document's when the dialog was opened, or since it used a design
  std::optional<RecommendRequest> m_asked;
  std::optional<Recommendation> m_found;
  QSize m_fitted;
  bool m_running = false;
  std::shared_ptr<Mailbox<Progress>> m_reached;
  std::shared_ptr<Mailbox<std::optional<FirstEstimate>>> m_estimate;
  QTimer* m_poll;
  NewestJob m_work;  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
