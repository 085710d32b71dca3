#include "ui/main/main_window.h"

#include <QAction>
#include <QActionGroup>
#include <QMenuBar>
#include <QStatusBar>
#include <QTimer>
#include <QVBoxLayout>
#include <array>
#include <utility>

#include "ui/dialogs/claim_dialog.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/export_plots_dialog.h"
#include "ui/dialogs/help_dialogs.h"
#include "ui/document/scenario_document.h"
#include "ui/jobs/live_solver.h"
#include "ui/panels/activity_bar.h"
#include "ui/panels/claim_bar.h"
#include "ui/panels/scenario_panel.h"
#include "ui/plots/coefficients_panel.h"
#include "ui/plots/plot_board.h"
#include "ui/plots/rmse_panel.h"
#include "ui/plots/strategy_panel.h"
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
  m_plots->addPanel(new StrategyPanel(document));
  m_plots->addPanel(new RmsePanel(document));
  m_plots->addPanel(new CoefficientsPanel(document));

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
  buildMenus();
  connect(m_activity, &ActivityBar::cancelRequested, &m_solver, &LiveSolver::cancel);
  resize(1366, 768 - 28);
}

void MainWindow::buildMenus() {
  const auto add = [this](QMenu* menu, const QString& icon, const QString& text, const QKeySequence& keys, auto slot) {
    QAction* action = menu->addAction(icon.isEmpty() ? QIcon() : symbolicIcon(icon), text, this, slot);
    action->setShortcut(keys);
    return action;
  };
  QMenu* file = menuBar()->addMenu(tr("&File"));
  add(file, QStringLiteral("export"), tr("Export strategy and noise plan …"), QKeySequence(tr("Ctrl+E")),
      [this] { exportStrategy(); });
  add(file, QStringLiteral("export-plots"), tr("Export plots …"), QKeySequence(tr("Ctrl+Shift+E")),
      [this] { exportPlots(); });
  file->addSeparator();
  add(file, QStringLiteral("quit"), tr("Quit"), QKeySequence(tr("Ctrl+Q")), [this] { close(); });

  QMenu* edit = menuBar()->addMenu(tr("&Edit"));
  QAction* undo = m_document.undoStack().createUndoAction(this, tr("Undo"));
  undo->setShortcut(QKeySequence::Undo);
  undo->setIcon(symbolicIcon(QStringLiteral("undo")));
  QAction* redo = m_document.undoStack().createRedoAction(this, tr("Redo"));
  redo->setShortcuts({QKeySequence(QKeySequence::Redo), QKeySequence(tr("Ctrl+Y"))});
  redo->setIcon(symbolicIcon(QStringLiteral("redo")));
  edit->addActions({undo, redo});
  edit->addSeparator();
  add(edit, QStringLiteral("cancel"), tr("Cancel solving"), QKeySequence(Qt::Key_Escape), [this] {
    m_solver.cancel();
    m_plots->cancelWork();
  });

  QMenu* design = menuBar()->addMenu(tr("&Design"));
  add(design, QStringLiteral("claim"), tr("Privacy claim …"), QKeySequence(tr("Ctrl+I")), [this] { showClaim(); });

  QMenu* view = menuBar()->addMenu(tr("&View"));
  QMenu* appearance = view->addMenu(tr("Appearance"));
  auto* group = new QActionGroup(this);
  const std::array choices{std::pair(tr("System"), Appearance::System), std::pair(tr("Light"), Appearance::Light),
                           std::pair(tr("Dark"), Appearance::Dark)};
  for (const auto& [text, value] : choices) {
    QAction* action = appearance->addAction(text, this, [this, value = value] { emit appearanceChosen(value); });
    action->setCheckable(true);
    group->addAction(action);
    m_appearances += action;
  }
  m_appearances.front()->setChecked(true);
  view->addSeparator();
  add(view, QStringLiteral("reset-view"), tr("Reset views"), QKeySequence(tr("Ctrl+0")),
      [this] { m_plots->resetViews(); });

  QMenu* help = menuBar()->addMenu(tr("&Help"));
  add(help, {}, tr("Keyboard shortcuts"), QKeySequence::HelpContents, [this] { showShortcuts(this); });
  add(help, {}, tr("About Noiseloom"), {}, [this] { showAbout(this); });
}

void MainWindow::showAppearance(Appearance appearance) {
  m_appearances.at(static_cast<int>(appearance))->setChecked(true);
}

void MainWindow::exportStrategy() {
  auto* dialog = new ExportDialog(m_document, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

void MainWindow::exportPlots() {
  auto* dialog = new ExportPlotsDialog(m_document, *m_plots, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
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
