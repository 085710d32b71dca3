#pragma once

#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSlider>
#include <QWheelEvent>

namespace noiseloom {

// Inputs inside a scrolling panel: the wheel scrolls the panel and never changes a value by accident.

class PanelSlider : public QSlider {
 public:
  using QSlider::QSlider;

 protected:
  void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

class PanelComboBox : public QComboBox {
 public:
  using QComboBox::QComboBox;

 protected:
  void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

/// Leaves undo and redo to the document, which undoes every input, not only the text of this one.
class PanelLineEdit : public QLineEdit {
 public:
  using QLineEdit::QLineEdit;
  bool event(QEvent* event) override {
    if (event->type() == QEvent::ShortcutOverride) {
      const auto* key = static_cast<QKeyEvent*>(event);
      if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
        event->ignore();
        return true;
      }
    }
    return QLineEdit::event(event);
  }
};

}  // namespace noiseloom
