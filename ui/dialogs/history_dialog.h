#pragma once

#include <QDialog>
#include <QTimer>
#include <cstddef>
#include <optional>
#include <utility>

#include "core/io/session.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace noiseloom {

class ScenarioDocument;

/// The states of the scenario as a timeline: each step of the undo stack with a picture of the strategy and the error
/// that were found there, in words. A click goes to it. Above, snapshots under names, which a click restores as one
/// step. Nothing is computed for it. Stays open beside the window.
class HistoryDialog : public QDialog {
  Q_OBJECT

 public:
  /// The document must outlive the dialog.
  explicit HistoryDialog(ScenarioDocument& document, QWidget* parent = nullptr);

  QListWidget& steps() { return *m_steps; }
  QListWidget& snapshots() { return *m_snapshots; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void build();
  void refreshSoon();
  void refresh();
  void fillSteps();
  void fillSnapshots();
  void restore(const QListWidgetItem& item);
  void remove();
  void bringBack();
  void saveSnapshot();
  void markSelected();

  ScenarioDocument& m_document;
  QListWidget* m_steps;
  QListWidget* m_snapshots;
  QLineEdit* m_name;
  QPushButton* m_save;
  QPushButton* m_remove;
  QPushButton* m_mark;
  QPushButton* m_flip;
  QWidget* m_gone;  ///< says what was deleted last, and brings it back
  QLabel* m_goneText;
  std::optional<std::pair<std::size_t, SessionSnapshot>> m_deleted;
  const QObject* m_lastUsed = nullptr;  ///< the list that had the focus last
  bool m_filling = false;
  QTimer m_refresh;
};

}  // namespace noiseloom
