#include "ui/style/dialog_fit.h"

#include <QDialog>
#include <QEvent>
#include <QScreen>
#include <algorithm>

namespace noiseloom {
namespace {

// Nobody knows the title bar's height before the window has one.
constexpr int kTitleBar = 32;

}  // namespace

bool DialogFit::eventFilter(QObject* watched, QEvent* event) {
  auto* dialog = event->type() == QEvent::Show && !event->spontaneous() ? qobject_cast<QDialog*>(watched) : nullptr;
  if (!dialog || !dialog->isWindow() || dialog->isMaximized() || dialog->isFullScreen()) return false;
  const QRect room = dialog->screen()->availableGeometry().adjusted(0, kTitleBar, 0, 0);
  if (dialog->width() <= room.width() && dialog->height() <= room.height()) return false;
  // A layout may ask for more than there is.
  const QSize least = dialog->minimumSizeHint().expandedTo(dialog->minimumSize());
  // The other side stays the layout's, which changes with what is shown.
  if (least.width() > room.width()) dialog->setMinimumWidth(room.width());
  if (least.height() > room.height()) dialog->setMinimumHeight(room.height());
  dialog->resize(dialog->size().boundedTo(room.size()));
  dialog->move(std::clamp(dialog->x(), room.left(), room.right() + 1 - dialog->width()),
               std::clamp(dialog->y(), room.top() - kTitleBar, room.bottom() + 1 - kTitleBar - dialog->height()));
  return false;
}

}  // namespace noiseloom
