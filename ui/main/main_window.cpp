#include "ui/main/main_window.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QTimer>
#include <QVBoxLayout>
#include <array>
#include <utility>

#include "ui/dialogs/claim_dialog.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/live_solver.h"
#include "ui/main/menus.h"
#include "ui/main/panels.h"
#include "ui/panels/activity_bar.h"
#include "ui/panels/claim_bar.h"
#include "ui/panels/scenario_panel.h"
#include "ui/plots/plot_board.h"
#include "ui/style/icons.h"

namespace noiseloom {

MainWindow::MainWindow(ScenarioDocument& document, LiveSolver& solver, QWidget* parent)
    : QMainWindow(parent),
      m_document(document),
      m_solver(solver),
      m_claim(new ClaimBar(document)),
      m_scenario(new ScenarioPanel(document)),
      m_plots(new PlotBoard),
      m_activity(new ActivityBar(document)) {
  setWindowTitle(tr("Noiseloom"));
  setWindowIcon(applicationIcon());
  addPanels(*m_plots, document);

  auto* middle = new QHBoxLayout;
  middle->setContentsMargins(0, 0, kGrid, 0);
  middle->setSpacing(0);
  middle->addWidget(m_scenario);
  middle->addWidget(m_plots, 1);
  auto* central = new QWidget;
  auto* layout = new QVBoxLayout(central);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(kGrid);
  layout->addWidget(m_claim);
  layout->addLayout(middle, 1);
  layout->addWidget(m_activity);
  setCentralWidget(central);
  buildAppearanceMenu();
  addFileMenu(*this);
  addEditMenu(*this);
  addDesignMenu(*this);
  addViewMenu(*this);
  addHelpMenu(*this);
  connect(m_activity, &ActivityBar::cancelRequested, &m_solver, &LiveSolver::cancel);
  resize(1366, 768 - 28);
}

void MainWindow::buildAppearanceMenu() {
  m_appearanceMenu = new QMenu(tr("Appearance"), this);
  auto* group = new QActionGroup(this);
  const std::array choices{std::pair(tr("System"), Appearance::System), std::pair(tr("Light"), Appearance::Light),
                           std::pair(tr("Dark"), Appearance::Dark),
                           std::pair(tr("High contrast, light"), Appearance::HighContrastLight),
                           std::pair(tr("High contrast, dark"), Appearance::HighContrastDark)};
  for (const auto& [text, value] : choices) {
    QAction* action = m_appearanceMenu->addAction(text, this, [this, value = value] { emit appearanceChosen(value); });
    action->setCheckable(true);
    group->addAction(action);
    m_appearances += action;
  }
  m_appearances.front()->setChecked(true);
}

void MainWindow::showAppearance(Appearance appearance) {
  m_appearances.at(static_cast<int>(appearance))->setChecked(true);
}

void MainWindow::showClaim() {
  if (!m_claimDialog) {
    m_claimDialog = new ClaimDialog(m_document, this);
    m_claimDialog->setAttribute(Qt::WA_DeleteOnClose);
  }
  m_claimDialog->show();
  m_claimDialog->raise();
  m_claimDialog->activateWindow();
}

void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  // Sizes of the splitters are known only now, and are the person's own from then on.
  if (std::exchange(m_placed, true)) return;
  QTimer::singleShot(0, this, [this] { m_plots->resetViews(); });
}

}  // namespace noiseloom
