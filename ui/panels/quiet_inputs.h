#pragma once

#include <QComboBox>
#include <QContextMenuEvent>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSlider>
#include <QWheelEvent>
#include <cstdlib>
#include <functional>
#include <memory>

namespace noiseloom {

// Inputs inside a scrolling panel: the wheel scrolls the panel and never changes a value by accident, except in a text
// field that is being edited.

template <class Input>
class WithoutWheel : public Input {
 public:
  using Input::Input;

 protected:
  void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};
using PanelSlider = WithoutWheel<QSlider>;
using PanelComboBox = WithoutWheel<QComboBox>;

/// Shows the beginning of its text once it is left, also of one that it keeps because it cannot be read.
class BeginningLineEdit : public QLineEdit {
 public:
  using QLineEdit::QLineEdit;

 protected:
  void focusOutEvent(QFocusEvent* event) override {
    QLineEdit::focusOutEvent(event);
    // Whoever comes back from a menu or another window types on.
    const Qt::FocusReason reason = event->reason();
    if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason) setCursorPosition(0);
  }
};

/// Leaves undo and redo to the document, which undoes every input and not only this text. Unusable text (takesUndo) is
/// undone here.
class PanelLineEdit : public BeginningLineEdit {
 public:
  using BeginningLineEdit::BeginningLineEdit;
  /// Called for Up and Down (and the wheel, if focused) to step, and for Page Up and Page Down to leap.
  std::function<void(bool up, bool leap)> onStep;
  std::function<void()> onPlay;             ///< F8
  std::function<void(QMenu& menu)> onMenu;  ///< adds to the context menu
  std::function<bool()> takesUndo;
  std::function<void()> onUndo;

  bool event(QEvent* event) override {
    if (event->type() == QEvent::ShortcutOverride) {
      const auto* key = static_cast<QKeyEvent*>(event);
      if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
        event->setAccepted(key->matches(QKeySequence::Undo) && takesUndo && takesUndo());
        return true;
      }
    }
    return BeginningLineEdit::event(event);
  }

 protected:
  void keyPressEvent(QKeyEvent* event) override {
    if (event->matches(QKeySequence::Undo) && onUndo) {
      onUndo();
      return;
    }
    if (onPlay && event->key() == Qt::Key_F8) {
      onPlay();
      return;
    }
    const int key = event->key();
    const bool up = key == Qt::Key_Up || key == Qt::Key_PageUp;
    const bool leap = key == Qt::Key_PageUp || key == Qt::Key_PageDown;
    if (onStep && !isReadOnly() && (up || leap || key == Qt::Key_Down)) {
      onStep(up, leap);
      return;
    }
    QLineEdit::keyPressEvent(event);
  }
  void wheelEvent(QWheelEvent* event) override {
    const int turn = event->angleDelta().y();
    if (!onStep || !hasFocus() || isReadOnly() || turn == 0) {
      event->ignore();
      return;
    }
    // High-resolution wheels split a notch into many events.
    m_turned = (m_turned > 0) == (turn > 0) ? m_turned + turn : turn;
    constexpr int kNotch = 120;
    for (; std::abs(m_turned) >= kNotch; m_turned -= m_turned > 0 ? kNotch : -kNotch) onStep(m_turned > 0, false);
    event->accept();
  }
  void contextMenuEvent(QContextMenuEvent* event) override {
    const std::unique_ptr<QMenu> menu(createStandardContextMenu());
    if (onMenu) onMenu(*menu);
    menu->exec(event->globalPos());
  }

 private:
  int m_turned = 0;
};

}  // namespace noiseloom
