#include "ui/plots/chart_view.h"

#include <QChart>
#include <QMouseEvent>

namespace noiseloom {

ChartView::ChartView(QChart* chart, QWidget* parent) : QChartView(chart, parent) {
  setRenderHint(QPainter::Antialiasing);
  setFrameShape(QFrame::NoFrame);
  setMouseTracking(true);
  setBackgroundRole(QPalette::Base);
  setFocusPolicy(Qt::StrongFocus);
  // What a legend needs; Qt Charts asks for nothing itself.
  setMinimumSize(344, 130);
}

void ChartView::mouseMoveEvent(QMouseEvent* event) {
  QChartView::mouseMoveEvent(event);
  const QPointF position = chart()->mapFromScene(mapToScene(event->position().toPoint()));
  emit hovered(position, chart()->plotArea().contains(position));
}

void ChartView::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    const QPointF position = chart()->mapFromScene(mapToScene(event->position().toPoint()));
    if (chart()->plotArea().contains(position)) emit clicked(position);
  }
  QChartView::mousePressEvent(event);
}

void ChartView::leaveEvent(QEvent* event) {
  QChartView::leaveEvent(event);
  emit hovered({}, false);
}

}  // namespace noiseloom
