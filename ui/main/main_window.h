#pragma once

#include <QJsonObject>
#include <QMainWindow>
#include <QPointer>

#include "ui/style/theme.h"

class QSplitter;

namespace noiseloom {

class ActivityBar;
class BestBaselines;
class ClaimBar;
class ClaimDialog;
class LessonPanel;
class LessonPlayer;
class LessonStage;
class LiveSolver;
class PlotBoard;
class PlotPanel;
class RecommendDialog;
class ScenarioDocument;
class ScenarioPanel;
class ShelfPanel;
class DropHint;
class StartPage;
class WhatIfStrip;
class Workspace;

/// The main window: claim bar at the top, scenario panel on the left, plots in the centre, designs shelf below them,
/// the lesson's panel beside them, activity bar at the bottom. The document and its solver outlive it.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  MainWindow(ScenarioDocument& document, LiveSolver& solver, QWidget* parent = nullptr);

  ScenarioDocument& document() { return m_document; }
  LiveSolver& solver() { return m_solver; }
  ClaimBar& claimBar() { return *m_claim; }
  ScenarioPanel& scenarioPanel() { return *m_scenario; }
  PlotBoard& plots() { return *m_plots; }
  ShelfPanel& shelf() { return *m_shelf; }
  Workspace& workspace() { return *m_workspace; }
  ActivityBar& activityBar() { return *m_activity; }
  LessonPlayer& lessonPlayer() { return *m_player; }
  LessonPanel& lessonPanel() { return *m_lesson; }
  WhatIfStrip& whatIf() { return *m_whatIf; }
  /// View > What if: shows the strip wherever the window is high enough for it.
  void showWhatIf(bool shown);
  bool wantsWhatIf() const { return m_wantsWhatIf; }
  StartPage& startPage() { return *m_start; }
  QMenu& appearanceMenu() { return *m_appearanceMenu; }
  /// Design > Claim.
  void showClaim();
  /// The claim's dialog, opened at its page on other separations.
  void showSeparations();
  void showSpectrum();
  /// Design > Recommend.
  void showRecommend();
  /// File > Export strategy and noise plan.
  void showExport();
  /// Sizes, tabs, zooms and columns of everything in the window, for sessions.
  QJsonObject viewState() const;
  void restoreView(const QJsonObject& state);
  void resetViews();
  /// Types a text into the field of that argument; false if there is no such field.
  bool typeInto(const QString& argument, const QString& text);
  void showAppearance(Appearance appearance);
  /// View > Inputs: the scenario panel, which lessons always show.
  void showInputs(bool shown);
  bool showsInputs() const { return m_showsInputs; }
  /// Presenter mode has begun or ended: the large plot fills the board meanwhile, and the inputs are folded away.
  void present(bool on);
  /// Closes the window, to be opened anew with the same work: restarts(), unless the user keeps it open.
  void restart();
  bool restarts() const { return m_restarts; }

 signals:
  /// View > Appearance.
  void appearanceChosen(noiseloom::Appearance appearance);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void buildAppearanceMenu();
  void placeShelf();
  void placeWhatIf();
  void buildWorkspace();
  void buildLessons();
  void showTitle();
  void askBeforeClosing();
  void askBeforeOverwriting(const QString& path);

  ScenarioDocument& m_document;
  LiveSolver& m_solver;
  BestBaselines* m_bestBaselines;
  ClaimBar* m_claim;
  ScenarioPanel* m_scenario;
  PlotBoard* m_plots;
  ShelfPanel* m_shelf;
  WhatIfStrip* m_whatIf;
  QSplitter* m_plotsAndShelf;
  ActivityBar* m_activity;
  LessonPlayer* m_player = nullptr;
  LessonPanel* m_lesson = nullptr;
  LessonStage* m_stage = nullptr;
  Workspace* m_workspace = nullptr;
  DropHint* m_dropHint = nullptr;
  StartPage* m_start = nullptr;
  bool m_restarts = false;
  bool m_mayClose = false;  ///< changes are saved, or may be lost
  QMenu* m_appearanceMenu = nullptr;
  QList<QAction*> m_appearances;
  // At most one of each is open.
  QPointer<ClaimDialog> m_claimDialog;
  QPointer<RecommendDialog> m_recommendDialog;
  bool m_placed = false;
  bool m_wantsWhatIf = true;
  bool m_showsInputs = true;
  QPointer<PlotPanel> m_presented;  ///< the plot that fills the board for presenter mode
  QJsonObject m_waitingView;        ///< of a session opened before the window was shown
  QJsonObject m_freshView;          ///< of an unused window
  int m_shelfHeight = 0;            ///< as dragged, kept while it is folded; 0: chosen by its rows
};

}  // namespace noiseloom
