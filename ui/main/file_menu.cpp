#include <QAction>
#include <QMenu>
#include <QMenuBar>

#include "ui/dialogs/export_plots_dialog.h"
#include "ui/dialogs/export_report_dialog.h"
#include "ui/dialogs/print_summary.h"
#include "ui/document/examples.h"
#include "ui/document/scenario_document.h"
#include "ui/main/main_window.h"
#include "ui/main/menus.h"

namespace noiseloom {
namespace {

// File > Examples: choosing one is one undoable step.
void addExamples(QMenu& file, MainWindow& window) {
  QMenu& menu = *file.addMenu(MainWindow::tr("Examples"));
  menu.setObjectName(QStringLiteral("examples"));
  menu.setToolTipsVisible(true);
  for (const ExampleScenario& example : exampleScenarios()) {
    QAction* action = addEntry(menu, window, {}, example.name, {}, [&window, example] {
      window.document().adopt(example.scenario, MainWindow::tr("example %1").arg(example.name));
    });
    action->setObjectName(QStringLiteral("example.%1").arg(example.id));
    action->setToolTip(MainWindow::tr("%1\n%2").arg(example.description, example.citation));
    action->setStatusTip(example.description);
  }
}

}  // namespace

void addFileMenu(MainWindow& window) {
  QMenu& file = *window.menuBar()->addMenu(MainWindow::tr("&File"));
  addSessionEntries(file, window);
  addExamples(file, window);
  file.addSeparator();
  addEntry(file, window, QStringLiteral("export"), MainWindow::tr("Export strategy and noise plan …"),
           QKeySequence(MainWindow::tr("Ctrl+E")), [&window] { window.showExport(); })
      ->setObjectName(QStringLiteral("export"));
  addEntry(file, window, QStringLiteral("export-plots"), MainWindow::tr("Export plots and data …"),
           QKeySequence(MainWindow::tr("Ctrl+Shift+E")), [&window] {
             auto* dialog = new ExportPlotsDialog(window.document(), window.plots(), &window);
             dialog->setAttribute(Qt::WA_DeleteOnClose);
             dialog->open();
           });
  addEntry(file, window, QStringLiteral("report"), MainWindow::tr("Export report …"),
           QKeySequence(MainWindow::tr("Ctrl+Shift+R")), [&window] {
             auto* dialog = new ExportReportDialog(window.document(), window.plots(), &window);
             dialog->setAttribute(Qt::WA_DeleteOnClose);
             dialog->open();
           });
  addEntry(file, window, QStringLiteral("print"), MainWindow::tr("Print …"), QKeySequence(QKeySequence::Print),
           [&window] { (new SummaryPrinting(window.document(), window.plots(), &window))->start(); });
  file.addSeparator();
  addEntry(file, window, QStringLiteral("quit"), MainWindow::tr("Quit"), QKeySequence(MainWindow::tr("Ctrl+Q")),
           [&window] { window.close(); });
}

}  // namespace noiseloom
