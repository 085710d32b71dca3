#include "ui/plots/line/line_plot_parts.h"

#include <QMetaMethod>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/plots/canvas/point_tip.h"
#include "ui/plots/canvas/turns.h"
#include "ui/plots/line/chart_legend.h"
#include "ui/style/look.h"

namespace noiseloom {
namespace {

constexpr std::size_t kMostSights = 16;
/// How far from a point a click still means it, in pixels.
constexpr double kReach = 2.5 * kGrid;
/// Points that share a few pixels are told apart by their height.
constexpr double kSlack = 4;

/// Across counts most: a person points at a column of the plot.
double away(QPointF point, QPointF pixel) {
  return std::abs(point.x() - pixel.x()) + 0.25 * std::abs(point.y() - pixel.y());
}

}  // namespace

QString LinePlot::Parts::identityOf(const ChartModel& model) {
  return QStringList{model.name, model.x.title, model.y.title}.join(QLatin1Char('\n'));
}

void LinePlot::Parts::setModel(ChartModel next) {
  waiting = std::make_shared<const ChartModel>(std::move(next));
  if ((current || drag) && plot.isVisible()) {
    // What is being read says at once what it has become.
    catchUp();
  } else {
    catchUpSoon();
  }
}

void LinePlot::Parts::catchUpSoon() {
  if (!plot.isVisible()) return;
  inTurn(plot, [this] {
    if (plot.isVisible()) catchUp();
  });
}

void LinePlot::Parts::catchUp() {
  layOut();
  draw();
}

void LinePlot::Parts::layOut() {
  if (!layoutPending) return;
  layoutPending = false;
  plot.layOutChart();
  chart.layOutLegend();
  picture->outdate();
  followLayout();
}

void LinePlot::Parts::draw() {
  if (!waiting) return;
  const std::shared_ptr<const ChartModel> next = std::exchange(waiting, nullptr);
  if (!identity.isEmpty() && *next == *model) return;
  const QString name = identityOf(*next);
  ChartSight sight = chart.sight();
  if (name != identity) {
    if (!identity.isEmpty()) sights[identity] = sight;
    if (sights.size() > kMostSights) sights.erase(sights.begin());
    const auto known = sights.find(name);
    sight = known == sights.end() ? ChartSight() : known->second;
    identity = name;
  }
  model = next;
  chart.setModel(model, sight);
  picture->outdate();
  showMark();
  readAnew();
  plot.viewport()->update();
  emit plot.drawn();
}

void LinePlot::Parts::setSight(ChartSight sight, bool byPerson) {
  if (sight == chart.sight()) return;
  chart.setSight(sight);
  picture->outdate();
  showMark();
  plot.viewport()->update();
  if (byPerson) emit plot.viewChanged();
}

void LinePlot::Parts::setSpans(AxisSpan x, AxisSpan y) {
  ChartSight sight = chart.sight();
  const auto range = [](const LineChart::Axis& axis, AxisSpan span) -> std::optional<std::pair<double, double>> {
    const double slack = 1e-9 * axis.full.length();
    if (span.from <= axis.full.from + slack && span.to >= axis.full.to - slack) return std::nullopt;
    const std::pair<double, double> values{axis.scale.value(span.from), axis.scale.value(span.to)};
    if (!(values.first < values.second) || !std::isfinite(values.second)) return std::nullopt;
    return values;
  };
  sight.x.range = range(chart.across(), x);
  sight.y.range = range(chart.up(), y);
  setSight(sight);
}

void LinePlot::Parts::zoom(double factor, QPointF pixel, bool across, bool up) {
  const QPointF at = chart.toPosition(pixel);
  const LineChart::Axis& x = chart.across();
  const LineChart::Axis& y = chart.up();
  setSpans(across ? zoomed(x.shown, x.full, factor, at.x(), x.least) : x.shown,
           up ? zoomed(y.shown, y.full, factor, at.y(), y.least) : y.shown);
}

void LinePlot::Parts::pan(double across, double up) {
  const LineChart::Axis& x = chart.across();
  const LineChart::Axis& y = chart.up();
  setSpans(panned(x.shown, x.full, across * x.shown.length()), panned(y.shown, y.full, up * y.shown.length()));
}

void LinePlot::Parts::setLog(bool ofX, bool log) {
  const ChartAxis& axis = ofX ? model->x : model->y;
  if (!axis.mayLog) return;
  ChartSight sight = chart.sight();
  (ofX ? sight.x : sight.y).log = log == axis.log ? std::nullopt : std::optional(log);
  setSight(sight);
  readAnew();
}

void LinePlot::Parts::toggleSeries(const QString& key) {
  ChartSight sight = chart.sight();
  if (sight.hidden.erase(key) == 0) sight.hidden.insert(key);
  setSight(sight);
  readAnew();
}

void LinePlot::Parts::applyTheme() {
  chart.setTheme(themeOf(plot.palette()), plot.font());
  picture->outdate();
  plot.viewport()->update();
}

void LinePlot::Parts::followLayout() {
  if (resolutionPending) return;
  resolutionPending = true;
  QMetaObject::invokeMethod(
      &plot,
      [this] {
        resolutionPending = false;
        chart.setResolution(chart.chart().plotArea().size());
      },
      Qt::QueuedConnection);
}

const ChartSeries* LinePlot::Parts::seriesOf(const ChartPoint& point, std::size_t* at) const {
  const auto& series = model->series;
  const auto found = std::ranges::find(series, point.series, &ChartSeries::key);
  if (found == series.end()) return nullptr;
  if (at) *at = static_cast<std::size_t>(found - series.begin());
  return &*found;
}

const PlottedPoint* LinePlot::Parts::plottedOf(const ChartPoint& point) const {
  std::size_t at = 0;
  if (!seriesOf(point, &at)) return nullptr;
  const auto& points = chart.points(at);
  const auto found = std::ranges::lower_bound(points, point.index, {}, &PlottedPoint::index);
  return found != points.end() && found->index == point.index ? &*found : nullptr;
}

bool LinePlot::Parts::pointable(std::size_t series) const {
  return model->series[series].pointed && !chart.points(series).empty();
}

std::optional<ChartPoint> LinePlot::Parts::nearest(QPointF pixel) const {
  const QRectF view = chart.chart().plotArea().adjusted(-2, -2, 2, 2);
  const double perPixel = chart.across().shown.length() / std::max(1.0, view.width());
  const double x = chart.toPosition(pixel).x();
  std::optional<ChartPoint> found;
  double least = std::numeric_limits<double>::infinity();
  const auto consider = [&](const ChartSeries& series, const PlottedPoint& point) {
    const QPointF at = chart.toPixel(point.at);
    const double distance = away(at, pixel);
    if (distance >= least || !view.contains(at)) return;
    least = distance;
    found = ChartPoint{series.key, point.index};
  };
  for (std::size_t i = 0; i < model->series.size(); ++i) {
    if (!pointable(i)) continue;
    const auto& points = chart.points(i);
    consider(model->series[i], *nearestAcross(points, x));
    const auto across = [](const PlottedPoint& point) { return point.at.x(); };
    const auto end = std::ranges::upper_bound(points, x + kSlack * perPixel, {}, across);
    for (auto at = std::ranges::lower_bound(points, x - kSlack * perPixel, {}, across); at != end; ++at) {
      consider(model->series[i], *at);
    }
  }
  return found;
}

bool LinePlot::Parts::isOn(const ChartPoint& point, QPointF pixel) const {
  const PlottedPoint* plotted = plottedOf(point);
  if (!plotted) return false;
  const QPointF at = chart.toPixel(plotted->at);
  const bool bar = seriesOf(point)->look == SeriesLook::Bars;
  if (bar && std::abs(at.x() - pixel.x()) <= kReach / 2 && pixel.y() >= at.y()) return true;
  return std::hypot(at.x() - pixel.x(), at.y() - pixel.y()) <= kReach;
}

void LinePlot::Parts::read(std::optional<ChartPoint> point, bool keyboard) {
  const ChartSeries* series = point ? seriesOf(*point) : nullptr;
  if (!series || point->index < 0 || static_cast<std::size_t>(point->index) >= series->points.size()) point.reset();
  byKeyboard = point && keyboard;
  if (point) currentX = series->points[static_cast<std::size_t>(point->index)].x();
  if (point == current) return;
  current = point;
  stayed = false;
  if (point)
    dwell.start();
  else
    dwell.stop();
  plot.viewport()->update();
  // A screen reader stands on the plot and hears what changes there.
  if (byKeyboard) plot.setAccessibleDescription(plot.readOut());
  emit plot.pointed(current);
}

void LinePlot::Parts::readAnew() {
  if (!current) return;
  const std::optional<ChartPoint> before = current;
  std::optional<ChartPoint> now;
  if (!byKeyboard && pointer) {
    now = nearest(*pointer);
  } else if (byKeyboard) {
    // The keyboard's mark stays at its x.
    std::size_t at = 0;
    if (seriesOf(*current, &at) && pointable(at)) {
      if (const auto position = chart.across().scale.position(currentX))
        now = ChartPoint{current->series, nearestAcross(chart.points(at), *position)->index};
    }
  }
  read(now, byKeyboard);
  // The same point may say something else now.
  if (current && current == before) emit plot.pointed(current);
}

void LinePlot::Parts::showMark() {
  mark.reset();
  if (!wish) return;
  const auto position = chart.across().scale.position(wish->x);
  if (!position) return;
  for (std::size_t i = 0; i < model->series.size(); ++i) {
    const ChartSeries& series = model->series[i];
    if (chart.points(i).empty() || (wish->series.isEmpty() ? !series.pointed : series.key != wish->series)) continue;
    const PlottedPoint& point = *nearestAcross(chart.points(i), *position);
    const double x = series.points[static_cast<std::size_t>(point.index)].x();
    if (std::abs(x - wish->x) > 1e-9 * std::max(1.0, std::abs(x))) continue;
    mark = ChartPoint{series.key, point.index};
    return;
  }
}

void LinePlot::Parts::walk(Direction direction, int steps) {
  std::size_t at = 0;
  const bool started = current && seriesOf(*current, &at) && pointable(at);
  if (!started) {
    for (at = 0; at < model->series.size() && !pointable(at);) ++at;
    if (at == model->series.size()) return;
  }
  const auto& points = chart.points(at);
  const auto last = static_cast<std::ptrdiff_t>(points.size()) - 1;
  std::ptrdiff_t index = 0;
  if (direction == Direction::Last) {
    index = last;
  } else if (direction != Direction::First && !started) {
    const AxisSpan& shown = chart.across().shown;
    index = nearestAcross(points, direction == Direction::Next ? shown.from : shown.to) - points.data();
  } else if (direction != Direction::First) {
    const PlottedPoint* now = plottedOf(*current);
    index = now ? now - points.data() : 0;
    const std::ptrdiff_t by = steps > 1 ? std::max<std::ptrdiff_t>(1, last / steps) : 1;
    index = std::clamp<std::ptrdiff_t>(index + (direction == Direction::Next ? by : -by), 0, last);
  }
  const ChartPoint point{model->series[at].key, points[static_cast<std::size_t>(index)].index};
  bringIntoView(point);
  read(point, true);
}

void LinePlot::Parts::changeSeries(int by) {
  std::size_t at = 0;
  if (!current || !seriesOf(*current, &at)) {
    walk(Direction::Next, 1);
    return;
  }
  const auto count = static_cast<int>(model->series.size());
  int next = static_cast<int>(at);
  do {
    next = (next + by + count) % count;
  } while (next != static_cast<int>(at) && !pointable(static_cast<std::size_t>(next)));
  const auto chosen = static_cast<std::size_t>(next);
  const auto position = chart.across().scale.position(currentX);
  if (!pointable(chosen) || !position) return;
  const ChartPoint point{model->series[chosen].key, nearestAcross(chart.points(chosen), *position)->index};
  bringIntoView(point);
  read(point, true);
}

void LinePlot::Parts::bringIntoView(const ChartPoint& point) {
  const PlottedPoint* plotted = plottedOf(point);
  if (!plotted) return;
  const auto span = [](const LineChart::Axis& axis, double at) {
    const double margin = 0.1 * axis.shown.length();
    if (at < axis.shown.from) return panned(axis.shown, axis.full, at - margin - axis.shown.from);
    if (at > axis.shown.to) return panned(axis.shown, axis.full, at + margin - axis.shown.to);
    return axis.shown;
  };
  setSpans(span(chart.across(), plotted->at.x()), span(chart.up(), plotted->at.y()));
}

void LinePlot::Parts::updateCursor(QPointF pixel) {
  static const QMetaMethod activation = QMetaMethod::fromSignal(&LinePlot::activated);
  const bool hand = !chart.legend().keyAt(pixel).isEmpty() || chart.legend().isMore(pixel) ||
                    (pointer && current && isOn(*current, pixel) && plot.isSignalConnected(activation));
  const Qt::CursorShape shape = drag && drag->moved ? Qt::ClosedHandCursor
                                : hand              ? Qt::PointingHandCursor
                                                    : Qt::ArrowCursor;
  if (plot.viewport()->cursor().shape() != shape) plot.viewport()->setCursor(shape);
}

void LinePlot::Parts::paintOverlay(QPainter& painter) const {
  const Theme& theme = themeOf(plot.palette());
  const QRectF area = chart.chart().plotArea();
  painter.setRenderHint(QPainter::Antialiasing);
  if (chart.isEmpty()) {
    const bool allHidden = std::ranges::any_of(model->series, [](const ChartSeries& s) { return !s.points.empty(); });
    painter.setPen(theme.mutedText);
    painter.setFont(plot.font());
    painter.drawText(QRectF(plot.viewport()->rect()).adjusted(2 * kGrid, 2 * kGrid, -2 * kGrid, -2 * kGrid),
                     static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap,
                     allHidden ? LinePlot::tr("Nothing is left to show: choose a series in the legend or another axis.")
                               : model->emptyText);
  }
  if (chart.lacksTitleOfX()) {
    painter.setFont(scaledFont(plot.font(), 0.92));
    const QFontMetricsF metrics(painter.font());
    const QSizeF size(metrics.horizontalAdvance(model->x.title) + kGrid, metrics.height());
    const QRectF place(area.bottomRight() - QPointF(size.width() + 1, size.height() + 1), size);
    QColor paper = theme.plot;
    paper.setAlphaF(0.8F);
    painter.fillRect(place, paper);
    painter.setPen(theme.mutedText);
    painter.drawText(place, static_cast<int>(Qt::AlignCenter), model->x.title);
  }
  if (plot.hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, lineScale()));
    painter.drawRect(area.adjusted(-2.5, -2.5, 2.5, 2.5));
  }
  const bool moving = drag && drag->moved;
  const std::optional<ChartPoint>& shown = current && !moving ? current : mark;
  const PlottedPoint* plotted = shown ? plottedOf(*shown) : nullptr;
  if (!plotted) return;
  const QPointF at = chart.toPixel(plotted->at);
  if (!area.adjusted(-2, -2, 2, 2).contains(at)) return;
  const ChartSeries& series = *seriesOf(*shown);
  const QColor color = chart.colorOf(series);
  QColor hair = theme.mutedText;
  hair.setAlphaF(0.6F);
  painter.setPen(QPen(hair, 1));
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.drawLine(QPointF(at.x(), area.top()), QPointF(at.x(), area.bottom()));
  if (shown == current) painter.drawLine(QPointF(area.left(), at.y()), QPointF(area.right(), at.y()));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(theme.plot);
  painter.setPen(QPen(color, 2 * lineScale()));
  painter.drawEllipse(at, 4.5, 4.5);
  if (shown != current) return;
  PointText text = pointText(*model, series, plotted->index);
  if (!stayed) text.source.clear();
  // Over the legend rather than over the labels of the axes.
  QRectF room = area.adjusted(2, 2, -2, -2);
  room.setTop(2);
  paintPointTip(painter, room, at, text, color, plot.palette(), plot.font());
}

}  // namespace noiseloom
