#pragma once

#include <QMainWindow>
#include <QPointer>

#include "ui/style/theme.h"

namespace noiseloom {

class ActivityBar;
class ClaimBar;
class ClaimDialog;
class LiveSolver;
class PlotBoard;
class ScenarioDocument;
class ScenarioPanel;

/// Puts the parts together: claim bar on top, scenario panel on the left, plots in the centre, activity at the bottom.
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
  ActivityBar& activityBar() { return *m_activity; }
  QMenu& appearanceMenu() { return *m_appearanceMenu; }
  void showClaim();

 signals:
  /// View > Appearance.
  void appearanceChosen(noiseloom::Appearance appearance);

 public:
  void showAppearance(Appearance appearance);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void buildAppearanceMenu();

  ScenarioDocument& m_document;
  LiveSolver& m_solver;
  ClaimBar* m_claim;
  ScenarioPanel* m_scenario;
  PlotBoard* m_plots;
  ActivityBar* m_activity;
  QMenu* m_appearanceMenu = nullptr;
  QList<QAction*> m_appearances;
  QPointer<ClaimDialog> m_claimDialog;  ///< one at most
  bool m_placed = false;
};

}  // namespace noiseloom
