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
#include "ui/style/number_text.h"

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

QString errorName(ErrorObjective objective) {
  switch (objective) {
    case ErrorObjective::Mean: return tr("rmse");
    case ErrorObjective::Max: return tr("largest error");
    case ErrorObjective::Last: return tr("last error");
  }
  return {};
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
  // The curve is what the title names; its legend entry would only crowd out the others.
  for (QAbstractSeries* hidden : std::initializer_list<QAbstractSeries*>{m_curve, m_points, m_hover})
    list(hidden, false);
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
  m_bands->setVisible(curve.hasBands);
  list(m_curve, !curve.hasBands);
  if (curve.hasBands) {
    showBands(curve);
  } else {
    showLevels(curve);
  }
}

void RmseChart::list(QAbstractSeries* series, bool listed) {
  // Before the chart is on screen no marker says that it is visible: hiding must not depend on that.
  for (QLegendMarker* marker : m_chart->legend()->markers(series)) {
    if (!listed || !marker->isVisible()) marker->setVisible(listed);
  }
}

void RmseChart::showLevels(const RmseCurve& curve) {
  const double dpSgd = curve.objective == ErrorObjective::Mean ? curve.dpSgdRmse : 0;
  Range y;
  for (const double level : {curve.designError, curve.lowerBound, dpSgd}) {
    if (drawable(level)) y.include(std::log10(level));
  }
  for (QXYSeries* series : std::initializer_list<QXYSeries*>{m_points, m_optimum, m_chosen, m_hover})
    series->replace(QList<QPointF>());
  list(m_optimum, false);
  list(m_chosen, false);
  const auto level = [this](QLineSeries* series, double value, const QString& name) {
    const double at = std::log10(value);
    series->replace(drawable(value) ? QList<QPointF>{{0, at}, {1, at}} : QList<QPointF>());
    series->setName(name.arg(resultText(value, 3)));
    if (series->opacity() != 1) series->setOpacity(1);
    list(series, drawable(value));
  };
  level(m_curve, curve.designError, tr("design: %1"));
  level(m_lowerBound, curve.lowerBound, tr("lower bound: %1"));
  level(m_dpSgd, dpSgd, tr("DP-SGD: %1"));
  if (!(y.least <= y.most)) return;
  const double pad = std::max(0.12 * (y.most - y.least), 0.02);
  m_rmse->setTitleText(tr("%1 (× clip norm)").arg(errorName(curve.objective)));
  setAxis(*m_bands, 0, 1, {});
  setAxis(*m_rmse, y.least - pad, y.most + pad, logTicks(y.least - pad, y.most + pad, 6));
}

void RmseChart::showBands(const RmseCurve& curve) {
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
  m_lowerBound->setName(tr("lower bound"));
  m_dpSgd->setName(tr("DP-SGD"));
  m_rmse->setTitleText(tr("rmse (× clip norm)"));
  list(m_lowerBound, !bound.isEmpty());
  list(m_dpSgd, drawable(curve.dpSgdRmse));
  if (!(x.least <= x.most)) {
    // Levels of another family would be taken for a curve.
    for (QXYSeries* series : std::initializer_list<QXYSeries*>{m_curve, m_points, m_lowerBound, m_dpSgd, m_chosen})
      series->replace(QList<QPointF>());
    return;
  }

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
  const BandPoint* best = curve.complete ? bestPoint(curve.points, curve.objective) : nullptr;
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
