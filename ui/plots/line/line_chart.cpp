#include "ui/plots/line/line_chart.h"

#include <QCategoryAxis>
#include <QLineSeries>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/plots/line/chart_curves.h"
#include "ui/plots/line/chart_legend.h"
#include "ui/plots/line/chart_series_style.h"
#include "ui/plots/line/chart_style.h"
#include "ui/plots/line/chart_text.h"

namespace noiseloom {
namespace {

/// Heights of charts in lines of text: below the first, the legend takes a second row only to avoid cutting names;
/// below the third, the horizontal axis has no title (Qt Charts gives an axis at most two fifths of the height); below
/// the second, the legend has one row.
constexpr double kLowWithLegend = 11;
constexpr double kLowWithOneRow = 7;
constexpr double kLowWithTitle = 9;
/// Margin around the plot area, in pixels, within which caps and joins of a line can still be seen.
constexpr double kMargin = 64;
/// This many points take Qt Charts as long as another series.
constexpr qsizetype kWorthOfSeries = 20;

}  // namespace

LineChart::LineChart()
    : m_owned(newChart()),
      m_chart(m_owned.get()),
      m_across(newAxis()),
      m_up(newAxis()),
      m_curves(new ChartCurves(m_chart)),
      m_legend(new ChartLegend(m_chart)),
      m_theme(themeOf(paletteFor(false))),
      m_model(std::make_shared<const ChartModel>()) {
  m_chart->addAxis(m_across, Qt::AlignBottom);
  m_chart->addAxis(m_up, Qt::AlignLeft);
  // Qt Charts keeps axes in step only if they have a series: this one stays.
  hold(0, {}, {}, 1);
}

void LineChart::setTheme(const Theme& theme, const QFont& font) {
  m_theme = theme;
  m_font = font;
  styleChart(*m_chart, theme, font);
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
  fill();
  listSeries();
}

void LineChart::setViewState(const ChartViewState& view) {
  const bool anew = view.hidden != m_view.hidden || view.x.log != m_view.x.log || view.y.log != m_view.y.log;
  if (anew) return setModel(m_model, view, m_moving);
  m_view = view;
  m_x.show(m_view.x);
  m_y.show(m_view.y);
  fill();
}

bool LineChart::setResolution(QSizeF plotArea) {
  // In steps, so that a slightly wider label does not redraw everything.
  const QSize area(qRound(plotArea.width() / 16) * 16, qRound(plotArea.height() / 16) * 16);
  if (area == m_area || area.isEmpty()) return false;
  m_area = area;
  fill();
  return true;
}

void LineChart::plotPoints() {
  const ChartModel& model = *m_model;
  const auto hidden = [this](const ChartSeries& series) { return m_view.hidden.contains(series.key); };
  Extent x;
  Extent y;
  for (const ChartSeries& series : model.series) {
    if (hidden(series)) continue;
    for (const QPointF& point : series.points) {
      if (std::isfinite(point.x())) x.include(point.x());
      if (std::isfinite(point.y())) y.include(point.y());
    }
    for (const double floor : series.floors) {
      if (std::isfinite(floor)) y.include(floor);
    }
  }
  m_x.scale = scaleOf(model.x, m_view.x, x);
  m_y.scale = scaleOf(model.y, m_view.y, y);
  m_points.clear();
  x = y = {};
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
  fillAxes();
  fillSeries();
}

void LineChart::fillAxes() {
  const QFontMetricsF metrics(scaledFont(m_font, 0.92));
  const auto fill = [&](QCategoryAxis& axis, const ChartAxis& model, const AxisInView& now, double room, bool across) {
    // Category names need no title, and need the space.
    const bool names = !across && !model.categories.isEmpty();
    const bool untitled = names || (across && m_legendRows > 0 && isLow(kLowWithTitle, furtherRows()));
    const QString title = untitled ? QString() : titleFor(model, room, metrics);
    bool changed = axis.titleText() != title || axis.isVisible() == m_empty;
    if (axis.titleText() != title) axis.setTitleText(title);
    if (axis.isVisible() == m_empty) axis.setVisible(!m_empty);
    changed |=
        setAxis(axis, now.shown.from, now.shown.to, chartTicks(model, now.scale, now.shown, room, metrics, across));
    if (changed) ++m_frame;
  };
  fill(*m_across, m_model->x, m_x, m_area.width(), true);
  fill(*m_up, m_model->y, m_y, m_area.height(), false);
}

/// The line of a series, or the stems of its bars, as far as they are in view.
std::vector<QPolygonF> LineChart::piecesOf(std::size_t series) const {
  const bool bars = m_model->series[series].look == SeriesLook::Bars;
  QList<QPointF> points = decimated(m_points[series], m_x.shown, m_area.width(), !bars);
  if (bars) {
    const double zero = m_y.scale.log ? m_y.full.from - m_y.full.length() : 0.0;
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    for (const QPointF& top : std::exchange(points, {}))
      points << QPointF(top.x(), zero) << top << QPointF(kNone, kNone);
  }
  const double across = kMargin * m_x.shown.length() / m_area.width();
  const double up = kMargin * m_y.shown.length() / m_area.height();
  return piecesWithin(points, QRectF(m_x.shown.from, m_y.shown.from, m_x.shown.length(), m_y.shown.length())
                                  .adjusted(-across, -up, across, up));
}

/// The outline of an area as far as it is in view: along its points, and back along its floor.
QPolygonF LineChart::areaOf(std::size_t series) const {
  const std::vector<double>& floors = m_model->series[series].floors;
  const QList<QPointF> top = decimated(m_points[series], m_x.shown, m_area.width());
  // A floor at 0 has no position on a logarithmic axis: the area then ends below the view.
  const double margin = m_y.shown.length();
  const double bottom = m_y.shown.from - margin;
  std::vector<PlottedPoint> below;
  for (const PlottedPoint& point : m_points[series]) {
    const auto at = static_cast<std::size_t>(point.index);
    const auto floor = at < floors.size() ? m_y.scale.position(floors[at]) : std::nullopt;
    below.push_back({{point.at.x(), floor.value_or(bottom)}, point.index});
  }
  const QList<QPointF> under = decimated(below, m_x.shown, m_area.width());
  QPolygonF polygon;
  const auto add = [&](const QPointF& at) {
    // Keeps coordinates small enough for Qt to draw.
    if (std::isfinite(at.x()) && std::isfinite(at.y()))
      polygon.append({at.x(), std::clamp(at.y(), bottom, m_y.shown.to + margin)});
  };
  std::ranges::for_each(top, add);
  std::for_each(under.rbegin(), under.rend(), add);
  return polygon;
}

/// Gives a line to the Qt Charts series at that index.
void LineChart::hold(std::size_t at, const QPolygonF& piece, QPen pen, double opacity) {
  if (at == m_lines.size()) {
    m_lines.push_back(new QLineSeries);
    m_chart->addSeries(m_lines.back());
    m_lines.back()->attachAxis(m_across);
    m_lines.back()->attachAxis(m_up);
  }
  QLineSeries& line = *m_lines[at];
  // Qt Charts draws solid lines by segments. That is visible in pale lines, but drawing all lines as whole paths cost
  // the window's thread nearly a millisecond more per frame of a drag.
  if (opacity < 1) drawWhole(pen);
  if (line.pen() == pen && line.opacity() == opacity && line.points() == piece) return;
  if (line.pen() != pen) line.setPen(pen);
  if (line.opacity() != opacity) line.setOpacity(opacity);
  if (line.points() != piece) line.replace(piece);
  ++m_frame;
}

void LineChart::fillSeries() {
  const auto mark = m_model->markX ? m_x.scale.position(*m_model->markX) : std::nullopt;
  const QPolygonF upright = mark ? QPolygonF{{*mark, m_y.shown.from}, {*mark, m_y.shown.to}} : QPolygonF();
  const QPen markPen = solidPen(m_theme.mutedText, 1);
  hold(0, m_moving ? QPolygonF() : upright, markPen, 1);
  CurveSet ours{m_x.shown, m_y.shown, {}};
  if (m_moving && mark) {
    Curve& line = ours.curves.emplace_back();
    line.line = {upright};
    line.pen = markPen;
  }
  std::size_t held = 1;
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
        length += lengthOf(piece, m_area.width() / m_x.shown.length(), m_area.height() / m_y.shown.length());
        points += piece.size() + kWorthOfSeries;
      }
      const bool smooth = length <= kLongestSmooth * (m_area.width() + m_area.height());
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
      const QList<QPointF> markers = decimated(m_points[i], m_x.shown, m_area.width(), false);
      // Markers on a line help only while they stand apart.
      if (!hasLine(series) || markers.size() <= m_area.width() / 10) curve.markers = markers;
      curve.marker = markerOf(series, m_theme);
      covered = covered || (!hasLine(series) && !markers.isEmpty());
    }
    if (series.look == SeriesLook::Area) {
      curve.area = areaOf(i);
      curve.fill = areaColor(series, m_theme);
    }
    if (!curve.area.isEmpty() || !curve.line.empty() || !curve.markers.isEmpty())
      ours.curves.push_back(std::move(curve));
  }
  for (; held < m_lines.size(); ++held) {
    if (m_lines[held]->count() == 0) continue;
    m_lines[held]->clear();
    ++m_frame;
  }
  m_curves->setCurves(std::make_shared<const CurveSet>(std::move(ours)));
}

void LineChart::listSeries() {
  std::vector<ChartLegend::Entry> entries;
  for (const ChartSeries& series : m_model->series) {
    if (series.name.isEmpty() || series.points.empty()) continue;
    ChartSeries sample = series;
    sample.points.clear();
    sample.notes.clear();
    sample.floors.clear();
    entries.push_back({std::move(sample), m_view.hidden.contains(series.key)});
  }
  m_legend->setStyle(m_theme, scaledFont(m_font, 0.92));
  m_legend->setEntries(std::move(entries));
  layOutLegend();
}

void LineChart::setLegendRows(int most) {
  m_legendRows = most;
  layOutLegend();
}

double LineChart::furtherRows() const {
  return std::max(0.0, m_legend->boundingRect().height() - QFontMetricsF(scaledFont(m_font, 0.92)).height() - kGrid);
}

bool LineChart::isLow(double lines, double taken) const {
  return m_chart->size().height() - taken < lines * QFontMetricsF(scaledFont(m_font, 0.92)).height();
}

void LineChart::layOutLegend() {
  // Without a legend there is still space for half of the highest label and for the focus frame.
  m_legend->setMostRows(m_legendRows > 1 && isLow(kLowWithLegend) ? 1 : m_legendRows,
                        m_legendRows > 0 && !isLow(kLowWithOneRow));
  const int height = std::max(kGrid, static_cast<int>(std::ceil(m_legend->layOut(m_chart->size().width()))));
  QMargins margins = m_chart->margins();
  if (margins.top() == height) return;
  margins.setTop(height);
  m_chart->setMargins(margins);
  ++m_frame;
}

void LineChart::leaveOut(bool out) {
  m_curves->leaveOut(out);
  m_legend->leaveOutOfScene(out);
}

void LineChart::paintNames(QPainter& painter) const {
  painter.save();
  painter.setTransform(m_legend->sceneTransform(), true);
  m_legend->draw(painter);
  painter.restore();
}

QPointF LineChart::toPixel(QPointF position) const {
  return m_chart->mapToPosition(position, m_lines.front());
}

QPointF LineChart::toPosition(QPointF pixel) const {
  return m_chart->mapToValue(pixel, m_lines.front());
}

bool LineChart::lacksTitleOfX() const {
  return m_across->titleText().isEmpty() && !m_empty;
}

QColor LineChart::colorOf(const ChartSeries& series) const {
  return seriesColor(series, m_theme);
}

}  // namespace noiseloom
