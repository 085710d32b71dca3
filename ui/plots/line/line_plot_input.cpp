// Input of a LinePlot: pointer, wheel and keys.

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMetaMethod>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <cmath>

#include "ui/plots/line/line_plot.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// Zoom factor of one notch of the wheel, and of + and -.
constexpr double kZoomStep = 1.25;
/// Share of the view that an arrow with Shift moves.
constexpr double kPanStep = 0.1;
constexpr int kLongSteps = 20;

}  // namespace

bool LinePlot::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Leave) {
    m_pointer.reset();
    if (!m_byKeyboard) read(std::nullopt, false);
  }
  if (event->type() == QEvent::ToolTip) {
    const auto& help = static_cast<const QHelpEvent&>(*event);
    QToolTip::showText(help.globalPos(), m_chart.legend().toolTip(help.pos()), viewport());
    return true;
  }
  return QAbstractScrollArea::viewportEvent(event);
}

void LinePlot::wheelEvent(QWheelEvent* event) {
  catchUp();
  const QRectF area = m_chart.plotArea();
  const QPointF at = event->position();
  const bool below = at.y() > area.bottom() && at.x() >= area.left();
  const bool beside = at.x() < area.left() && at.y() <= area.bottom();
  // Some systems swap the wheel's direction while Alt or Shift is down.
  const int turned = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
  event->accept();
  if (turned == 0 || m_chart.isEmpty() || at.y() < area.top()) return;
  const bool onlyAcross = below || event->modifiers().testFlag(Qt::ShiftModifier);
  const bool onlyUp = beside || event->modifiers().testFlag(Qt::ControlModifier);
  zoom(std::pow(kZoomStep, turned / 120.0), at, !onlyUp || onlyAcross, !onlyAcross || onlyUp);
  if (m_pointer) read(nearest(at), false);
}

void LinePlot::mousePressEvent(QMouseEvent* event) {
  catchUp();
  const QPointF at = event->position();
  if (event->button() != Qt::LeftButton) return QAbstractScrollArea::mousePressEvent(event);
  if (const QString key = m_chart.legend().keyAt(at); !key.isEmpty()) {
    toggleSeries(key);
  } else if (m_chart.legend().isMore(at)) {
    auto* menu = named<QMenu>("seriesMenu", this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addSeries(*menu);
    menu->popup(event->globalPosition().toPoint());
  } else if (hold(at)) {
    updateCursor(at);
  } else if (m_chart.plotArea().contains(at)) {
    m_drag = Drag{at, m_chart.across().shown, m_chart.up().shown, false};
  } else {
    QAbstractScrollArea::mousePressEvent(event);
  }
}

void LinePlot::mouseMoveEvent(QMouseEvent* event) {
  catchUp();
  const QPointF at = event->position();
  const QRectF area = m_chart.plotArea();
  if (m_grab && event->buttons().testFlag(Qt::LeftButton)) {
    dragGrabbed(at);
  } else if (m_drag && event->buttons().testFlag(Qt::LeftButton)) {
    const QPointF moved = at - m_drag->from;
    if (moved.manhattanLength() >= QApplication::startDragDistance()) m_drag->moved = true;
    if (m_drag->moved && !area.isEmpty()) {
      const auto [from, x, y, dragging] = *m_drag;
      setSpans(m_chart.across().moved(x, -moved.x() / area.width() * x.length()),
               m_chart.up().moved(y, moved.y() / area.height() * y.length()));
      m_pointer = at;
    }
  } else {
    readAt(at);
  }
  updateCursor(at);
}

void LinePlot::mouseReleaseEvent(QMouseEvent* event) {
  catchUp();
  if (event->button() == Qt::LeftButton && m_grab) {
    endGrab(false);
    readAt(event->position());
    return updateCursor(event->position());
  }
  if (event->button() != Qt::LeftButton || !m_drag) return QAbstractScrollArea::mouseReleaseEvent(event);
  const bool moved = m_drag->moved;
  m_drag.reset();
  const QPointF at = event->position();
  readAt(at);
  updateCursor(at);
  viewport()->update();
  if (!moved && m_current && isOn(*m_current, at)) emit activated(*m_current);
}

void LinePlot::mouseDoubleClickEvent(QMouseEvent* event) {
  catchUp();
  const bool inside = event->button() == Qt::LeftButton && m_chart.plotArea().contains(event->position());
  inside ? resetView() : QAbstractScrollArea::mouseDoubleClickEvent(event);
}

void LinePlot::keyPressEvent(QKeyEvent* event) {
  catchUp();
  if (moveByKey(*event)) return;
  if (event->matches(QKeySequence::Copy) && m_current) return copyPoint();
  const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
  const int steps = event->modifiers().testFlag(Qt::ControlModifier) ? kLongSteps : 1;
  const auto zoomBy = [this](double factor) {
    const PlottedPoint* plotted = m_current ? plottedOf(*m_current) : nullptr;
    zoom(factor, plotted ? m_chart.toPixel(plotted->at) : m_chart.plotArea().center(), true, true);
  };
  switch (event->key()) {
    case Qt::Key_Left: shift ? pan(-kPanStep, 0) : walk(WalkTo::Previous, steps); break;
    case Qt::Key_Right: shift ? pan(kPanStep, 0) : walk(WalkTo::Next, steps); break;
    case Qt::Key_Up: shift ? pan(0, kPanStep) : changeSeries(-1); break;
    case Qt::Key_Down: shift ? pan(0, -kPanStep) : changeSeries(1); break;
    case Qt::Key_Home: walk(WalkTo::First, 1); break;
    case Qt::Key_End: walk(WalkTo::Last, 1); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(kZoomStep); break;
    case Qt::Key_Minus: zoomBy(1 / kZoomStep); break;
    case Qt::Key_0: resetView(); break;
    case Qt::Key_L: setLog(shift, !(shift ? m_chart.across() : m_chart.up()).scale.log); break;
    case Qt::Key_H:
      if (m_current) toggleSeries(QString(m_current->series));
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (!m_current) return event->ignore();
      emit activated(*m_current);
      break;
    default: event->ignore();
  }
}

void LinePlot::contextMenuEvent(QContextMenuEvent* event) {
  catchUp();
  if (event->reason() == QContextMenuEvent::Mouse) readAt(event->pos());
  QMenu menu(this);
  addTo(menu);
  static const QMetaMethod request = QMetaMethod::fromSignal(&LinePlot::menuRequested);
  if (isSignalConnected(request)) {
    emit menuRequested(&menu);
  } else {
    menu.addSeparator();
    connect(menu.addAction(tr("Reset view")), &QAction::triggered, this, &LinePlot::resetView);
  }
  menu.exec(event->globalPos());
}

void LinePlot::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  setAccessibleDescription(
      tr("%1 Arrow keys read the points, plus and minus zoom, L switches to a logarithmic axis, 0 shows everything.")
          .arg(summary()));
  viewport()->update();
}

void LinePlot::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  if (m_byKeyboard) read(std::nullopt, false);
  viewport()->update();
}

}  // namespace noiseloom
