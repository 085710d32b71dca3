#include <QMenu>
#include <QMenuBar>

#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/export_plots_dialog.h"
#include "ui/dialogs/export_report_dialog.h"
#include "ui/main/main_window.h"
#include "ui/main/menus.h"

namespace noiseloom {

void addFileMenu(MainWindow& window) {
  QMenu& file = *window.menuBar()->addMenu(MainWindow::tr("&File"));
  addEntry(file, window, QStringLiteral("export"), MainWindow::tr("Export strategy and noise plan …"),
           QKeySequence(MainWindow::tr("Ctrl+E")), [&window] {
             auto* dialog = new ExportDialog(window.document(), &window);
             dialog->setAttribute(Qt::WA_DeleteOnClose);
             dialog->open();
           });
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
  file.addSeparator();
  addEntry(file, window, QStringLiteral("quit"), MainWindow::tr("Quit"), QKeySequence(MainWindow::tr("Ctrl+Q")),
           [&window] { window.close(); });
}

}  // namespace noiseloom
