#include "ui/main/command_keys.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QKeyEvent>
#include <QKeySequence>
#include <QLineEdit>
#include <algorithm>
#include <array>

namespace noiseloom {
namespace {

constexpr std::array kOfText{QKeySequence::Undo, QKeySequence::Redo,  QKeySequence::Cut,
                             QKeySequence::Copy, QKeySequence::Paste, QKeySequence::SelectAll};

bool isText(const QWidget& widget) {
  return qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const QAbstractSpinBox*>(&widget);
}

}  // namespace

CommandKeys::CommandKeys(QWidget& window) : QObject(&window) {
  connect(qApp, &QApplication::focusChanged, this, [this, &window](QWidget* before, QWidget* now) {
    if (before) before->removeEventFilter(this);
    if (now && now->window() == &window && isText(*now)) now->installEventFilter(this);
  });
}

bool CommandKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride) return QObject::eventFilter(watched, event);
  auto* key = static_cast<QKeyEvent*>(event);
  const bool letter = key->key() >= Qt::Key_A && key->key() <= Qt::Key_Z;
  // With Alt, keyboards of some countries type signs.
  const bool command = key->modifiers().testFlag(Qt::ControlModifier) && !key->modifiers().testFlag(Qt::AltModifier);
  const bool ofText =
      std::ranges::any_of(kOfText, [key](QKeySequence::StandardKey each) { return key->matches(each); });
  if (!letter || !command || ofText) return QObject::eventFilter(watched, event);
  key->ignore();
  return true;
}

}  // namespace noiseloom
