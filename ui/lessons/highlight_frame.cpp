#include "ui/lessons/highlight_frame.h"

#include <QApplication>
#include <QEvent>
#include <QPainter>

#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kRoom = kHalfGrid;  ///< between the widget and the frame
constexpr qreal kWidth = 2.5;
constexpr qreal kRadius = 5;

}  // namespace

HighlightFrame::HighlightFrame(QWidget* window) : QWidget(window), m_window(window) {
  setObjectName(QStringLiteral("lessonHighlight"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_NoSystemBackground);
  setFocusPolicy(Qt::NoFocus);
  setAccessibleName(tr("Highlight of the lesson"));
  // Several moves in a row cause one update.
  m_soon.setSingleShot(true);
  m_soon.setInterval(0);
  connect(&m_soon, &QTimer::timeout, this, &HighlightFrame::place);
  hide();
}

void HighlightFrame::setTarget(QWidget* target) {
  watch(false);
  m_target = target;
  watch(true);
  place();
}

void HighlightFrame::watch(bool on) {
  if (!on) {
    for (const QPointer<QWidget>& widget : m_watched) {
      if (widget) widget->removeEventFilter(this);
    }
    m_watched.clear();
    return;
  }
  for (QWidget* widget = m_target; widget && widget != m_window; widget = widget->parentWidget()) {
    widget->installEventFilter(this);
    m_watched << widget;
  }
}

QRect HighlightFrame::visiblePart() const {
  if (!m_target || !m_target->isVisibleTo(m_window)) return {};
  QRect part(m_target->mapTo(m_window, QPoint(0, 0)), m_target->size());
  for (QWidget* around = m_target->parentWidget(); around && around != m_window; around = around->parentWidget())
    part &= QRect(around->mapTo(m_window, QPoint(0, 0)), around->size());
  return part & m_window->rect();
}

void HighlightFrame::place() {
  const QRect part = visiblePart();
  if (part.isEmpty()) {
    hide();
    return;
  }
  setGeometry(part.adjusted(-kRoom, -kRoom, kRoom, kRoom) & m_window->rect());
  show();
  raise();
  update();
}

void HighlightFrame::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(themeOf(QApplication::palette()).accent, kWidth));
  const qreal inset = kWidth / 2;
  painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), kRadius, kRadius);
}

bool HighlightFrame::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::ParentChange:
    case QEvent::LayoutRequest: m_soon.start(); break;
    default: break;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace noiseloom
