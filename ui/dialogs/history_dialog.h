#pragma once

#include <QDialog>

class QUndoStack;

namespace noiseloom {

/// The undo steps by name and value: a click goes back or forward to any of them. Stays open beside the window.
class HistoryDialog : public QDialog {
  Q_OBJECT

 public:
  /// The stack must outlive the dialog.
  explicit HistoryDialog(QUndoStack& stack, QWidget* parent = nullptr);
};

}  // namespace noiseloom
