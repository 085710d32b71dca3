#pragma once

#include <QLabel>
#include <QWidget>

class QProgressBar;
class QPushButton;

namespace noiseloom {

class ScenarioDocument;

/// The content of the status bar: the running computation, its progress, the time left, and Cancel. Between solves it
/// shows how the last one ended.
class ActivityBar : public QWidget {
  Q_OBJECT

 public:
  explicit ActivityBar(ScenarioDocument& document, QWidget* parent = nullptr);

  QPushButton& cancelButton() { return *m_cancel; }
  QString text() const { return m_stage->text(); }
  /// The stage of the running or last solve: the bar without progress and buttons.
  QWidget& stage() { return *m_stage; }

 signals:
  void cancelRequested();

 private:
  void refresh();
  void applyFont();
  QString idleText() const;

  ScenarioDocument& m_document;
  QLabel* m_stage;
  QProgressBar* m_progress;
  QLabel* m_left;
  QPushButton* m_cancel;
};

}  // namespace noiseloom
