// Finding the point of a LinePlot that is read, by pointer, keyboard or brush.

#include <QClipboard>
#include <QGuiApplication>
#include <QMetaMethod>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/plots/line/chart_text.h"
#include "ui/plots/line/line_plot.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

/// The largest distance of a click from the point that it means, in pixels.
constexpr double kReach = 2.5 * kGrid;
/// Points within this many pixels horizontally are distinguished by their height.
constexpr double kSlack = 4;

/// A distance in which the horizontal part counts most: users point at a column of the plot.
double away(QPointF point, QPointF pixel) {
  return std::abs(point.x() - pixel.x()) + 0.25 * std::abs(point.y() - pixel.y());
}

}  // namespace

QString LinePlot::readOut() {
  if (!m_current && !m_wish) return {};
  catchUp();
  const std::optional<ChartPoint>& point = m_current ? m_current : m_mark;
  const ChartSeries* series = point ? seriesOf(*point) : nullptr;
  return series ? pointLine(*m_model, *series, point->index) : QString();
}

void LinePlot::copyPoint() {
  const PlainNumbers plain;
  if (const QString text = readOut(); !text.isEmpty()) QGuiApplication::clipboard()->setText(text);
}

void LinePlot::highlight(const QString& series, std::optional<double> x) {
  m_wish.reset();
  if (x) m_wish = {series, *x};
  const std::optional<ChartPoint> before = m_mark;
  // Searches what is drawn; a waiting model is searched once it is drawn.
  findMark();
  if (m_mark != before) viewport()->update();
}

std::optional<ChartPoint> LinePlot::highlighted() {
  if (m_wish) catchUp();
  return m_mark;
}

std::optional<QPointF> LinePlot::pixelOf(const ChartPoint& point) {
  catchUp();
  const PlottedPoint* plotted = plottedOf(point);
  return plotted ? std::optional(m_chart.toPixel(plotted->at)) : std::nullopt;
}

const ChartSeries* LinePlot::seriesOf(const ChartPoint& point, std::size_t* at) const {
  const auto& series = m_model->series;
  const auto found = std::ranges::find(series, point.series, &ChartSeries::key);
  if (found == series.end()) return nullptr;
  if (at) *at = static_cast<std::size_t>(found - series.begin());
  return &*found;
}

const PlottedPoint* LinePlot::plottedOf(const ChartPoint& point) const {
  std::size_t at = 0;
  if (!seriesOf(point, &at)) return nullptr;
  const auto& points = m_chart.points(at);
  const auto found = std::ranges::lower_bound(points, point.index, {}, &PlottedPoint::index);
  return found != points.end() && found->index == point.index ? &*found : nullptr;
}

bool LinePlot::pointable(std::size_t series) const {
  return m_model->series[series].pointed && !m_chart.points(series).empty();
}

std::optional<ChartPoint> LinePlot::nearest(QPointF pixel) const {
  const QRectF view = m_chart.plotArea().adjusted(-2, -2, 2, 2);
  const double perPixel = m_chart.across().shown.length() / std::max(1.0, view.width());
  const double x = m_chart.toPosition(pixel).x();
  std::optional<ChartPoint> found;
  double least = std::numeric_limits<double>::infinity();
  const auto consider = [&](const ChartSeries& series, const PlottedPoint& point) {
    const QPointF at = m_chart.toPixel(point.at);
    const double distance = away(at, pixel);
    if (distance >= least || !view.contains(at)) return;
    least = distance;
    found = ChartPoint{series.key, point.index};
  };
  for (std::size_t i = 0; i < m_model->series.size(); ++i) {
    if (!pointable(i)) continue;
    const auto& points = m_chart.points(i);
    consider(m_model->series[i], *nearestAcross(points, x));
    const auto across = [](const PlottedPoint& point) { return point.at.x(); };
    const auto end = std::ranges::upper_bound(points, x + kSlack * perPixel, {}, across);
    for (auto at = std::ranges::lower_bound(points, x - kSlack * perPixel, {}, across); at != end; ++at)
      consider(m_model->series[i], *at);
  }
  return found;
}

bool LinePlot::isOn(const ChartPoint& point, QPointF pixel) const {
  const PlottedPoint* plotted = plottedOf(point);
  if (!plotted) return false;
  const QPointF at = m_chart.toPixel(plotted->at);
  const bool bar = seriesOf(point)->look == SeriesLook::Bars;
  if (bar && std::abs(at.x() - pixel.x()) <= kReach / 2 && pixel.y() >= at.y()) return true;
  return std::hypot(at.x() - pixel.x(), at.y() - pixel.y()) <= kReach;
}

void LinePlot::read(std::optional<ChartPoint> point, bool keyboard) {
  const ChartSeries* series = point ? seriesOf(*point) : nullptr;
  if (!series || point->index < 0 || static_cast<std::size_t>(point->index) >= series->points.size()) point.reset();
  m_byKeyboard = point && keyboard;
  if (point) m_currentX = series->points[point->index].x();
  if (point == m_current) return;
  m_current = point;
  m_stayed = false;
  if (point)
    m_dwell.start();
  else
    m_dwell.stop();
  viewport()->update();
  // A screen reader is on the plot, and reads changes of the description.
  if (m_byKeyboard) setAccessibleDescription(readOut());
  emit pointed(m_current);
}

void LinePlot::readAt(QPointF pixel) {
  m_pointer.reset();
  if (m_chart.plotArea().contains(pixel)) m_pointer = pixel;
  if (m_pointer || !m_byKeyboard) read(m_pointer ? nearest(pixel) : std::nullopt, false);
}

void LinePlot::readAnew() {
  if (!m_current) return;
  const std::optional<ChartPoint> before = m_current;
  std::optional<ChartPoint> now;
  if (m_grab) {
    now = m_grab->point;
  } else if (!m_byKeyboard && m_pointer) {
    now = nearest(*m_pointer);
  } else if (m_byKeyboard) {
    // The keyboard's mark stays at its x.
    std::size_t at = 0;
    if (seriesOf(*m_current, &at) && pointable(at)) {
      if (const auto position = m_chart.across().scale.position(m_currentX))
        now = ChartPoint{m_current->series, nearestAcross(m_chart.points(at), *position)->index};
    }
  }
  read(now, m_byKeyboard);
  // The same point may have another text now.
  if (m_current && m_current == before) emit pointed(m_current);
}

void LinePlot::findMark() {
  m_mark.reset();
  const auto position = m_wish ? m_chart.across().scale.position(m_wish->second) : std::nullopt;
  if (!position) return;
  for (std::size_t i = 0; i < m_model->series.size(); ++i) {
    const ChartSeries& series = m_model->series[i];
    if (m_chart.points(i).empty() || (m_wish->first.isEmpty() ? !series.pointed : series.key != m_wish->first))
      continue;
    const PlottedPoint& point = *nearestAcross(m_chart.points(i), *position);
    const double x = series.points[point.index].x();
    if (std::abs(x - m_wish->second) > 1e-9 * std::max(1.0, std::abs(x))) continue;
    m_mark = ChartPoint{series.key, point.index};
    return;
  }
}

void LinePlot::walk(WalkTo place, int steps) {
  std::size_t at = 0;
  const bool started = m_current && seriesOf(*m_current, &at) && pointable(at);
  if (!started) {
    const std::size_t count = m_model->series.size();
    // Starts with a series whose points can be moved, if there is one.
    for (at = 0; at < count && !(pointable(at) && m_model->series[at].moves != PointMoves::No);) ++at;
    if (at == count) {
      for (at = 0; at < count && !pointable(at);) ++at;
    }
    if (at == count) return;
  }
  const auto& points = m_chart.points(at);
  const auto last = std::ssize(points) - 1;
  std::ptrdiff_t index = 0;
  if (place == WalkTo::Last) {
    index = last;
  } else if (place != WalkTo::First && !started) {
    const AxisSpan& shown = m_chart.across().shown;
    index = nearestAcross(points, place == WalkTo::Next ? shown.from : shown.to) - points.data();
  } else if (place != WalkTo::First) {
    const PlottedPoint* now = plottedOf(*m_current);
    index = now ? now - points.data() : 0;
    const std::ptrdiff_t by = steps > 1 ? std::max<std::ptrdiff_t>(1, last / steps) : 1;
    index = std::clamp<std::ptrdiff_t>(index + (place == WalkTo::Next ? by : -by), 0, last);
  }
  readOnward(at, points[index]);
}

void LinePlot::changeSeries(int by) {
  std::size_t at = 0;
  if (!m_current || !seriesOf(*m_current, &at)) return walk(WalkTo::Next, 1);
  const auto count = static_cast<int>(m_model->series.size());
  int next = static_cast<int>(at);
  do {
    next = (next + by + count) % count;
  } while (next != static_cast<int>(at) && !pointable(static_cast<std::size_t>(next)));
  const std::size_t chosen = next;
  const auto position = m_chart.across().scale.position(m_currentX);
  if (pointable(chosen) && position) readOnward(chosen, *nearestAcross(m_chart.points(chosen), *position));
}

void LinePlot::readOnward(std::size_t series, const PlottedPoint& point) {
  const auto span = [](const AxisInView& axis, double at) {
    const double margin = 0.1 * axis.shown.length();
    if (at < axis.shown.from) return axis.moved(axis.shown, at - margin - axis.shown.from);
    if (at > axis.shown.to) return axis.moved(axis.shown, at + margin - axis.shown.to);
    return axis.shown;
  };
  const ChartPoint chosen{m_model->series[series].key, point.index};
  setSpans(span(m_chart.across(), point.at.x()), span(m_chart.up(), point.at.y()));
  read(chosen, true);
}

void LinePlot::updateCursor(QPointF pixel) {
  static const QMetaMethod activation = QMetaMethod::fromSignal(&LinePlot::activated);
  const ChartLegend& legend = m_chart.legend();
  const bool hand = !legend.keyAt(pixel).isEmpty() || legend.isMore(pixel) ||
                    (m_pointer && m_current && isOn(*m_current, pixel) && isSignalConnected(activation));
  const Qt::CursorShape shape = m_drag && m_drag->moved   ? Qt::ClosedHandCursor
                                : m_grab || grabAt(pixel) ? Qt::SizeVerCursor
                                : hand                    ? Qt::PointingHandCursor
                                                          : Qt::ArrowCursor;
  if (viewport()->cursor().shape() != shape) viewport()->setCursor(shape);
}

}  // namespace noiseloom
