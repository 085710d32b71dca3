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
#include "ui/plots/line/chart_ticks.h"

namespace noiseloom {
namespace {

/// A chart of fewer lines of text has no room for a second row of the legend, and one of still fewer for the title of
/// its horizontal axis: Qt Charts gives an axis two fifths of the height at most.
constexpr double kLowWithLegend = 11;
constexpr double kLowWithTitle = 9;
/// Beyond the plot area, in pixels, only caps and joins of a line can be seen.
constexpr double kMargin = 64;
/// So many points take Qt Charts as long as another series does.
constexpr qsizetype kWorthOfSeries = 20;

struct Extent {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
  void include(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  bool known() const { return least <= most; }
};

bool isLog(const ChartAxis& axis, const AxisViewState& view) {
  return view.log && axis.mayLog ? *view.log : axis.log;
}

/// A power of ten that brings a linear axis to a length that Qt Charts can tell apart at every zoom.
double factorFor(const ChartAxis& axis, const Extent& values) {
  const double length = axis.range ? axis.range->second - axis.range->first
                                   : std::max(values.most - values.least, std::abs(values.most) * 1e-3);
  if (!std::isfinite(length) || !(length > 0) || (length >= 1e-3 && length <= 1e9)) return 1;
  return std::pow(10.0, std::clamp(-std::floor(std::log10(length)), -300.0, 300.0));
}

AxisSpan padded(const ChartAxis& axis, bool log, bool across, const Extent& extent) {
  const double length = extent.most - extent.least;
  if (log) {
    const double pad = across ? std::max(0.04 * length, 0.03) : std::max(0.08 * length, 0.02);
    return {extent.least - pad, extent.most + pad};
  }
  if (across) {
    const double pad = std::max(0.015 * length, axis.whole ? 0.5 : length > 0 ? 0.0 : 0.5 * std::abs(extent.most));
    return {extent.least - pad, extent.most + (pad > 0 ? pad : 0.5)};
  }
  const double pad = length > 0 ? 0.06 * length : std::max(0.1 * std::abs(extent.most), 1e-12);
  const bool onZero = axis.fromZero && extent.least >= 0;
  return {onZero ? 0 : extent.least - pad, extent.most + pad};
}

/// The title, or the longest of its shorter forms that has room: Qt Charts would cut its end, which is the unit.
QString titleFor(const ChartAxis& axis, double room, const QFontMetricsF& metrics) {
  const double margins = 2 * kGrid;  // of the title, and by how much the room is rounded
  if (metrics.horizontalAdvance(axis.title) + margins <= room) return axis.title;
  for (const QString& title : axis.shorter) {
    if (metrics.horizontalAdvance(title) + margins <= room) return title;
  }
  return axis.shorter.isEmpty() ? axis.title : axis.shorter.back();
}

AxisSpan wanted(const LineChart::Axis& axis, const AxisViewState& view) {
  if (!view.range) return axis.full;
  const auto from = axis.scale.position(view.range->first);
  const auto to = axis.scale.position(view.range->second);
  const AxisSpan span{from.value_or(axis.full.from), to.value_or(axis.full.to)};
  if (!(span.to > span.from)) return axis.full;
  // Where the data have moved away from what was in view, as much of them is shown.
  const double length = std::clamp(span.length(), std::min(axis.least, axis.full.length()), axis.full.length());
  const double start = std::clamp(span.from, axis.full.from, axis.full.to - length);
  return {start, start + length};
}

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
  // Qt Charts keeps axes in step with series only: this one stays.
  hold(0, {}, {}, 1);
}

LineChart::~LineChart() = default;

void LineChart::setTheme(const Theme& theme, const QFont& font) {
  m_theme = theme;
  m_font = font;
  styleChart(*m_chart, theme, font);
  listSeries();
  fill();
}

void LineChart::setModel(std::shared_ptr<const ChartModel> model, const ChartViewState& view) {
  m_model = std::move(model);
  m_view = view;
  plotPoints();
  findRanges();
  fill();
  listSeries();
}

void LineChart::setViewState(const ChartViewState& view) {
  const bool anew = view.hidden != m_view.hidden || view.x.log != m_view.x.log || view.y.log != m_view.y.log;
  if (anew) return setModel(m_model, view);
  m_view = view;
  m_x.shown = wanted(m_x, m_view.x);
  m_y.shown = wanted(m_y, m_view.y);
  fill();
}

void LineChart::setResolution(QSizeF plotArea) {
  // In steps, so that a label that is a little wider does not draw everything anew.
  const QSize area(qRound(plotArea.width() / 16) * 16, qRound(plotArea.height() / 16) * 16);
  if (area == m_area || area.isEmpty()) return;
  m_area = area;
  fill();
}

void LineChart::plotPoints() {
  const ChartModel& model = *m_model;
  Extent x;
  Extent y;
  for (const ChartSeries& series : model.series) {
    if (m_view.hidden.contains(series.key)) continue;
    for (const QPointF& point : series.points) {
      if (std::isfinite(point.x())) x.include(point.x());
      if (std::isfinite(point.y())) y.include(point.y());
    }
  }
  m_x.scale = {isLog(model.x, m_view.x), 1};
  m_y.scale = {isLog(model.y, m_view.y), 1};
  if (!m_x.scale.log && x.known()) m_x.scale.factor = factorFor(model.x, x);
  if (!m_y.scale.log && y.known()) m_y.scale.factor = factorFor(model.y, y);
  m_points.clear();
  for (const ChartSeries& series : model.series) {
    m_points.push_back(m_view.hidden.contains(series.key) ? std::vector<PlottedPoint>()
                                                          : plottedPoints(series, m_x.scale, m_y.scale));
  }
}

void LineChart::findRanges() {
  Extent x;
  Extent y;
  for (const std::vector<PlottedPoint>& points : m_points) {
    for (const PlottedPoint& point : points) {
      x.include(point.at.x());
      y.include(point.at.y());
    }
  }
  m_empty = !x.known();
  const auto find = [this](Axis& axis, const ChartAxis& model, const AxisViewState& view, bool across, Extent extent) {
    if (!extent.known()) {
      extent.include(0);
      extent.include(1);
    }
    if (!axis.scale.log && model.fromZero) extent.include(0);
    axis.full = padded(model, axis.scale.log, across, extent);
    if (model.range) {
      const auto from = axis.scale.position(model.range->first);
      const auto to = axis.scale.position(model.range->second);
      const AxisSpan given{from.value_or(axis.full.from), to.value_or(axis.full.to)};
      if (given.to > given.from) axis.full = given;
    }
    axis.least = std::max(1e-6 * axis.full.length(), 1e-9 * std::max(std::abs(axis.full.from), std::abs(axis.full.to)));
    if (model.whole && !axis.scale.log) axis.least = std::max(axis.least, 2 * axis.scale.factor);
    axis.shown = wanted(axis, view);
  };
  find(m_x, m_model->x, m_view.x, true, x);
  find(m_y, m_model->y, m_view.y, false, y);
}

void LineChart::fill() {
  fillAxes();
  fillSeries();
}

void LineChart::fillAxes() {
  const auto fill = [this](QCategoryAxis& axis, const ChartAxis& model, const Axis& now, double room, bool across) {
    const QString title = across && m_legendRows > 0 && isLow(kLowWithTitle)
                              ? QString()
                              : titleFor(model, room, QFontMetricsF(scaledFont(m_font, 0.92)));
    if (axis.titleText() != title) axis.setTitleText(title);
    if (axis.isVisible() == m_empty) axis.setVisible(!m_empty);
    setAxis(axis, now.shown.from, now.shown.to,
            chartTicks(model, now.scale, now.shown, room, QFontMetricsF(scaledFont(m_font, 0.92)), across));
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

/// Gives a line to the series of Qt Charts at that place.
void LineChart::hold(std::size_t at, const QPolygonF& piece, QPen pen, double opacity) {
  if (at == m_lines.size()) {
    m_lines.push_back(new QLineSeries);
    m_chart->addSeries(m_lines.back());
    m_lines.back()->attachAxis(m_across);
    m_lines.back()->attachAxis(m_up);
  }
  QLineSeries& line = *m_lines[at];
  // Qt Charts draws solid lines segment by segment, which shows in pale ones and makes many pieces in files: this is
  // one dash.
  if (pen.style() == Qt::SolidLine) pen.setDashPattern({1e6, 1});
  if (line.pen() != pen) line.setPen(pen);
  if (line.opacity() != opacity) line.setOpacity(opacity);
  if (line.points() != piece) line.replace(piece);
}

void LineChart::fillSeries() {
  const auto mark = m_model->markX ? m_x.scale.position(*m_model->markX) : std::nullopt;
  hold(0, mark ? QPolygonF{{*mark, m_y.shown.from}, {*mark, m_y.shown.to}} : QPolygonF(),
       solidPen(m_theme.mutedText, 1), 1);
  CurveSet ours{m_x.shown, m_y.shown, {}};
  std::size_t held = 1;
  qsizetype points = 0;
  bool covered = false;  // by something of ours, so that what follows lies above it
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
      // Nobody could tell its dashes from those of its neighbours, and Qt takes half a second to outline them.
      if (!smooth && curve.pen.style() != Qt::SolidLine) curve.pen = solidPen(curve.pen.color(), 1);
      // Pens of Qt work out their pattern when they are asked for it: threads that share one would do so at once.
      static_cast<void>(curve.pen.dashPattern());
      covered = covered || !smooth || points > kMostHeld || series.look == SeriesLook::Bars;
      if (!covered) {
        for (const QPolygonF& piece : std::exchange(curve.line, {})) hold(held++, piece, curve.pen, curve.opacity);
      }
    }
    if (hasMarkers(series)) {
      const QList<QPointF> markers = decimated(m_points[i], m_x.shown, m_area.width(), false);
      // Markers beside a line only help while they stand apart.
      if (!hasLine(series) || markers.size() <= m_area.width() / 10) curve.markers = markers;
      curve.marker = markerOf(series, m_theme);
      covered = covered || (!hasLine(series) && !markers.isEmpty());
    }
    if (!curve.line.empty() || !curve.markers.isEmpty()) ours.curves.push_back(std::move(curve));
  }
  for (; held < m_lines.size(); ++held) {
    if (m_lines[held]->count() > 0) m_lines[held]->clear();
  }
  m_curves->setCurves(std::make_shared<const CurveSet>(std::move(ours)));
}

void LineChart::listSeries() {
  std::vector<ChartLegend::Entry> entries;
  for (const ChartSeries& series : m_model->series) {
    if (series.name.isEmpty() || series.points.empty()) continue;
    // Without points and notes.
    entries.push_back({{series.key,
                        series.name,
                        series.look,
                        series.role,
                        series.color,
                        {},
                        {},
                        series.stale,
                        series.faint,
                        series.minor},
                       m_view.hidden.contains(series.key)});
  }
  m_legend->setStyle(m_theme, scaledFont(m_font, 0.92));
  m_legend->setEntries(std::move(entries));
  layOutLegend();
}

void LineChart::setLegendRows(int most) {
  m_legendRows = most;
  layOutLegend();
}

bool LineChart::isLow(double lines) const {
  return m_chart->size().height() < lines * QFontMetricsF(scaledFont(m_font, 0.92)).height();
}

void LineChart::layOutLegend() {
  // Also without a legend there is room for half of the highest label and for the mark of the focus.
  m_legend->setMostRows(m_legendRows > 1 && isLow(kLowWithLegend) ? 1 : m_legendRows);
  const int height = std::max(kGrid, static_cast<int>(std::ceil(m_legend->layOut(m_chart->size().width()))));
  QMargins margins = m_chart->margins();
  if (margins.top() == height) return;
  margins.setTop(height);
  m_chart->setMargins(margins);
}

QPointF LineChart::toPixel(QPointF position) const {
  const QRectF area = m_chart->plotArea();
  return {area.left() + (position.x() - m_x.shown.from) / m_x.shown.length() * area.width(),
          area.bottom() - (position.y() - m_y.shown.from) / m_y.shown.length() * area.height()};
}

QPointF LineChart::toPosition(QPointF pixel) const {
  const QRectF area = m_chart->plotArea();
  if (area.isEmpty()) return {m_x.shown.from, m_y.shown.from};
  return {m_x.shown.from + (pixel.x() - area.left()) / area.width() * m_x.shown.length(),
          m_y.shown.from + (area.bottom() - pixel.y()) / area.height() * m_y.shown.length()};
}

QString LineChart::titleOfX() const {
  return m_across->titleText();
}

QString LineChart::titleOfY() const {
  return m_up->titleText();
}

QColor LineChart::colorOf(const ChartSeries& series) const {
  return seriesColor(series, m_theme);
}

}  // namespace noiseloom
