#pragma once

#include <QJsonObject>
#include <QLabel>
#include <QTimer>
#include <QWidget>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "ui/jobs/noise_costs.h"
#include "ui/jobs/recalibrator.h"
#include "ui/panels/shelf_model.h"

class QAction;
class QMenu;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace noiseloom {

class ScenarioDocument;
class ShelfView;

/// The designs shelf at the bottom of the window: the current design and the pinned ones as a table, with what can be
/// done with them. Folds down to its title.
class ShelfPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ShelfPanel(ScenarioDocument& document, QWidget* parent = nullptr);

  ShelfView& view() { return *m_view; }
  ShelfModel& model() { return *m_model; }
  QAction& pinAction() { return *m_pin; }
  QAction& useAction() { return *m_use; }
  /// Of the table; goes when it closes.
  QMenu* contextMenu();
  QAction& renameAction() { return *m_rename; }
  QAction& shownAction() { return *m_shown; }
  QAction& baselineAction() { return *m_baseline; }
  QAction& recalibrateAction() { return *m_recalibrate; }
  QAction& searchAgainAction() { return *m_searchAgain; }
  QAction& compareAction() { return *m_compare; }
  QAction& removeAction() { return *m_remove; }

  /// Pins the current design. One that is pinned already is only shown.
  void pinCurrent();
  /// Puts pinned designs under the current claim, in the background; those that cannot be say why.
  void recalibrate(const std::vector<int>& ids, Recalibration how = Recalibration::Same);
  bool isRecalibrating() const { return m_recalibrator.running(); }
  /// Stops what the panel computes and keeps what is done.
  void cancelWork();
  /// What the title line says beside the title; empty when there is nothing to say.
  QString message() const { return m_message->text(); }

  bool isFolded() const { return m_folded; }
  void setFolded(bool folded);
  QJsonObject viewState() const;
  void restoreView(const QJsonObject& state);
  void resetView();
  QSize sizeHint() const override;

 signals:
  /// Two designs are to be seen side by side; nothing is the current one.
  void compareWanted(std::optional<int> left, std::optional<int> right);
  /// A newcomer wants to be shown around.
  void lessonWanted();
  /// The height that the panel wants has changed.
  void foldedChanged(bool folded);
  void rowsResized();

 private:
  void buildActions();
  QWidget* buildTitle();
  QAction* addAction(const QString& name, const QString& icon, const QString& text, const QString& help,
                     const QKeySequence& keys, void (ShelfPanel::*run)());
  void useSelected();
  void renameSelected();
  void toggleShown();
  void toggleBaseline();
  void recalibrateSelected();
  void searchAgainSelected();
  void compareSelected();
  void removeSelected();
  void refresh();
  void showFold();
  void say(const QString& text, bool problem);
  void measureCosts();
  void onRecalibrated(const std::map<int, std::shared_ptr<const Design>>& designs, const QStringList& problems);
  std::vector<int> recalibratable() const;
  std::vector<int> searchable() const;
  std::shared_ptr<const Design> openDesign(const PinnedDesign& pinned) const;

  ScenarioDocument& m_document;
  NoiseCosts m_costs;
  ShelfModel* m_model;
  ShelfView* m_view;
  QToolButton* m_fold = nullptr;
  QLabel* m_message = nullptr;
  QProgressBar* m_progress = nullptr;
  QPushButton* m_cancel = nullptr;
  QAction* m_pin = nullptr;
  QAction* m_use = nullptr;
  QAction* m_rename = nullptr;
  QAction* m_shown = nullptr;
  QAction* m_baseline = nullptr;
  QAction* m_recalibrate = nullptr;
  QAction* m_searchAgain = nullptr;
  QAction* m_compare = nullptr;
  QAction* m_remove = nullptr;
  QWidget* m_title = nullptr;
  bool m_folded = false;
  QTimer m_quiet;  ///< costs are measured once nothing has changed for a moment
  std::map<int, std::shared_ptr<const Design>> m_recalibrating;  ///< what the running recalibration started from
  /// What was recalibrated with the size that it had, by what it is now: a search would start from it.
  std::map<std::shared_ptr<const Design>, std::shared_ptr<const Design>> m_before;
  Recalibrator m_recalibrator;
};

}  // namespace noiseloom
