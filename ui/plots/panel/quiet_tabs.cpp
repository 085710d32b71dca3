#include "ui/plots/panel/quiet_tabs.h"

#include <QPainter>

#include "ui/style/fitting_font.h"
#include "ui/style/look.h"
#include "ui/style/own_focus.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kWideAround = 3 * kGrid;

}  // namespace

QuietTabs::QuietTabs(QWidget* parent) : QTabBar(parent) {
  setDrawBase(false);
  setExpanding(false);
  setElideMode(Qt::ElideRight);
  setUsesScrollButtons(false);
  setAttribute(Qt::WA_Hover);
  setProperty(kMarksOwnFocus, true);
}

QuietTabs::Fit QuietTabs::fitted() const {
  QString all;
  for (int i = 0; i < count(); ++i) all += tabText(i);
  const int words = fontMetrics().horizontalAdvance(all) + count();  // each width is rounded
  // First the words move closer together, then they become smaller.
  for (const int around : {kWideAround, 2 * kGrid}) {
    if (words + count() * around <= width()) return {font(), around};
  }
  return {fittingFont(font(), all, width() - count() * (kGrid + 1)), kGrid};
}

bool QuietTabs::fits() const {
  const QFontMetrics metrics(fitted().font);
  for (int i = 0; i < count(); ++i) {
    if (metrics.horizontalAdvance(tabText(i)) > tabRect(i).width()) return false;
  }
  return true;
}

QSize QuietTabs::tabSizeHint(int index) const {
  const Fit fit = fitted();
  return {QFontMetrics(fit.font).horizontalAdvance(tabText(index)) + 1 + fit.around, fontMetrics().height() + kGrid};
}

QSize QuietTabs::minimumTabSizeHint(int index) const {
  return {fontMetrics().averageCharWidth() * 4 + 2 * kGrid, tabSizeHint(index).height()};
}

void QuietTabs::paintEvent(QPaintEvent*) {
  const Theme& theme = themeOf(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QPoint pointer = mapFromGlobal(QCursor::pos());
  const Fit fit = fitted();
  const int side = fit.around / 3;
  painter.setFont(fit.font);
  for (int i = 0; i < count(); ++i) {
    const QRect tab = tabRect(i);
    const bool front = i == currentIndex();
    const bool hovered = underMouse() && tab.contains(pointer);
    painter.setPen(front || hovered ? theme.text : theme.mutedText);
    const QRect room = tab.adjusted(side, 0, -side, 0);
    painter.drawText(room, Qt::AlignCenter, painter.fontMetrics().elidedText(tabText(i), Qt::ElideRight, room.width()));
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

}  // namespace noiseloom
