#pragma once

#include <QJsonObject>
#include <QMainWindow>
#include <QPointer>

#include "ui/style/theme.h"

class QSplitter;

namespace noiseloom {

class ActivityBar;
class ClaimBar;
class ClaimDialog;
class LessonPanel;
class LessonPlayer;
class LessonStage;
class LiveSolver;
class PlotBoard;
class RecommendDialog;
class ScenarioDocument;
class ScenarioPanel;
class ShelfPanel;
class DropHint;
class Workspace;

/// Puts the parts together: claim bar on top, scenario panel on the left, plots in the centre, the
/// designs shelf below them, activity at the bottom.
/// Owns none of what they show: the document and its solver outlive it.
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
  QMenu& appearanceMenu() { return *m_appearanceMenu; }
  void showClaim();
  /// The same, open at what holds at other separations.
  void showSeparations();
  void showSpectrum();
  /// Design > Recommend.
  void showRecommend();
  /// File > Export strategy and noise plan.
  void showExport();
  /// Sizes, tabs, zooms and columns of everything in the window, and back: for sessions.
  QJsonObject viewState() const;
  void restoreView(const QJsonObject& state);
  void resetViews();
  /// Puts a text into the field of that argument as if it had been typed; false where there is none.
  bool typeInto(const QString& argument, const QString& text);

 signals:
  /// View > Appearance.
  void appearanceChosen(noiseloom::Appearance appearance);

 public:
  void showAppearance(Appearance appearance);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void buildAppearanceMenu();
  void placeShelf();
  void buildWorkspace();
  void buildLessons();
  void showTitle();
  void askBeforeClosing();

  ScenarioDocument& m_document;
  LiveSolver& m_solver;
  ClaimBar* m_claim;
  ScenarioPanel* m_scenario;
  PlotBoard* m_plots;
  ShelfPanel* m_shelf;
  QSplitter* m_levels;  ///< the shelf below the plots
  ActivityBar* m_activity;
  LessonPlayer* m_player = nullptr;
  LessonPanel* m_lesson = nullptr;
  LessonStage* m_stage = nullptr;
  Workspace* m_workspace = nullptr;
  DropHint* m_dropHint = nullptr;
  bool m_mayClose = false;  ///< the person has said that changes may go
  QMenu* m_appearanceMenu = nullptr;
  QList<QAction*> m_appearances;
  QPointer<ClaimDialog> m_claimDialog;  ///< one at most
  QPointer<RecommendDialog> m_recommendDialog;
  bool m_placed = false;
  QJsonObject m_waitingView;  ///< of a session opened before the window was shown
  QJsonObject m_freshView;    ///< of a window in which nobody has done anything
  int m_shelfHeight = 0;      ///< before it was folded
};

}  // namespace noiseloom
