#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/design/band_sweep.h"
#include "ui/document/claim_difference.h"
#include "ui/document/design_text.h"
#include "ui/document/objective_error.h"
#include "ui/plots/rmse/rmse_parts.h"
#include "ui/style/number_text.h"

namespace noiseloom {

using namespace rmse;

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("noiseloom", text);
}

/// What a legend has room for.
QString shortName(const Mechanism* mechanism) {
  if (mechanism->shortName.empty()) return mechanismName(mechanism);
  return QString::fromUtf8(mechanism->shortName.data(), static_cast<qsizetype>(mechanism->shortName.size()));
}

/// What a point says beside its place and error.
QString noteOf(const SweepPoint& point) {
  const QString sigma = resultText(point.noiseMultiplier.value);
  return hasBands(point.mechanism) ? tr("%1, σ %2").arg(bandsText(point.bands), sigma) : tr("σ %1").arg(sigma);
}

struct Across {
  double least = 1;
  double most = 2;
};

/// Where levels are drawn: as far as there is anything else, or as far as the axis makes sense.
Across acrossOf(const RmseSight& sight) {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  const auto include = [&](const std::optional<RmseCurve>& curve) {
    if (!curve || curve->level) return;
    for (const SweepPoint* point : drawn(sight, *curve)) {
      least = std::min(least, point->value);
      most = std::max(most, point->value);
    }
  };
  include(sight.own);
  for (const RmseCurve& curve : sight.compared) include(curve);
  if (sight.axis == SweepAxis::Bands) {
    least = 1;
    if (most <= 1) most = static_cast<double>(mostSweptBands(curveScenario(sight.scenario)));
  }
  if (!(least < most)) return {};
  return {least, most};
}

ChartSeries seriesOf(const RmseSight& sight, const RmseCurve& curve, const QString& key, const Across& across) {
  ChartSeries series{key, shortName(curve.mechanism)};
  series.stale = curve.stale;
  const auto add = [&](double x, const SweepPoint& point) {
    series.points.emplace_back(x, point.errorOf(sight.objective()));
    series.notes.append(noteOf(point));
  };
  for (const SweepPoint* point : drawn(sight, curve)) {
    add(curve.level ? across.least : point->value, *point);
    if (!curve.level) continue;
    add(across.most, *point);
    break;
  }
  return series;
}

ChartSeries lowerBound(SeriesLook look) {
  ChartSeries series{QStringLiteral("lowerBound"), tr("lower bound at this σ"), look, SeriesRole::LowerBound};
  series.pointed = false;
  return series;
}

/// The lower bounds of a curve's points.
ChartSeries boundOf(const RmseSight& sight, const RmseCurve& curve, const Across& across) {
  ChartSeries series = lowerBound(SeriesLook::Dashes);
  series.stale = curve.stale;
  for (const SweepPoint* point : drawn(sight, curve)) {
    if (!drawable(point->lowerBound)) continue;
    series.points.emplace_back(curve.level ? across.least : point->value, point->lowerBound);
    if (curve.level) series.points.emplace_back(across.most, point->lowerBound);
  }
  return series;
}

QString formulaOf(ErrorObjective objective) {
  switch (objective) {
    case ErrorObjective::Mean: return tr("rmse = σ · sens(C) · √(mean of the squared row norms of A C⁻¹)");
    case ErrorObjective::Max: return tr("largest error = σ · sens(C) · largest row norm of A C⁻¹");
    case ErrorObjective::Last: return tr("last error = σ · sens(C) · norm of the last row of A C⁻¹");
  }
  return {};
}

ChartSeries marker(const char* key, const QString& name, SeriesLook look, SeriesRole role, QPointF at) {
  ChartSeries series{QString::fromLatin1(key), name, look, role, 0, {at}};
  series.pointed = false;
  return series;
}

void addPins(const RmseSight& sight, const Across& across, ChartModel& model) {
  for (const PinnedDesign& pin : sight.pins) {
    const double error = errorOf(*pin.design, sight.objective());
    const std::optional<double> at = placeOf(*pin.design, sight.axis);
    if (!drawable(error)) continue;
    const QString difference = differenceAlong(sight.axis, pin.design->scenario, sight.scenario);
    ChartSeries series = pinSeries(kPin + QString::number(pin.id),
                                   difference.isEmpty() ? pin.name : otherClaimName(pin.name), seriesIndex(pin));
    series.faint = !difference.isEmpty();
    if (at) {
      series.look = SeriesLook::Pin;
      series.points = {{*at, error}};
    } else if (sight.axis == SweepAxis::Bands) {
      series.look = SeriesLook::Dots;  // of a mechanism without bands
      series.points = {{across.least, error}, {across.most, error}};
    } else {
      continue;
    }
    const QString note = difference.isEmpty() ? mechanismText(*pin.design) : difference;
    for (qsizetype i = 0; i < static_cast<qsizetype>(series.points.size()); ++i) series.notes.append(note);
    model.series.push_back(std::move(series));
  }
}

QString summaryOf(const RmseSight& sight, const QString& title) {
  if (!sight.own) return sight.emptyText;
  const auto points = drawn(sight, *sight.own);
  if (points.empty()) return tr("%1: no point is known yet.").arg(title);
  const ErrorObjective objective = sight.objective();
  const SweepPoint* best =
      *std::ranges::min_element(points, {}, [objective](const SweepPoint* point) { return point->errorOf(objective); });
  const QString error = resultText(best->errorOf(objective));
  if (sight.axis == SweepAxis::Mechanism) {
    return tr("%1: %2 mechanisms from %3, which has the least error, %4 clip norms, to %5 with %6.")
        .arg(title)
        .arg(points.size())
        .arg(mechanismName(best->mechanism), error, mechanismName(points.back()->mechanism),
             resultText(points.back()->errorOf(objective)));
  }
  if (sight.own->level)
    return tr("%1: %2 has %3 clip norms whatever the bands.").arg(title, mechanismName(best->mechanism), error);
  return tr("%1 for %2: %3 points from %4 to %5, the least error %6 clip norms at %7.")
      .arg(title, mechanismName(sight.own->mechanism))
      .arg(points.size())
      .arg(resultText(points.front()->value), resultText(points.back()->value), error, resultText(best->value));
}

/// Mechanisms side by side, the best first, with their lower bounds.
void addRanking(const RmseSight& sight, ChartModel& model) {
  const auto ranked = drawn(sight, *sight.own);
  ChartSeries mechanisms{kOwn, errorName(sight.objective()), SeriesLook::Points};
  mechanisms.stale = sight.own->stale;
  ChartSeries bounds = lowerBound(SeriesLook::Points);
  bounds.stale = sight.own->stale;
  std::optional<ChartSeries> chosen;
  const auto count = static_cast<double>(ranked.size());
  for (std::size_t rank = 0; rank < ranked.size(); ++rank) {
    const SweepPoint& point = *ranked[rank];
    // The best stands at the top.
    const double row = count - 1 - static_cast<double>(rank);
    mechanisms.points.emplace_back(point.errorOf(sight.objective()), row);
    mechanisms.notes.append(noteOf(point));
    if (drawable(point.lowerBound)) bounds.points.emplace_back(point.lowerBound, row);
    model.y.categories.prepend(mechanismName(point.mechanism));
    if (sight.design && sight.design->mechanism == point.mechanism) {
      chosen =
          marker("chosen", tr("chosen"), SeriesLook::Ring, SeriesRole::Text, {point.errorOf(sight.objective()), row});
    }
  }
  std::ranges::sort(bounds.points, {}, [](const QPointF& point) { return point.x(); });
  model.x.title = tr("%1 (× clip norm)").arg(errorName(sight.objective()));
  model.x.shorter = {tr("%1 (× clip)").arg(errorName(sight.objective())), tr("× clip")};
  model.x.log = true;
  model.y.title = axisTitle(sight.axis);
  model.y.mayLog = false;
  model.y.whole = true;
  model.y.range = std::pair(-0.6, std::max(0.6, count - 0.4));
  if (!bounds.points.empty()) model.series.push_back(std::move(bounds));
  model.series.push_back(std::move(mechanisms));
  if (chosen) model.series.push_back(*std::move(chosen));
}

void addCurves(const RmseSight& sight, ChartModel& model) {
  const ErrorObjective objective = sight.objective();
  const Across across = acrossOf(sight);
  model.x.title = axisTitle(sight.axis);
  model.x.log = true;
  model.x.whole = sight.axis != SweepAxis::Epsilon;
  model.y.title = tr("%1 (× clip norm)").arg(errorName(objective));
  model.y.shorter = {tr("%1 (× clip)").arg(errorName(objective)), tr("× clip")};
  model.y.log = true;
  if (sight.baseline) {
    ChartSeries series = seriesOf(sight, *sight.baseline, kBaseline, across);
    series.look = SeriesLook::Dots;
    series.role = SeriesRole::Baseline;
    series.pointed = !sight.baseline->level;
    model.series.push_back(std::move(series));
  }
  if (sight.own) model.series.push_back(boundOf(sight, *sight.own, across));
  for (const RmseCurve& curve : sight.compared) {
    ChartSeries series = seriesOf(sight, curve, kMechanism + idOf(curve.mechanism), across);
    series.look = curve.level ? SeriesLook::Line : SeriesLook::LineWithPoints;
    series.role = SeriesRole::Palette;
    series.color = curve.mechanism->color;
    model.series.push_back(std::move(series));
  }
  if (sight.own) {
    ChartSeries series = seriesOf(sight, *sight.own, kOwn, across);
    series.look = sight.own->level ? SeriesLook::Line : SeriesLook::LineWithPoints;
    // Alone it is what the title is about; its legend entry would only crowd out the others.
    if (sight.axis == SweepAxis::Bands && sight.compared.empty() && !sight.own->level) series.name.clear();
    const auto points = drawn(sight, *sight.own);
    model.series.push_back(std::move(series));
    if (sight.axis == SweepAxis::Bands && sight.own->complete && !sight.own->level && !points.empty()) {
      const SweepPoint* best = *std::ranges::min_element(
          points, {}, [objective](const SweepPoint* point) { return point->errorOf(objective); });
      // Under balls-in-bins the curve is of unamplified optima, and another point may be the best of those solved for.
      const bool estimated = sight.scenario.batching == Batching::BallsInBins;
      const QString name =
          estimated ? tr("best of the estimates: %1").arg(best->bands) : tr("best: %1").arg(best->bands);
      model.series.push_back(
          marker("optimum", name, SeriesLook::Diamond, SeriesRole::Optimum, {best->value, best->errorOf(objective)}));
    }
  }
  addPins(sight, across, model);
  if (!sight.design) return;
  const std::optional<double> at = placeOf(*sight.design, sight.axis);
  const double error = errorOf(*sight.design, objective);
  if (!at || !drawable(error)) return;
  // Among many curves the ring speaks for itself, and the legend is short of room.
  const QString name = sight.compared.empty() ? tr("chosen: %1").arg(entryText(*at)) : QString();
  model.series.push_back(marker("chosen", name, SeriesLook::Ring, SeriesRole::Text, {*at, error}));
}

}  // namespace

ChartModel rmseModel(const RmseSight& sight) {
  ChartModel model;
  model.name = QStringLiteral("rmse_against_") + axisName(sight.axis);
  model.title = chartTitle(sight);
  model.formula = formulaOf(sight.objective());
  model.emptyText = sight.emptyText;
  if (sight.axis == SweepAxis::Mechanism) {
    if (sight.own) addRanking(sight, model);
  } else {
    addCurves(sight, model);
  }
  std::erase_if(model.series, [](const ChartSeries& series) { return series.points.empty(); });
  model.summary = summaryOf(sight, model.title);
  return model;
}

}  // namespace noiseloom
