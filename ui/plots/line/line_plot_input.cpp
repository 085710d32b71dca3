// What hands do with a LinePlot: pointer, wheel and keys.

#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMetaMethod>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>

#include "ui/plots/line/chart_legend.h"
#include "ui/plots/line/line_plot_parts.h"

namespace noiseloom {
namespace {

/// Of one notch of the wheel, and of + and -.
constexpr double kZoomStep = 1.25;
/// Of the view, for an arrow with Shift.
constexpr double kPanStep = 0.1;
constexpr int kLongSteps = 20;

}  // namespace

bool LinePlot::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Leave) {
    m_parts->pointer.reset();
    if (!m_parts->byKeyboard) m_parts->read(std::nullopt, false);
  }
  return QChartView::viewportEvent(event);
}

void LinePlot::wheelEvent(QWheelEvent* event) {
  const QRectF area = parts().chart.chart().plotArea();
  const QPointF at = event->position();
  const bool below = at.y() > area.bottom() && at.x() >= area.left();
  const bool beside = at.x() < area.left() && at.y() <= area.bottom();
  // Some systems turn the wheel's direction while Alt or Shift is down.
  const int turned = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
  event->accept();
  if (turned == 0 || parts().chart.isEmpty() || at.y() < area.top()) return;
  const bool onlyAcross = below || event->modifiers().testFlag(Qt::ShiftModifier);
  const bool onlyUp = beside || event->modifiers().testFlag(Qt::ControlModifier);
  parts().zoom(std::pow(kZoomStep, turned / 120.0), at, !onlyUp || onlyAcross, !onlyAcross || onlyUp);
  if (parts().pointer) parts().read(parts().nearest(at), false);
}

void LinePlot::mousePressEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  if (const QString key = parts().chart.legend().keyAt(at); event->button() == Qt::LeftButton && !key.isEmpty()) {
    event->accept();
    parts().toggleSeries(key);
    return;
  }
  if (event->button() == Qt::LeftButton && parts().chart.legend().isMore(at)) {
    event->accept();
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("seriesMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addSeries(*menu);
    menu->popup(event->globalPosition().toPoint());
    return;
  }
  if (event->button() != Qt::LeftButton || !parts().chart.chart().plotArea().contains(at)) {
    QChartView::mousePressEvent(event);
    return;
  }
  event->accept();
  parts().drag = Parts::Drag{at, parts().chart.across().shown, parts().chart.up().shown, false};
}

void LinePlot::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  Parts& parts = this->parts();
  const QRectF area = parts.chart.chart().plotArea();
  if (parts.drag && event->buttons().testFlag(Qt::LeftButton)) {
    const QPointF moved = at - parts.drag->from;
    if (!parts.drag->moved && moved.manhattanLength() >= QApplication::startDragDistance()) parts.drag->moved = true;
    if (parts.drag->moved && !area.isEmpty()) {
      const AxisSpan x = parts.drag->x;
      const AxisSpan y = parts.drag->y;
      parts.setSpans(panned(x, parts.chart.across().full, -moved.x() / area.width() * x.length()),
                     panned(y, parts.chart.up().full, moved.y() / area.height() * y.length()));
      parts.pointer = at;
    }
  } else {
    QChartView::mouseMoveEvent(event);
    parts.pointer.reset();
    if (area.contains(at)) parts.pointer = at;
    if (parts.pointer || !parts.byKeyboard) parts.read(parts.pointer ? parts.nearest(at) : std::nullopt, false);
  }
  parts.updateCursor(at);
}

void LinePlot::mouseReleaseEvent(QMouseEvent* event) {
  Parts& parts = this->parts();
  if (event->button() != Qt::LeftButton || !parts.drag) {
    QChartView::mouseReleaseEvent(event);
    return;
  }
  event->accept();
  const bool moved = parts.drag->moved;
  parts.drag.reset();
  const QPointF at = event->position();
  parts.pointer.reset();
  if (parts.chart.chart().plotArea().contains(at)) parts.pointer = at;
  parts.read(parts.pointer ? parts.nearest(at) : std::nullopt, false);
  parts.updateCursor(at);
  viewport()->update();
  if (!moved && parts.current && parts.isOn(*parts.current, at)) emit activated(*parts.current);
}

void LinePlot::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && parts().chart.chart().plotArea().contains(event->position())) {
    event->accept();
    resetView();
    return;
  }
  QChartView::mouseDoubleClickEvent(event);
}

void LinePlot::keyPressEvent(QKeyEvent* event) {
  using Direction = Parts::Direction;
  Parts& parts = this->parts();
  const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
  const int steps = event->modifiers().testFlag(Qt::ControlModifier) ? kLongSteps : 1;
  const auto centre = [&parts] {
    const PlottedPoint* plotted = parts.current ? parts.plottedOf(*parts.current) : nullptr;
    return plotted ? parts.chart.toPixel(plotted->at) : parts.chart.chart().plotArea().center();
  };
  switch (event->key()) {
    case Qt::Key_Left: shift ? parts.pan(-kPanStep, 0) : parts.walk(Direction::Previous, steps); break;
    case Qt::Key_Right: shift ? parts.pan(kPanStep, 0) : parts.walk(Direction::Next, steps); break;
    case Qt::Key_Up: shift ? parts.pan(0, kPanStep) : parts.changeSeries(-1); break;
    case Qt::Key_Down: shift ? parts.pan(0, -kPanStep) : parts.changeSeries(1); break;
    case Qt::Key_Home: parts.walk(Direction::First, 1); break;
    case Qt::Key_End: parts.walk(Direction::Last, 1); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: parts.zoom(kZoomStep, centre(), true, true); break;
    case Qt::Key_Minus: parts.zoom(1 / kZoomStep, centre(), true, true); break;
    case Qt::Key_0: resetView(); break;
    case Qt::Key_L: parts.setLog(shift, !(shift ? isLogX() : isLogY())); break;
    case Qt::Key_H:
      if (parts.current) parts.toggleSeries(parts.current->series);
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (!parts.current) {
        event->ignore();
        return;
      }
      emit activated(*parts.current);
      break;
    default: event->ignore(); return;
  }
  event->accept();
}

void LinePlot::contextMenuEvent(QContextMenuEvent* event) {
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
  event->accept();
}

void LinePlot::focusInEvent(QFocusEvent* event) {
  QChartView::focusInEvent(event);
  setAccessibleDescription(
      tr("%1 Arrow keys read the points, plus and minus zoom, L switches to a logarithmic axis, 0 shows everything.")
          .arg(summary()));
  viewport()->update();
}

void LinePlot::focusOutEvent(QFocusEvent* event) {
  QChartView::focusOutEvent(event);
  if (parts().byKeyboard) parts().read(std::nullopt, false);
  viewport()->update();
}

void LinePlot::resizeEvent(QResizeEvent* event) {
  // Not that of charts, which would lay the chart out within every change of the window's layout.
  QGraphicsView::resizeEvent(event);
  m_parts->layoutPending = true;
  m_parts->catchUpSoon();
}

void LinePlot::layOutChart() {
  QResizeEvent now(viewport()->size(), viewport()->size());
  QChartView::resizeEvent(&now);
}

}  // namespace noiseloom
