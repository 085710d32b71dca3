#include "ui/dialogs/history_dialog.h"

#include <QUndoView>
#include <QVBoxLayout>

#include "ui/style/theme.h"

namespace noiseloom {

HistoryDialog::HistoryDialog(QUndoStack& stack, QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("historyDialog"));
  setWindowTitle(tr("History"));
  auto* steps = new QUndoView(&stack);
  nameWidget(steps, QStringLiteral("historySteps"), tr("Steps that were taken"));
  steps->setAccessibleDescription(tr("Choosing a step goes back, or forward, to it."));
  steps->setToolTip(steps->accessibleDescription());
  steps->setEmptyLabel(tr("As it was opened"));
  steps->setFrameShape(QFrame::NoFrame);
  auto* layout = newLayout<QVBoxLayout>({kGrid, kGrid, kGrid, kGrid}, kGrid, this);
  layout->addWidget(steps);
  resize(widthIn(font(), 300), widthIn(font(), 360));
}

}  // namespace noiseloom
