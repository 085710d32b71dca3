#include <QMenu>
#include <QMenuBar>
#include <vector>

#include "ui/dialogs/bounds_dialog.h"
#include "ui/dialogs/budget_dialog.h"
#include "ui/dialogs/compare_dialog.h"
#include "ui/dialogs/explain_dialog.h"
#include "ui/dialogs/phases_dialog.h"
#include "ui/dialogs/stops_dialog.h"
#include "ui/main/main_window.h"
#include "ui/main/menus.h"
#include "ui/panels/claim_bar.h"
#include "ui/panels/shelf_panel.h"

namespace noiseloom {
namespace {

// Shows the open dialog of this type, or a new one, once `filled` has given it what it is about and its size.
template <class Dialog, class Filled>
void showBeside(MainWindow& window, const Filled& filled) {
  auto* dialog = window.findChild<Dialog*>();
  if (!dialog) {
    dialog = new Dialog(window.document(), &window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
  }
  filled(*dialog);
  dialog->show();
  dialog->raise();
  dialog->activateWindow();
}

template <class Dialog>
void showBeside(MainWindow& window) {
  showBeside<Dialog>(window, [](const Dialog&) {});
}

}  // namespace

void addDesignMenu(MainWindow& window) {
  QMenu& design = *window.menuBar()->addMenu(MainWindow::tr("&Design"));
  addEntry(design, window, QStringLiteral("search"), MainWindow::tr("Recommend …"),
           QKeySequence(MainWindow::tr("Ctrl+R")), [&window] { window.showRecommend(); })
      ->setObjectName(QStringLiteral("recommend"));
  design.addSeparator();
  ShelfPanel& shelf = window.shelf();
  shelf.pinAction().setShortcut(QKeySequence(MainWindow::tr("Ctrl+D")));
  design.addAction(&shelf.pinAction());
  design.addSeparator();
  // Their shortcuts work only in the table, and act on its selection.
  design.addActions({&shelf.useAction(), &shelf.renameAction(), &shelf.shownAction(), &shelf.baselineAction(),
                     &shelf.recalibrateAction(), &shelf.compareAction(), &shelf.removeAction()});
  QObject::connect(&shelf, &ShelfPanel::compareWanted, &window, [&window](const std::vector<int>& ids) {
    showBeside<CompareDialog>(window, [&ids](CompareDialog& dialog) { dialog.compare(ids); });
  });
  QObject::connect(&shelf, &ShelfPanel::figuresWanted, &window, [&window](int id) {
    showBeside<ExplainDialog>(window, [id](ExplainDialog& dialog) { dialog.explain(id); });
  });
  design.addSeparator();
  addEntry(design, window, QStringLiteral("claim"), MainWindow::tr("Privacy claim …"),
           QKeySequence(MainWindow::tr("Ctrl+I")), [&window] { window.showClaim(); })
      ->setObjectName(QStringLiteral("claim"));
  addEntry(design, window, QStringLiteral("claim"), MainWindow::tr("Budget of several runs …"), {},
           [&window] { showBeside<BudgetDialog>(window); });
  addEntry(design, window, {}, MainWindow::tr("Phases of the run …"), {},
           [&window] { showBeside<PhasesDialog>(window); });
  addEntry(design, window, {}, MainWindow::tr("If the run stops early …"), {},
           [&window] { showBeside<StopsDialog>(window); });
  const auto explainCurrent = [&window] {
    showBeside<ExplainDialog>(window, [](ExplainDialog& dialog) { dialog.explain(ExplainDialog::kCurrent); });
  };
  addEntry(design, window, {}, MainWindow::tr("What makes the figures …"), {}, explainCurrent);
  QObject::connect(&window.claimBar(), &ClaimBar::figuresWanted, &window, explainCurrent);
  addEntry(design, window, QStringLiteral("baseline"), MainWindow::tr("Lower bounds …"), {},
           [&window] { showBeside<BoundsDialog>(window); });
}

}  // namespace noiseloom
