#include "ui/plots/line/line_chart.h"

#include <QChart>
#include <QLegend>
#include <QLineSeries>
#include <QValueAxis>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "ui/plots/line/chart_series_style.h"
#include "ui/plots/line/chart_text.h"

namespace noiseloom {
namespace {

/// Heights of charts in lines of text: below the first, the legend takes a second row only to avoid cutting names;
/// below the third, the horizontal axis has no title; below the second, the legend has one row.
constexpr double kLowWithLegend = 14;
constexpr double kLowWithOneRow = 7;
constexpr double kLowWithTitle = 9;
constexpr double kLeastBelowNames = 120;  // pixels of a plot, as asked of small ones
/// More rows of names would take too much space from a plot on the screen.
constexpr int kLegendRows = 2;
/// A plot that has no space is drawn this large all the same, in pixels.
constexpr double kLeastPlot = 16;
/// Margin around the plot area, in pixels, within which caps and joins of a line can still be seen.
constexpr double kMargin = 64;
/// Limit on the points of all lines that Qt Charts draws.
constexpr qsizetype kMostHeld = 500;
/// This many points take Qt Charts as long as another series.
constexpr qsizetype kWorthOfSeries = 20;

}  // namespace

LineChart::LineChart(For use) : m_use(use), m_chart(new QChart), m_theme(themeOf(paletteFor(false))) {
  m_scene.setItemIndexMethod(QGraphicsScene::NoIndex);
  m_scene.addItem(m_chart);
  m_chart->setAnimationOptions(QChart::NoAnimation);
  m_chart->setBackgroundVisible(false);
  m_chart->setDropShadowEnabled(false);
  m_chart->legend()->hide();
  const auto addAxis = [this](Qt::Alignment place) {
    auto* axis = new QValueAxis;
    axis->setVisible(false);
    m_chart->addAxis(axis, place);
    return axis;
  };
  m_acrossOfLines = addAxis(Qt::AlignBottom);
  m_upOfLines = addAxis(Qt::AlignLeft);
}

LineChart::~LineChart() = default;

void LineChart::setTheme(const Theme& theme, const QFont& font) {
  m_theme = theme;
  m_font = font;
  ++m_frame;
  listSeries();
  fill();
}

void LineChart::setModel(std::shared_ptr<const ChartModel> model, const ChartViewState& view, bool moving) {
  const auto sameAxis = [](const ChartAxis& one, const ChartAxis& other) {
    return one.title == other.title && one.categories == other.categories && !one.range && !other.range;
  };
  const bool steadyX = moving && !m_empty && sameAxis(model->x, m_model->x);
  const bool steadyY = moving && !m_empty && sameAxis(model->y, m_model->y);
  const AxisInView x = m_x;
  const AxisInView y = m_y;
  m_model = std::move(model);
  m_view = view;
  m_moving = moving;
  plotPoints();
  if (steadyX) m_x.steady(x, m_view.x);
  if (steadyY) m_y.steady(y, m_view.y);
  listSeries();
  fill();
}

void LineChart::setViewState(const ChartViewState& view) {
  const bool anew = view.hidden != m_view.hidden || view.x.log != m_view.x.log || view.y.log != m_view.y.log;
  if (anew) return setModel(m_model, view, m_moving);
  m_view = view;
  m_x.show(m_view.x);
  m_y.show(m_view.y);
  fill();
}

void LineChart::resize(QSizeF size) {
  if (size == m_size) return;
  m_size = size;
  fill();
}

void LineChart::plotPoints() {
  const ChartModel& model = *m_model;
  const auto hidden = [this](const ChartSeries& series) { return m_view.hidden.contains(series.key); };
  m_x.scale = scaleOf(model.x, m_view.x);
  m_y.scale = scaleOf(model.y, m_view.y);
  m_points.clear();
  Extent x;
  Extent y;
  for (const ChartSeries& series : model.series) {
    m_points.push_back(hidden(series) ? std::vector<PlottedPoint>() : plottedPoints(series, m_x.scale, m_y.scale));
    for (const PlottedPoint& point : m_points.back()) {
      x.include(point.at.x());
      y.include(point.at.y());
    }
    for (const double floor : series.floors) {
      if (const auto at = m_points.back().empty() ? std::nullopt : m_y.scale.position(floor)) y.include(*at);
    }
  }
  m_empty = !x.known();
  m_x.setRange(model.x, m_view.x, true, x);
  m_y.setRange(model.y, m_view.y, false, y);
}

void LineChart::fill() {
  layOut();
  fillSeries();
}

void LineChart::layOut() {
  const QFontMetricsF metrics(scaledFont(m_font, 0.92));
  const double height = m_size.height() - spaceBelow(metrics, true) - kGrid;
  const auto places = [&](bool whole) {
    const auto beside = m_legend.widthBeside(m_size.width(), height, m_moving);
    if (!beside) return false;
    layOut(beside);
    const auto crossed = [this](const QRectF& place) { return isCrossed(place); };
    return m_legend.placeBeside(m_plot, endsInView(), crossed, whole) || m_moving;
  };
  // While a slider moves, names stay on the side where they are.
  const bool beside = !m_empty && (!m_moving || m_legend.isBeside()) && places(m_moving && m_legend.keepsWhole());
  if (beside && (m_moving || m_legend.isWhole())) return;
  // Whole names above the plot are better than cut ones beside it, if they leave it its height.
  layOut(std::nullopt);
  if (beside && (!m_legend.isWhole() || m_plot.height() < kLeastBelowNames)) places(true);
}

/// The last point in view of each named series, in pixels.
std::vector<std::optional<QPointF>> LineChart::endsInView() const {
  std::vector<std::optional<QPointF>> ends;
  ends.reserve(m_named.size());
  const QRectF view = m_plot.adjusted(-1, -1, 1, 1);
  for (const std::size_t series : m_named) {
    // This runs with each frame of a drag: a long curve is looked at only where it is in view.
    const auto across = [](const PlottedPoint& point) { return point.at.x(); };
    const std::vector<PlottedPoint>& points = m_points[series];
    std::optional<QPointF> end;
    for (auto point = std::ranges::upper_bound(points, toPosition(view.topRight()).x(), {}, across);
         !end && point != points.begin();) {
      const QPointF pixel = toPixel((--point)->at);
      if (pixel.x() < view.left()) break;
      if (view.contains(pixel)) end = pixel;
    }
    ends.push_back(end);
  }
  return ends;
}

/// True if a line passes through a place of the plot, in pixels.
bool LineChart::isCrossed(const QRectF& place) const {
  const auto across = [](const PlottedPoint& point) { return point.at.x(); };
  for (std::size_t series = 0; series < m_points.size(); ++series) {
    const std::vector<PlottedPoint>& points = m_points[series];
    if (points.size() < 2 || !hasLine(m_model->series[series])) continue;
    auto next = std::ranges::lower_bound(points, toPosition(place.topLeft()).x(), {}, across);
    if (next == points.begin()) ++next;
    for (; next != points.end(); ++next) {
      const QPointF from = toPixel(std::prev(next)->at), to = toPixel(next->at);
      if (from.x() > place.right()) break;
      const auto heightAt = [&](double x) {
        const double part = to.x() > from.x() ? std::clamp((x - from.x()) / (to.x() - from.x()), 0.0, 1.0) : 0.0;
        return from.y() + part * (to.y() - from.y());
      };
      const auto [top, bottom] = std::minmax({heightAt(place.left()), heightAt(place.right())});
      if (to.x() >= place.left() && top <= place.bottom() && bottom >= place.top()) return true;
    }
  }
  return false;
}

QRectF LineChart::cornerFor(QSizeF size) const {
  const QRectF room = m_plot.adjusted(1, 1, -1, -1);
  const double right = room.right() - size.width(), bottom = room.bottom() - size.height();
  const QRectF corners[] = {
      {{right, bottom}, size}, {{room.left(), bottom}, size}, {{right, room.top()}, size}, {room.topLeft(), size}};
  const auto* found = std::ranges::find_if(corners, [&](const QRectF& corner) { return !m_legend.covers(corner); });
  return found == std::end(corners) ? corners[0] : *found;
}

/// With the names in a column of that width beside the plot, or above it.
void LineChart::layOut(std::optional<double> beside) {
  const QFontMetricsF metrics(scaledFont(m_font, 0.92));
  const double line = metrics.height();
  const bool screen = m_use == For::Screen;
  const auto drawn = [&](const ChartAxis& axis, const AxisInView& now, double room, bool titled, bool across) {
    if (m_empty) return PaintedAxis();
    PaintedAxis painted{chartTicks(axis, now.scale, now.shown, room, metrics, across),
                        titled ? titleFor(axis, room, metrics) : QString()};
    for (Tick& tick : painted.ticks) tick.position = (tick.position - now.shown.from) / now.shown.length();
    return painted;
  };
  const auto isLow = [&](double lines, double taken = 0) { return m_size.height() - taken < lines * line; };
  m_legend.setMostRows(!screen ? 0 : isLow(kLowWithLegend) ? 1 : kLegendRows, screen && !isLow(kLowWithOneRow));
  const double names = beside ? 0 : m_legend.layOut(m_size.width());
  const bool titled = !(screen && isLow(kLowWithTitle, std::max(0.0, names - line - kGrid)));
  // Without a legend there is still space for half of the highest label and for the focus frame.
  const double top = std::max<double>(kGrid, std::ceil(names));
  const double height = std::max(kLeastPlot, std::floor(m_size.height() - spaceBelow(metrics, titled)) - top);
  // Category names need no title, and need the space.
  PaintedAxis up = drawn(m_model->y, m_y, height, m_model->y.categories.isEmpty(), false);
  m_leftLabel.clear();
  for (const Tick& tick : up.ticks) {
    if (metrics.horizontalAdvance(tick.label) > metrics.horizontalAdvance(m_leftLabel)) m_leftLabel = tick.label;
  }
  const double left = std::ceil(spaceBeside(metrics, m_leftLabel, !up.title.isEmpty()));
  // Space for half of the last label of the horizontal axis.
  const double label = std::max(2.0 * kGrid, std::ceil(metrics.horizontalAdvance(QStringLiteral("000")) / 2));
  const double right = std::max(label, beside.value_or(0));
  const double width = std::max(kLeastPlot, std::floor(m_size.width() - right) - left);
  PaintedAxis across = drawn(m_model->x, m_x, width, titled, true);
  const QRectF plot(left, top, width, height);
  if (plot != m_plot || across != m_paintedAcross || up != m_paintedUp) ++m_frame;
  m_paintedAcross = std::move(across);
  m_paintedUp = std::move(up);
  m_plot = plot;
  m_chart->resize(m_size);
  m_chart->setPlotArea(plot);
  m_acrossOfLines->setRange(plot.left(), plot.right());
  m_upOfLines->setRange(-plot.bottom(), -plot.top());
}

QList<QPointF> LineChart::pixels(QList<QPointF> positions) const {
  for (QPointF& at : positions) at = toPixel(at);
  return positions;
}

/// The line of a series, or the stems of its bars, as far as they are in view.
std::vector<QPolygonF> LineChart::piecesOf(std::size_t series) const {
  const bool bars = m_model->series[series].look == SeriesLook::Bars;
  QList<QPointF> points = decimated(m_points[series], m_x.shown, qRound(m_plot.width()), !bars);
  if (bars) {
    const double zero = m_y.scale.log ? m_y.full.from - m_y.full.length() : 0.0;
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    for (const QPointF& top : std::exchange(points, {}))
      points << QPointF(top.x(), zero) << top << QPointF(kNone, kNone);
  }
  return piecesWithin(pixels(std::move(points)), m_plot.adjusted(-kMargin, -kMargin, kMargin, kMargin));
}

/// The outline of an area as far as it is in view: along its points, and back along its floor.
QPolygonF LineChart::areaOf(std::size_t series) const {
  const std::vector<double>& floors = m_model->series[series].floors;
  // A floor at 0 has no position on a logarithmic axis: the area then ends below the view.
  const double bottom = m_y.shown.from - m_y.shown.length();
  std::vector<PlottedPoint> below;
  for (const PlottedPoint& point : m_points[series]) {
    const std::size_t at = point.index;
    const auto floor = at < floors.size() ? m_y.scale.position(floors[at]) : std::nullopt;
    below.push_back({{point.at.x(), floor.value_or(bottom)}, point.index});
  }
  const auto columns = qRound(m_plot.width());
  QList<QPointF> under = pixels(decimated(below, m_x.shown, columns));
  std::ranges::reverse(under);
  QPolygonF polygon;
  for (const QPointF& at : pixels(decimated(m_points[series], m_x.shown, columns)) + under) {
    // Keeps coordinates small enough for Qt to draw.
    if (std::isfinite(at.x()) && std::isfinite(at.y()))
      polygon.append({at.x(), std::clamp(at.y(), m_plot.top() - m_plot.height(), m_plot.bottom() + m_plot.height())});
  }
  return polygon;
}

/// Gives a line to the Qt Charts series at that index.
void LineChart::hold(std::size_t at, const QPolygonF& piece, QPen pen, double opacity) {
  if (at == m_lines.size()) {
    m_lines.push_back(new QLineSeries);
    m_chart->addSeries(m_lines.back());
    m_lines.back()->attachAxis(m_acrossOfLines);
    m_lines.back()->attachAxis(m_upOfLines);
  }
  QLineSeries& line = *m_lines[at];
  QList<QPointF> points = piece;
  for (QPointF& point : points) point.ry() *= -1;
  // Segments are visible in pale lines, and as many elements in files, but drawing all lines as whole paths cost the
  // window's thread nearly a millisecond more per frame of a drag.
  if ((opacity < 1 || m_use == For::File) && pen.style() == Qt::SolidLine) pen.setDashPattern({1e6, 1});
  if (line.pen() == pen && line.opacity() == opacity && line.points() == points) return;
  if (line.pen() != pen) line.setPen(pen);
  if (line.opacity() != opacity) line.setOpacity(opacity);
  if (line.points() != points) line.replace(points);
  ++m_frame;
}

void LineChart::fillSeries() {
  Curves ours;
  if (const auto mark = m_model->markX ? m_x.scale.position(*m_model->markX) : std::nullopt) {
    const double x = toPixel({*mark, 0}).x();
    if (x >= m_plot.left() && x <= m_plot.right())
      ours.push_back({{QPolygonF{{x, m_plot.bottom()}, {x, m_plot.top()}}}, solidPen(m_theme.mutedText, 1)});
  }
  std::size_t held = 0;
  qsizetype points = 0;
  bool covered = m_moving;  // by a curve of ours, so that later ones lie above it
  for (std::size_t i = 0; i < m_points.size(); ++i) {
    const ChartSeries& series = m_model->series[i];
    Curve curve;
    curve.opacity = seriesOpacity(series, m_theme);
    if (hasLine(series)) {
      curve.line = piecesOf(i);
      curve.pen = linePen(series, m_theme);
      double length = 0;
      for (const QPolygonF& piece : curve.line) {
        length += lengthOf(piece);
        points += piece.size() + kWorthOfSeries;
      }
      const bool smooth = length <= kLongestSmooth * (m_plot.width() + m_plot.height());
      // Its dashes would merge with its neighbours', and Qt takes half a second to outline them.
      if (!smooth && curve.pen.style() != Qt::SolidLine) curve.pen = solidPen(curve.pen.color(), 1);
      // QPen computes its dash pattern on demand: threads that share a pen would do so at the same time.
      static_cast<void>(curve.pen.dashPattern());
      covered = covered || !smooth || points > kMostHeld || series.look == SeriesLook::Bars;
      if (!covered) {
        for (const QPolygonF& piece : std::exchange(curve.line, {})) hold(held++, piece, curve.pen, curve.opacity);
      }
    }
    if (hasMarkers(series)) {
      const QList<QPointF> markers = pixels(decimated(m_points[i], m_x.shown, qRound(m_plot.width()), false));
      // Markers on a line help only while they stand apart.
      if (!hasLine(series) || static_cast<double>(markers.size()) <= m_plot.width() / 10) curve.markers = markers;
      curve.marker = markerOf(series, m_theme);
      covered = covered || (!hasLine(series) && !markers.isEmpty());
    }
    if (series.look == SeriesLook::Area) {
      curve.area = areaOf(i);
      curve.fill = areaColor(series, m_theme);
    }
    if (!curve.area.isEmpty() || !curve.line.empty() || !curve.markers.isEmpty()) ours.push_back(std::move(curve));
  }
  for (; held < m_lines.size(); ++held) {
    if (m_lines[held]->count() == 0) continue;
    m_lines[held]->clear();
    ++m_frame;
  }
  m_curves = std::make_shared<const Curves>(std::move(ours));
}

void LineChart::listSeries() {
  std::vector<ChartLegend::Entry> entries;
  m_named.clear();
  for (std::size_t i = 0; i < m_model->series.size(); ++i) {
    const ChartSeries& series = m_model->series[i];
    if (series.name.isEmpty() || !series.labelled || series.points.empty()) continue;
    m_named.push_back(i);
    ChartSeries sample = series;
    sample.points.clear();
    sample.notes.clear();
    sample.floors.clear();
    const bool hidden = m_view.hidden.contains(series.key);
    const bool point = !hidden && series.points.size() == 1 && hasMarkers(series) && !hasLine(series);
    entries.push_back({std::move(sample), hidden, point});
  }
  m_legend.setStyle(m_theme, scaledFont(m_font, 0.92));
  m_legend.setEntries(std::move(entries));
}

void LineChart::paint(QPainter& painter) {
  paintFrame(painter);
  m_legend.paint(painter);
  paintCurves(painter, *m_curves, m_plot);
  m_legend.paintPoints(painter);
}

void LineChart::paintFrame(QPainter& painter) {
  painter.save();
  if (!m_empty) {
    painter.setFont(scaledFont(m_font, 0.92));
    // Lines of one pixel are sharp at whole scales. At others, and in a recording, which is played at any scale,
    // rounding would make some of them twice as thick.
    const double scale = painter.device()->devicePixelRatioF() * painter.worldTransform().m11();
    const bool sharp = painter.device()->devType() != QInternal::Picture && scale == std::round(scale);
    painter.setRenderHint(QPainter::Antialiasing, !sharp);
    paintGrid(painter, m_plot, m_paintedAcross, m_paintedUp, m_theme);
    paintAxes(painter, m_plot, m_paintedAcross, m_paintedUp, m_leftLabel, m_theme);
  }
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF all(QPointF(0, 0), m_size);
  if (std::ranges::any_of(m_lines, [](const QLineSeries* line) { return line->count() > 0; }))
    m_scene.render(&painter, all, all);
  painter.restore();
}

QPointF LineChart::toPixel(QPointF position) const {
  return {m_plot.left() + (position.x() - m_x.shown.from) / m_x.shown.length() * m_plot.width(),
          m_plot.bottom() - (position.y() - m_y.shown.from) / m_y.shown.length() * m_plot.height()};
}

QPointF LineChart::toPosition(QPointF pixel) const {
  return {m_x.shown.from + (pixel.x() - m_plot.left()) / m_plot.width() * m_x.shown.length(),
          m_y.shown.from + (m_plot.bottom() - pixel.y()) / m_plot.height() * m_y.shown.length()};
}

QColor LineChart::colorOf(const ChartSeries& series) const {
  return seriesColor(series, m_theme);
}

}  // namespace noiseloom
