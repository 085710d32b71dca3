#pragma once

#include <QJsonObject>
#include <QLabel>
#include <QTimer>
#include <QWidget>
#include <map>
#include <memory>
#include <vector>

#include "ui/export/design_comparison.h"
#include "ui/jobs/noise_costs.h"
#include "ui/jobs/recalibrator.h"
#include "ui/panels/shelf_model.h"

class QAction;
class QMenu;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace noiseloom {

class BestBaselines;
class ScenarioDocument;
class ShelfView;

/// The designs shelf at the bottom of the window: a table of the current and the pinned designs, with their actions.
/// Folds down to its title.
class ShelfPanel : public QWidget {
  Q_OBJECT

 public:
  ShelfPanel(ScenarioDocument& document, BestBaselines& baselines, QWidget* parent = nullptr);

  ShelfView& view() { return *m_view; }
  ShelfModel& model() { return *m_model; }
  QAction& pinAction() { return *m_pin; }
  QAction& useAction() { return *m_use; }
  /// The context menu of the table, destroyed when it closes.
  QMenu* contextMenu();
  QAction& renameAction() { return *m_rename; }
  QAction& shownAction() { return *m_shown; }
  QAction& baselineAction() { return *m_baseline; }
  QAction& recalibrateAction() { return *m_recalibrate; }
  QAction& searchAgainAction() { return *m_searchAgain; }
  QAction& compareAction() { return *m_compare; }
  QAction& removeAction() { return *m_remove; }

  /// Pins the current design; if it is already pinned, shows the pin.
  void pinCurrent();
  /// Recalibrates pinned designs to the current claim in the background; a message gives the reason for each failure.
  void recalibrate(const std::vector<int>& ids, Recalibration how = Recalibration::Same);
  bool isRecalibrating() const { return m_recalibrator.running(); }
  /// Stops the panel's computations and keeps finished results.
  void cancelWork();
  /// The message beside the title; empty if there is none.
  QString message() const { return m_message->text(); }

  bool isFolded() const { return m_folded; }
  void setFolded(bool folded);
  /// Wants a row less at first, where the window has little height for the plots.
  void setShort(bool isShort);
  QJsonObject viewState() const;
  void restoreView(const QJsonObject& state);
  void resetView();
  QSize sizeHint() const override;

 signals:
  /// Numbers of the designs to be compared; empty: those on show.
  void compareWanted(const std::vector<int>& ids);
  /// What makes the figures of a pinned design, or of the current one (ShelfModel::kCurrent), is asked.
  void figuresWanted(int id);
  /// The user wants a guided tour.
  void lessonWanted();
  /// The panel's preferred height has changed.
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
  void explainSelected();
  QMenu* newCopies(QWidget* parent);
  void copyTable(TableForm form) const;
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
  QAction* m_explain = nullptr;
  QAction* m_recalibrate = nullptr;
  QAction* m_searchAgain = nullptr;
  QAction* m_compare = nullptr;
  QAction* m_remove = nullptr;
  QWidget* m_title = nullptr;
  bool m_folded = false;
  bool m_short = false;
  QTimer m_quiet;                                                ///< delays measurements of costs until nothing changes
  std::map<int, std::shared_ptr<const Design>> m_recalibrating;  ///< the designs being recalibrated
  /// For each design recalibrated at its size, the original one: a search starts from that.
  std::map<std::shared_ptr<const Design>, std::shared_ptr<const Design>> m_before;
  Recalibrator m_recalibrator;
};

}  // namespace noiseloom
