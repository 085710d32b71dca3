#include "ui/plots/panel/quiet_tabs.h"

#include <QEvent>
#include <QPainter>

#include "ui/style/look.h"
#include "ui/style/theme.h"

namespace noiseloom {

QuietTabs::QuietTabs(QWidget* parent) : QTabBar(parent) {
  setDrawBase(false);
  setExpanding(false);
  setElideMode(Qt::ElideRight);
  setUsesScrollButtons(false);
  setAttribute(Qt::WA_Hover);
}

QSize QuietTabs::tabSizeHint(int index) const {
  const QSize text = fontMetrics().size(Qt::TextSingleLine, tabText(index));
  return {text.width() + 3 * kGrid, text.height() + kGrid};
}

QSize QuietTabs::minimumTabSizeHint(int index) const {
  return {fontMetrics().averageCharWidth() * 4 + 3 * kGrid, tabSizeHint(index).height()};
}

void QuietTabs::paintEvent(QPaintEvent*) {
  const Theme& theme = themeOf(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QPoint pointer = mapFromGlobal(QCursor::pos());
  for (int i = 0; i < count(); ++i) {
    const QRect tab = tabRect(i);
    const bool front = i == currentIndex();
    const bool hovered = underMouse() && tab.contains(pointer);
    painter.setPen(front || hovered ? theme.text : theme.mutedText);
    const QRect room = tab.adjusted(kGrid, 0, -kGrid, 0);
    painter.drawText(room, Qt::AlignCenter, fontMetrics().elidedText(tabText(i), Qt::ElideRight, room.width()));
    if (front) {
      const int thick = qRound(2 * lineScale());
      painter.fillRect(QRect(room.left(), tab.bottom() + 1 - thick, room.width(), thick), theme.accent);
    }
    if (front && hasFocus()) {
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(theme.accent, lineScale()));
      painter.drawRoundedRect(QRectF(tab).adjusted(1, 1, -1, -3), 3, 3);
    }
  }
}

void QuietTabs::changeEvent(QEvent* event) {
  QTabBar::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) update();
}

}  // namespace noiseloom
