#include "ui/dialogs/help_dialogs.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeySequence>
#include <QMessageBox>
#include <QTableWidget>
#include <QVBoxLayout>
#include <array>
#include <utility>

#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("Help", text);
}

}  // namespace

void showAbout(QWidget* parent) {
  auto* box = new QMessageBox(parent);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(tr("About Noiseloom"));
  box->setIconPixmap(applicationIcon().pixmap(64, 64));
  box->setText(tr("<b>Noiseloom %1</b>").arg(QStringLiteral(NOISELOOM_VERSION)));
  box->setInformativeText(
      tr("Designs correlated-noise (matrix factorization) mechanisms for differentially private training.<br><br>"
         "Free software under the GNU General Public License, version 3 or later."));
  box->open();
}

void showShortcuts(QWidget* parent) {
  const auto keys = [](QKeySequence::StandardKey key) { return QKeySequence(key).toString(QKeySequence::NativeText); };
  const std::array rows{
      std::pair(tr("Export strategy and noise plan"), QStringLiteral("Ctrl+E")),
      std::pair(tr("Export plots"), QStringLiteral("Ctrl+Shift+E")),
      std::pair(tr("Privacy claim"), QStringLiteral("Ctrl+I")),
      std::pair(tr("Undo, redo"), keys(QKeySequence::Undo) + QStringLiteral(", ") + keys(QKeySequence::Redo)),
      std::pair(tr("Cancel solving, keep the best so far"), QStringLiteral("Esc")),
      std::pair(tr("Reset all views"), QStringLiteral("Ctrl+0")),
      std::pair(tr("Next input, previous input"), QStringLiteral("Tab, Shift+Tab")),
      std::pair(tr("Slider: one step, ten steps"), tr("Left / Right, Page Up / Page Down")),
      std::pair(tr("Heat map: move, zoom, show all"), tr("arrow keys, + / −, 0")),
      std::pair(tr("RMSE against bands: previous or next point"), tr("Left / Right")),
      std::pair(tr("Quit"), QStringLiteral("Ctrl+Q")),
  };
  auto* dialog = new QDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Keyboard shortcuts"));
  auto* table = new QTableWidget(static_cast<int>(rows.size()), 2);
  table->setAccessibleName(tr("Keyboard shortcuts"));
  table->setHorizontalHeaderLabels({tr("Action"), tr("Keys")});
  table->verticalHeader()->hide();
  table->setShowGrid(false);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionMode(QAbstractItemView::NoSelection);
  table->setFocusPolicy(Qt::NoFocus);
  for (int row = 0; row < static_cast<int>(rows.size()); ++row) {
    table->setItem(row, 0, new QTableWidgetItem(rows[static_cast<std::size_t>(row)].first));
    table->setItem(row, 1, new QTableWidgetItem(rows[static_cast<std::size_t>(row)].second));
  }
  table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  auto* layout = new QVBoxLayout(dialog);
  layout->setContentsMargins(2 * kGrid, 2 * kGrid, 2 * kGrid, 2 * kGrid);
  layout->addWidget(table);
  layout->addWidget(buttons);
  dialog->resize(600, 408);
  dialog->open();
}

}  // namespace noiseloom
