#pragma once

#include <QDialog>

class QUndoStack;

namespace noiseloom {

/// The steps that were taken, by name and value: a click goes back, or forward, to any of them. Stays open beside the
/// window.
class HistoryDialog : public QDialog {
  Q_OBJECT

 public:
  /// The stack must outlive it.
  explicit HistoryDialog(QUndoStack& stack, QWidget* parent = nullptr);
};

}  // namespace noiseloom
