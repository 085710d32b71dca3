#pragma once

#include <QObject>

class QWidget;

namespace noiseloom {

/// Leaves the keys of its commands to a window, whatever text in it has the keyboard: under X11 a text keeps Ctrl+E for
/// moving to its end, as End does. Undo, redo and what the clipboard is for stay with the text.
class CommandKeys : public QObject {
 public:
  explicit CommandKeys(QWidget& window);

  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace noiseloom
