// Moving points of a LinePlot by hand.

#include <QKeyEvent>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/plots/line/line_plot.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// The largest distance of a press from the point that it holds, in pixels.
constexpr double kHold = 1.5 * kGrid;
constexpr int kLongStep = 10;

}  // namespace

/// The point of a series whose points move up and down, in the column nearest to a place inside the plot.
std::optional<LinePlot::Grab> LinePlot::columnAt(QPointF pixel) const {
  if (!m_chart.plotArea().contains(pixel)) return std::nullopt;
  for (std::size_t i = 0; i < m_model->series.size(); ++i) {
    const ChartSeries& series = m_model->series[i];
    if (series.moves != PointMoves::Up || m_chart.points(i).empty()) continue;
    return Grab{{series.key, nearestAcross(m_chart.points(i), m_chart.toPosition(pixel).x())->index}, {}};
  }
  return std::nullopt;
}

std::optional<LinePlot::Grab> LinePlot::grabAt(QPointF pixel) const {
  std::optional<Grab> found;
  const QRectF view = m_chart.plotArea().adjusted(-2, -2, 2, 2);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < m_model->series.size(); ++i) {
    const ChartSeries& series = m_model->series[i];
    if (series.moves == PointMoves::No) continue;
    for (const PlottedPoint& point : m_chart.points(i)) {
      const QPointF apart = m_chart.toPixel(point.at) - pixel;
      const double distance = std::hypot(apart.x(), apart.y());
      if (distance > kHold || distance >= least || !view.contains(pixel + apart)) continue;
      least = distance;
      found = Grab{{series.key, point.index}, apart};
    }
  }
  return found;
}

bool LinePlot::hold(QPointF pixel) {
  m_grab = grabAt(pixel);
  if (!m_grab) m_grab = columnAt(pixel);
  if (!m_grab) return false;
  read(m_grab->point, false);
  emit grabbed(ChartPoint(m_grab->point));
  return true;
}

void LinePlot::dragGrabbed(QPointF pixel) {
  const QRectF area = m_chart.plotArea();
  const QPointF at = pixel + m_grab->apart;
  const QPointF inside(std::clamp(at.x(), area.left(), area.right()), std::clamp(at.y(), area.top(), area.bottom()));
  const QPointF position = m_chart.toPosition(inside);
  m_pointer = inside;
  // A stroke goes on from column to column.
  if (seriesOf(m_grab->point)->moves == PointMoves::Up) {
    const QPointF within(std::min(inside.x(), area.right() - 1), std::min(inside.y(), area.bottom() - 1));
    if (const auto next = columnAt(within); next && next->point.series == m_grab->point.series)
      m_grab->point = next->point;
  }
  emit moved(ChartPoint(m_grab->point),
             QPointF(m_chart.across().scale.value(position.x()), m_chart.up().scale.value(position.y())));
}

void LinePlot::endGrab(bool takenBack) {
  const ChartPoint point = std::exchange(m_grab, std::nullopt)->point;
  emit letGo(point, takenBack);
  viewport()->update();
}

bool LinePlot::moveByKey(const QKeyEvent& event) {
  if (m_grab && event.key() == Qt::Key_Escape) {
    endGrab(true);
    return true;
  }
  if (!m_current || !m_byKeyboard) return false;
  const PointMoves moves = seriesOf(*m_current)->moves;
  if (moves == PointMoves::No) return false;
  const auto nudge = [this](int across, int up) {
    emit nudged(ChartPoint(*m_current), across, up);
    return true;
  };
  const auto modifiers = event.modifiers() & ~Qt::KeypadModifier;
  const bool across = modifiers == Qt::AltModifier && moves == PointMoves::Freely;
  switch (event.key()) {
    case Qt::Key_Up: return modifiers == Qt::NoModifier && nudge(0, 1);
    case Qt::Key_Down: return modifiers == Qt::NoModifier && nudge(0, -1);
    case Qt::Key_PageUp: return nudge(0, kLongStep);
    case Qt::Key_PageDown: return nudge(0, -kLongStep);
    case Qt::Key_Right: return across && nudge(1, 0);
    case Qt::Key_Left: return across && nudge(-1, 0);
    default: return false;
  }
}

// Escape would otherwise be a shortcut of the window.
bool LinePlot::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && m_grab && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();
    return true;
  }
  return QAbstractScrollArea::event(event);
}

}  // namespace noiseloom
