#include "ui/plots/coefficients/coefficients_model.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/plots/matrix/heat_map_text.h"

namespace noiseloom {
namespace {

/// Up to here bars stand apart in the smallest plot.
constexpr std::size_t kMostBars = 64;

QString tr(const char* text) {
  return QCoreApplication::translate("noiseloom", text);
}

std::vector<QPointF> pointsOf(const ColumnSeries& series) {
  std::vector<QPointF> points;
  points.reserve(series.values.size());
  for (std::size_t lag = 0; lag < series.values.size(); ++lag)
    points.emplace_back(static_cast<double>(lag), series.values[lag]);
  return points;
}

}  // namespace

QString ownSeriesKey() {
  return QStringLiteral("design");
}

QString pinSeriesKey(int id) {
  return QStringLiteral("pin %1").arg(id);
}

Index lagsToShow(const Strategy& strategy, MatrixOf which) {
  constexpr Index kFewest = 64;
  constexpr Index kMost = 2048;
  const Index bands = std::min(strategy.bands(), kMost);
  return which == MatrixOf::Strategy ? bands : std::clamp<Index>(4 * bands, kFewest, kMost);
}

ChartModel coefficientsModel(const Strategy& strategy, const Mechanism* mechanism, MatrixOf which,
                             const ColumnSeries& own, const std::vector<CoefficientsOverlay>& overlays) {
  ChartModel model;
  model.name = which == MatrixOf::Strategy ? QStringLiteral("coefficients") : QStringLiteral("inverse_coefficients");
  model.title = coefficientsTitle(strategy, own, which);
  model.x.title = lagTitle(own, which);
  model.x.whole = true;
  model.y.title = entryTitle(own, which);
  model.y.shorter = {matrixName(which)};
  model.y.fromZero = true;
  model.formula = coefficientsFormula(strategy, which);
  model.citation = coefficientsCitation(mechanism);
  model.emptyText = tr("The coefficients appear as soon as there is a design.");

  double last = 0;
  for (const CoefficientsOverlay& overlay : overlays) {
    ChartSeries series = pinSeries(pinSeriesKey(overlay.id), overlay.name, overlay.color);
    series.faint = true;
    series.points = pointsOf(overlay.series);
    last = std::max(last, static_cast<double>(series.points.size()) - 1);
    model.series.push_back(std::move(series));
  }
  ChartSeries shown;
  shown.key = ownSeriesKey();
  if (!overlays.empty()) shown.name = tr("this design");
  shown.points = pointsOf(own);
  shown.look = shown.points.size() <= kMostBars ? SeriesLook::Bars : SeriesLook::Line;
  last = std::max(last, static_cast<double>(shown.points.size()) - 1);
  ChartSeries zero = levelSeries(QStringLiteral("zero"), {}, SeriesLook::Line, SeriesRole::Muted, {0, last}, 0);
  if (shown.points.empty()) zero.points.clear();
  model.series.insert(model.series.begin(), std::move(zero));
  model.series.push_back(std::move(shown));
  return model;
}

}  // namespace noiseloom
