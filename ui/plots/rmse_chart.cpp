#include "ui/plots/rmse_chart.h"

#include <QCategoryAxis>
#include <QCoreApplication>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QScatterSeries>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/plots/chart_style.h"

namespace noiseloom {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("RmseChart", text);
}

bool drawable(double value) {
  return std::isfinite(value) && value > 0;
}

struct Range {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
  void include(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
};

}  // namespace

const BandPoint* optimumOf(const std::vector<BandPoint>& points) {
  const auto best = std::min_element(points.begin(), points.end(),
                                     [](const BandPoint& a, const BandPoint& b) { return a.rmse < b.rmse; });
  return best == points.end() ? nullptr : &*best;
}

RmseChart::RmseChart()
    : m_owned(newChart()),
      m_chart(m_owned.get()),
      m_curve(new QLineSeries),
      m_points(new QScatterSeries),
      m_lowerBound(new QLineSeries),
      m_dpSgd(new QLineSeries),
      m_optimum(new QScatterSeries),
      m_chosen(new QScatterSeries),
      m_hover(new QScatterSeries),
      m_bands(newAxis(tr("bands b"))),
      m_rmse(newAxis(tr("rmse (× clip norm)"))) {
  m_chart->addAxis(m_bands, Qt::AlignBottom);
  m_chart->addAxis(m_rmse, Qt::AlignLeft);
  for (QXYSeries* series :
       std::initializer_list<QXYSeries*>{m_dpSgd, m_lowerBound, m_curve, m_points, m_optimum, m_chosen, m_hover}) {
    m_chart->addSeries(series);
    series->attachAxis(m_bands);
    series->attachAxis(m_rmse);
  }
  m_lowerBound->setName(tr("lower bound"));
  m_dpSgd->setName(tr("DP-SGD"));
  m_optimum->setName(tr("best"));
  m_chosen->setName(tr("chosen"));
  // The curve is what the title names; its legend entry would only crowd out the others.
  for (QAbstractSeries* hidden : std::initializer_list<QAbstractSeries*>{m_curve, m_points, m_hover}) {
    for (QLegendMarker* marker : m_chart->legend()->markers(hidden)) marker->setVisible(false);
  }
}

void RmseChart::setTheme(const Theme& theme, const QFont& font) {
  styleChart(*m_chart, theme, font);
  m_curve->setPen(solidPen(theme.accent));
  m_lowerBound->setPen(dashedPen(theme.lowerBound));
  m_dpSgd->setPen(dottedPen(theme.baseline, 2));
  const auto marker = [](QScatterSeries* series, QScatterSeries::MarkerShape shape, double size, const QColor& fill,
                         const QPen& border) {
    series->setMarkerShape(shape);
    series->setMarkerSize(size);
    series->setBrush(fill);
    series->setPen(border);
  };
  marker(m_points, QScatterSeries::MarkerShapeCircle, 5, theme.accent, Qt::NoPen);
  marker(m_optimum, QScatterSeries::MarkerShapeRotatedRectangle, 11, theme.optimum, QPen(theme.plot, 1));
  marker(m_chosen, QScatterSeries::MarkerShapeCircle, 15, Qt::transparent, QPen(theme.text, 1.75));
  marker(m_hover, QScatterSeries::MarkerShapeCircle, 10, Qt::transparent, QPen(theme.accent, 2));
}

void RmseChart::show(const RmseCurve& curve) {
  QList<QPointF> line;
  QList<QPointF> bound;
  Range x;
  Range y;
  for (const BandPoint& point : curve.points) {
    if (!drawable(point.rmse)) continue;
    const double bands = std::log10(static_cast<double>(point.bands));
    line.append({bands, std::log10(point.rmse)});
    x.include(bands);
    y.include(line.back().y());
    if (drawable(point.lowerBound)) {
      bound.append({bands, std::log10(point.lowerBound)});
      y.include(bound.back().y());
    }
  }
  if (curve.chosenBands && drawable(curve.chosenRmse)) {
    x.include(std::log10(static_cast<double>(*curve.chosenBands)));
    y.include(std::log10(curve.chosenRmse));
  }
  if (drawable(curve.dpSgdRmse)) y.include(std::log10(curve.dpSgdRmse));
  if (!(x.least <= x.most)) return;

  x.include(0);
  const double widthPad = std::max(0.04 * (x.most - x.least), 0.03);
  const double heightPad = std::max(0.08 * (y.most - y.least), 0.02);
  x = {x.least - widthPad, x.most + widthPad};
  y = {y.least - heightPad, y.most + heightPad};
  std::vector<Tick> whole = logTicks(x.least, x.most);
  std::erase_if(whole, [](const Tick& tick) { return tick.label.contains(QLatin1Char('.')); });  // half a band is none
  setAxis(*m_bands, x.least, x.most, whole);
  setAxis(*m_rmse, y.least, y.most, logTicks(y.least, y.most, 6));

  m_curve->replace(line);
  m_points->replace(line);
  m_lowerBound->replace(bound);
  const double dpSgd = std::log10(curve.dpSgdRmse);
  m_dpSgd->replace(drawable(curve.dpSgdRmse) ? QList<QPointF>{{x.least, dpSgd}, {x.most, dpSgd}} : QList<QPointF>());
  const BandPoint* best = curve.complete ? optimumOf(curve.points) : nullptr;
  const bool hasBest = best && drawable(best->rmse);
  m_optimum->replace(hasBest ? QList<QPointF>{{std::log10(static_cast<double>(best->bands)), std::log10(best->rmse)}}
                             : QList<QPointF>());
  m_optimum->setName(hasBest ? tr("best: %1").arg(best->bands) : tr("best"));
  const bool hasChosen = curve.chosenBands && drawable(curve.chosenRmse);
  m_chosen->replace(
      hasChosen ? QList<QPointF>{{std::log10(static_cast<double>(*curve.chosenBands)), std::log10(curve.chosenRmse)}}
                : QList<QPointF>());
  const double opacity = curve.stale ? 0.3 : 1;
  for (QAbstractSeries* series : std::initializer_list<QAbstractSeries*>{m_curve, m_points, m_lowerBound}) {
    if (series->opacity() != opacity) series->setOpacity(opacity);
  }
  const auto list = [this](QAbstractSeries* series, bool listed) {
    for (QLegendMarker* marker : m_chart->legend()->markers(series)) {
      if (marker->isVisible() != listed) marker->setVisible(listed);
    }
  };
  list(m_optimum, hasBest);
  list(m_chosen, hasChosen);
  m_chosen->setName(hasChosen ? tr("chosen: %1").arg(*curve.chosenBands) : tr("chosen"));
}

void RmseChart::highlight(const RmseCurve& curve, std::optional<Index> bands) {
  QList<QPointF> ring;
  for (const BandPoint& point : curve.points) {
    if (bands && point.bands == *bands && drawable(point.rmse)) {
      ring.append({std::log10(static_cast<double>(point.bands)), std::log10(point.rmse)});
    }
  }
  m_hover->replace(ring);
}

const BandPoint* RmseChart::nearest(const RmseCurve& curve, QPointF position) const {
  const BandPoint* found = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const BandPoint& point : curve.points) {
    if (!drawable(point.rmse)) continue;
    const QPointF at(std::log10(static_cast<double>(point.bands)), std::log10(point.rmse));
    const double away = std::abs(m_chart->mapToPosition(at, m_curve).x() - position.x());
    if (away < least) {
      least = away;
      found = &point;
    }
  }
  return found;
}

}  // namespace noiseloom
