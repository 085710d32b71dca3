// Mouse and keyboard input of the heat map.

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/plots/matrix/heat_map_view.h"

namespace noiseloom {
namespace {

constexpr double kMapZoomStep = 1.25;
constexpr double kMapPanStep = 0.1;
constexpr double kLeastForEntries = 4;  // size of an entry in pixels from which the cursor moves by single entries
constexpr double kCursorStep = 1.0 / 64;
constexpr double kReadableColumns = 24;

}  // namespace

void HeatMapView::wheelEvent(QWheelEvent* event) {
  const QRectF plot = plotArea();
  if (!m_strategy || !plot.contains(event->position())) {
    event->ignore();
    return;
  }
  const QPointF at = event->position() - plot.topLeft();
  const double notches = event->angleDelta().y() / 120.0;
  m_scene.window.zoom(std::pow(kMapZoomStep, std::clamp(notches, -8.0, 8.0)),
                      {at.x() / plot.width(), at.y() / plot.height()});
  event->accept();
  windowChanged();
}

void HeatMapView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !plotArea().contains(event->position())) return;
  m_dragFrom = event->position();
  if (heatMapInset(plotArea(), m_scene).contains(event->position())) {
    m_drag = Drag::Inset;
    moveInset(event->position());
    return;
  }
  m_drag = Drag::Picture;
  setCursor(Qt::ClosedHandCursor);
}

void HeatMapView::moveInset(QPointF position) {
  const QRectF inset = heatMapInset(plotArea(), m_scene);
  if (inset.isEmpty()) return;
  MatrixWindow& window = m_scene.window;
  const QPointF share((position.x() - inset.left()) / inset.width(), (position.y() - inset.top()) / inset.height());
  window.place(share.y() * static_cast<double>(window.rows()) - window.rowSpan() / 2,
               share.x() * static_cast<double>(window.columns()) - window.span() / 2, window.zoomSpan());
  windowChanged();
}

void HeatMapView::mouseMoveEvent(QMouseEvent* event) {
  m_scene.crossHair = event->position();
  if (m_drag == Drag::Inset) {
    moveInset(event->position());
    return;
  }
  if (m_drag == Drag::Picture) {
    const QPointF moved = (m_dragFrom - event->position()) / plotArea().width();
    m_dragFrom = event->position();
    m_scene.window.pan(moved);
    windowChanged();
    return;
  }
  const bool onInset = heatMapInset(plotArea(), m_scene).contains(event->position());
  setCursor(onInset ? Qt::SizeAllCursor : Qt::CrossCursor);
  emit pointed(readCell());
  probe();
  update();
}

void HeatMapView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  m_drag = Drag::None;
  setCursor(Qt::CrossCursor);
}

void HeatMapView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) resetView();
}

void HeatMapView::leaveEvent(QEvent*) {
  m_scene.crossHair.reset();
  emit pointed(hasFocus() ? m_scene.cursor : std::nullopt);
  probe();
  update();
}

void HeatMapView::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  const bool stays = event->reason() == Qt::ActiveWindowFocusReason || event->reason() == Qt::PopupFocusReason;
  if (!m_scene.cursor || m_scene.crossHair || stays) return;
  m_scene.cursor.reset();
  emit pointed(std::nullopt);
  probe();
}

void HeatMapView::setCursorCell(MatrixCell cell) {
  const MatrixWindow before = m_scene.window;
  m_scene.cursor = {std::clamp<Index>(cell.row, 0, before.rows() - 1),
                    std::clamp<Index>(cell.column, 0, before.columns() - 1)};
  m_scene.crossHair.reset();
  m_scene.window.include(m_scene.cursor->row, m_scene.cursor->column);
  emit pointed(m_scene.cursor);
  if (before == m_scene.window) {
    probe();
    update();
  } else {
    windowChanged();
  }
}

void HeatMapView::moveCursor(Index rows, Index columns) {
  const MatrixWindow& window = m_scene.window;
  // The first key only shows the cursor: under the pointer, or in the middle of the view.
  const auto seen = m_scene.cursor;
  const bool outside = seen && (seen->row < window.rowBegin() || seen->row >= window.rowEnd() ||
                                seen->column < window.columnBegin() || seen->column >= window.columnEnd());
  if (!seen || outside) {
    const auto under = m_scene.crossHair ? cellAt(*m_scene.crossHair) : std::nullopt;
    const auto middle = cellAt(plotArea().center());
    if (under || middle) setCursorCell(under ? *under : *middle);
    return;
  }
  const auto step = [side = plotArea().width()](double span) {
    return side / span >= kLeastForEntries ? Index{1} : std::max<Index>(1, static_cast<Index>(span * kCursorStep));
  };
  setCursorCell({seen->row + rows * step(window.rowSpan()), seen->column + columns * step(window.span())});
}

void HeatMapView::goToRow(Index row) {
  if (!m_strategy) return;
  MatrixWindow& window = m_scene.window;
  row = std::clamp<Index>(row, 0, window.rows() - 1);
  // The column of the diagonal, or lag 0; the tree's nodes are placed alongside its leaves.
  const double along = (static_cast<double>(row) + 0.5) / static_cast<double>(window.rows());
  const Index column =
      m_scene.byLag ? 0
                    : std::min(window.columns() - 1, static_cast<Index>(along * static_cast<double>(window.columns())));
  const double span = std::min(window.zoomSpan(), kReadableColumns);
  window.place(0, 0, span);
  window.place(static_cast<double>(row) + 0.5 - window.rowSpan() / 2,
               static_cast<double>(column) + 0.5 - window.span() / 2, span);
  m_scene.markedRow = row;
  setFocus();
  setCursorCell({row, column});
  windowChanged();
}

void HeatMapView::keyPressEvent(QKeyEvent* event) {
  if (!m_strategy) return QWidget::keyPressEvent(event);
  constexpr double kPage = 0.8;
  const QPointF centre(0.5, 0.5);
  MatrixWindow& window = m_scene.window;
  const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
  // Shift with arrows pans; arrows alone move the cursor.
  const auto arrow = [&](int rows, int columns) {
    if (!shift) return moveCursor(rows, columns);
    window.pan({columns * kMapPanStep, rows * kMapPanStep});
    windowChanged();
  };
  const auto page = [&](double share) {
    window.pan({share, share});
    windowChanged();
    if (m_scene.cursor) setCursorCell(cellAt(plotArea().center()).value_or(*m_scene.cursor));
  };
  const auto goToEdge = [&](Index row) {
    const MatrixCell from = m_scene.cursor.value_or(MatrixCell{window.rowBegin(), window.columnBegin()});
    const bool square = window.rows() == window.columns();
    setCursorCell({row, square ? row - (from.row - from.column) : from.column});
  };
  const auto zoom = [&](double factor) {
    QPointF anchor = centre;
    if (m_scene.cursor) {
      const QRectF plot = plotArea();
      const QPointF at = heatMapCell(plot, window, *m_scene.cursor).center() - plot.topLeft();
      anchor = {std::clamp(at.x() / plot.width(), 0.0, 1.0), std::clamp(at.y() / plot.height(), 0.0, 1.0)};
    }
    window.zoom(factor, anchor);
    windowChanged();
  };
  switch (event->key()) {
    case Qt::Key_Left: return arrow(0, -1);
    case Qt::Key_Right: return arrow(0, 1);
    case Qt::Key_Up: return arrow(-1, 0);
    case Qt::Key_Down: return arrow(1, 0);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(kMapZoomStep);
    case Qt::Key_Minus: return zoom(1 / kMapZoomStep);
    case Qt::Key_0: return resetView();
    case Qt::Key_PageUp: return page(-kPage);
    case Qt::Key_PageDown: return page(kPage);
    case Qt::Key_Home: return goToEdge(0);
    case Qt::Key_End: return goToEdge(window.rows() - 1);
    case Qt::Key_G: emit goToRowRequested(); return;
    default: QWidget::keyPressEvent(event);
  }
}

}  // namespace noiseloom
