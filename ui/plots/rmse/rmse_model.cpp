#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "core/search/band_search.h"
#include "core/search/band_sweep.h"
#include "ui/document/claim_difference.h"
#include "ui/document/design_text.h"
#include "ui/document/error_readings.h"
#include "ui/document/objective_error.h"
#include "ui/plots/rmse/rmse_parts.h"
#include "ui/style/core_text.h"
#include "ui/style/look.h"
#include "ui/style/number_text.h"

namespace noiseloom {

using namespace rmse;

namespace {

/// Large type leaves no space beside the points for full names.
QString rankedName(const Mechanism* mechanism) {
  return presenting() ? mechanismShortName(mechanism) : mechanismName(mechanism);
}

/// The note of a point, besides its position and error.
QString noteOf(const SweepPoint& point) {
  const QString sigma = resultTextUp(point.noiseMultiplier.value);
  return hasBands(point.mechanism) ? tr("%1, σ %2").arg(bandsText(point.bands), sigma) : tr("σ %1").arg(sigma);
}

struct Across {
  double least = 1;
  double most = 2;
};

/// The horizontal range of level lines: that of the other series, or else a sensible range of the axis.
Across acrossOf(const RmseData& data) {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  const auto include = [&](const std::optional<RmseCurve>& curve) {
    if (!curve || curve->level) return;
    for (const SweepPoint* point : drawn(data, *curve)) {
      least = std::min(least, point->value);
      most = std::max(most, point->value);
    }
  };
  include(data.own);
  for (const RmseCurve& curve : data.compared) include(curve);
  if (data.axis == Field::Bands) {
    least = 1;
    if (most <= 1) most = static_cast<double>(mostSearchedBands(curveScenario(data.scenario)));
  }
  if (!(least < most)) return {};
  return {least, most};
}

ChartSeries seriesOf(const RmseData& data, const RmseCurve& curve, const QString& key, const Across& across) {
  ChartSeries series{key, shortNameIn(data, curve.mechanism)};
  series.stale = curve.stale;
  const auto add = [&](double x, const SweepPoint& point) {
    series.points.emplace_back(x, point.error[data.objective()]);
    series.notes.append(noteOf(point));
  };
  for (const SweepPoint* point : drawn(data, curve)) {
    add(curve.level ? across.least : point->value, *point);
    if (!curve.level) continue;
    add(across.most, *point);
    break;
  }
  return series;
}

ChartSeries lowerBound(const RmseData& data, SeriesLook look) {
  // For an epsilon the bound is an upper one.
  const QString name = data.unit == ErrorUnit::DpSgdEpsilon ? tr("bound at its σ") : tr("lower bound at its σ");
  ChartSeries series{QStringLiteral("lowerBound"), name, look, SeriesRole::LowerBound};
  series.help = tr("no strategy has less error with the σ of the same point; another point has another σ");
  series.pointed = false;
  return series;
}

/// The lower bounds at a curve's points.
ChartSeries boundOf(const RmseData& data, const RmseCurve& curve, const Across& across) {
  ChartSeries series = lowerBound(data, SeriesLook::Dashes);
  series.stale = curve.stale;
  for (const SweepPoint* point : drawn(data, curve)) {
    if (!drawable(point->lowerBound)) continue;
    series.points.emplace_back(curve.level ? across.least : point->value, point->lowerBound);
    if (curve.level) series.points.emplace_back(across.most, point->lowerBound);
  }
  return series;
}

QString formulaOf(ErrorObjective objective) {
  const QString norm = isLast(objective)                  ? tr("norm of the last row")
                       : objective == ErrorObjective::Max ? tr("largest row norm")
                                                          : tr("root of the mean squared row norm");
  if (!ofCurvatures(objective)) return tr("%1 = σ · sens(C) · %2 of A C⁻¹").arg(errorName(objective), norm);
  return tr("%1 = σ · sens(C) · %2 of A_λ C⁻¹, squares averaged over curvatures λ").arg(errorName(objective), norm);
}

ChartSeries marker(const char* key, const QString& name, SeriesLook look, SeriesRole role, QPointF at) {
  ChartSeries series{QString::fromLatin1(key), name, look, role, 0, {at}};
  series.pointed = false;
  return series;
}

/// `rowOf` gives the row of a value on a categorical axis, which is vertical.
void addPins(const RmseData& data, const Across& across, ChartModel& model,
             const std::function<double(double)>& rowOf = {}) {
  for (const PinnedDesign& pin : data.pins) {
    const double error = data.figuresOf(*pin.design).error[data.objective()];
    const std::optional<double> at = placeOf(*pin.design, data.axis);
    if (!drawable(error)) continue;
    const QString difference = differenceAlong(data.axis, pin.design->scenario, data.scenario);
    const QString job = otherJobAlong(data.axis, pin.design->scenario, data.scenario);
    const Standing standing = !difference.isEmpty() ? Standing::OtherClaim
                              : !job.isEmpty()      ? Standing::OtherJob
                                                    : Standing::Same;
    ChartSeries series =
        pinSeries(kPin + QString::number(pin.id), nameAmongPlots(pin.name, standing), seriesIndex(pin));
    series.faint = standing == Standing::OtherClaim;
    if (at && rowOf) {
      series.look = SeriesLook::Pin;
      if (const double row = rowOf(*at); row >= 0) series.points = {{error, row}};
    } else if (at) {
      series.look = SeriesLook::Pin;
      series.points = {{*at, error}};
    } else if (data.axis == Field::Bands) {
      series.look = SeriesLook::Dots;  // for a mechanism without bands
      series.points = {{across.least, error}, {across.most, error}};
    } else {
      continue;
    }
    const QString note = !difference.isEmpty() ? difference
                         : !job.isEmpty()      ? QStringLiteral("%1, %2").arg(mechanismText(*pin.design), job)
                                               : mechanismText(*pin.design);
    for (qsizetype i = 0; i < static_cast<qsizetype>(series.points.size()); ++i) series.notes.append(note);
    model.series.push_back(std::move(series));
  }
}

/// True if a pin lies on this level curve: the same line under another name.
bool isPinned(const RmseData& data, const RmseCurve& curve) {
  constexpr double kSame = 1e-3;
  const ErrorObjective objective = data.objective();
  return std::ranges::any_of(data.pins, [&](const PinnedDesign& pin) {
    if (pin.design->mechanism != curve.mechanism || curve.points.empty() || placeOf(*pin.design, data.axis))
      return false;
    const double error = curve.points.front().error[objective];
    return std::abs(data.figuresOf(*pin.design).error[objective] - error) <= kSame * error;
  });
}

QString summaryOf(const RmseData& data, const QString& title) {
  if (!data.own) return data.emptyText;
  const auto points = drawn(data, *data.own);
  if (points.empty()) return tr("%1: no point is known yet.").arg(title);
  const ErrorObjective objective = data.objective();
  const SweepPoint* best = bestOf(data, points);
  const QString unit = errorUnitLabel(data.unit);
  const QString error = resultText(best->error[objective]);
  if (data.axis == Field::Mechanism) {
    return tr("%1: %2 mechanisms from %3, which has the least error, %4 (%7), to %5 with %6.")
        .arg(title)
        .arg(points.size())
        .arg(mechanismName(best->mechanism), error, mechanismName(points.back()->mechanism),
             resultText(points.back()->error[objective]), unit);
  }
  if (data.axis == Field::Batching) {
    return tr("%1 for %2: %3 batchings from %4, which has the least error, %5 (%8), to %6 with %7.")
        .arg(title, nameIn(data, data.own->mechanism))
        .arg(points.size())
        .arg(batchingName(best->value), error, batchingName(points.back()->value),
             resultText(points.back()->error[objective]), unit);
  }
  if (data.own->level)
    return tr("%1: %2 has %3 (%4) whatever the bands.").arg(title, nameIn(data, best->mechanism), error, unit);
  return tr("%1 for %2: %3 points from %4 to %5, the least error %6 (%8) at %7.")
      .arg(title, nameIn(data, data.own->mechanism))
      .arg(points.size())
      .arg(resultText(points.front()->value), resultText(points.back()->value), error, resultText(best->value), unit);
}

/// Sets the title with its unit.
void titleError(ChartAxis& axis, const RmseData& data) {
  const QString error = errorName(data.objective());
  const QString unit = errorUnitLabel(data.unit);
  axis.title = tr("%1 (%2)").arg(error, unit);
  axis.shorter = {unit};
  if (data.unit == ErrorUnit::Summed) axis.shorter = {tr("%1 (× clip)").arg(error), tr("× clip")};
}

/// The position of the design on a categorical axis, and its error.
std::optional<std::pair<double, double>> chosenOf(const RmseData& data) {
  if (!data.design) return std::nullopt;
  Scenario solved = data.design->scenario;
  solved.mechanism = data.design->mechanism;
  const auto place = placeOn(solved, data.axis);
  const double error = data.figuresOf(*data.design).error[data.objective()];
  return place && drawable(error) ? std::optional(std::pair(*place, error)) : std::nullopt;
}

/// The positions on a categorical axis at which any curve has a point, by rising error.
std::vector<double> rankedPlaces(const RmseData& data) {
  std::map<double, double> least;
  const auto include = [&](const RmseCurve& curve) {
    for (const SweepPoint* point : drawn(data, curve)) {
      const double error = point->error[data.objective()];
      const auto [at, added] = least.try_emplace(point->value, error);
      if (!added && lessError(data.unit, error, at->second)) at->second = error;
    }
  };
  include(*data.own);
  for (const RmseCurve& curve : data.compared) include(curve);
  if (data.baseline) include(*data.baseline);
  // The chosen value has its row even before it is solved again.
  if (const auto chosen = chosenOf(data); chosen && data.axis == Field::Mechanism && !data.own->stale)
    least.insert(*chosen);
  std::vector<double> places;
  places.reserve(least.size());
  for (const auto& [place, error] : least) places.push_back(place);
  std::ranges::stable_sort(places,
                           [&](double left, double right) { return lessError(data.unit, least[left], least[right]); });
  return places;
}

/// Mechanisms or batchings side by side, the best first, with their lower bounds.
void addRanking(const RmseData& data, ChartModel& model) {
  const ErrorObjective objective = data.objective();
  const std::vector<double> places = rankedPlaces(data);
  const auto count = static_cast<double>(places.size());
  // The best is at the top.
  const auto rowOf = [&](double place) {
    const auto rank = std::ranges::find(places, place) - places.begin();
    return count - 1 - static_cast<double>(rank);
  };
  const auto points = [&](const RmseCurve& curve, const QString& key, const QString& name) {
    ChartSeries series{key, name, SeriesLook::Points};
    series.stale = curve.stale;
    for (const SweepPoint* point : drawn(data, curve)) {
      series.points.emplace_back(point->error[objective], rowOf(point->value));
      series.notes.append(noteOf(*point));
    }
    return series;
  };
  const bool mechanisms = data.axis == Field::Mechanism;
  ChartSeries bounds = lowerBound(data, SeriesLook::Points);
  bounds.stale = data.own->stale;
  for (const SweepPoint* point : drawn(data, *data.own)) {
    if (drawable(point->lowerBound)) bounds.points.emplace_back(point->lowerBound, rowOf(point->value));
  }
  std::ranges::sort(bounds.points, {}, [](const QPointF& point) { return point.x(); });
  for (const double place : places)
    model.y.categories.prepend(mechanisms ? rankedName(allMechanisms()[static_cast<std::size_t>(place)])
                                          : batchingName(place));
  titleError(model.x, data);
  model.x.log = true;
  model.y.title = rmseAxisTitle(data.axis);
  model.y.mayLog = false;
  model.y.whole = true;
  model.y.range = std::pair(-0.6, std::max(0.6, count - 0.4));
  if (!bounds.points.empty()) model.series.push_back(std::move(bounds));
  if (data.baseline) {
    ChartSeries series = points(*data.baseline, kBaseline, mechanismShortName(data.baseline->mechanism));
    series.role = SeriesRole::Baseline;
    model.series.push_back(std::move(series));
  }
  for (const RmseCurve& curve : data.compared) {
    ChartSeries series = points(curve, kMechanism + idOf(curve.mechanism), mechanismShortName(curve.mechanism));
    series.role = SeriesRole::Palette;
    series.color = curve.mechanism->color;
    model.series.push_back(std::move(series));
  }
  model.series.push_back(
      points(*data.own, kOwn, mechanisms ? errorName(objective) : shortNameIn(data, data.own->mechanism)));
  // Among mechanisms the points themselves are compared, and pins would cover them.
  if (!mechanisms) addPins(data, {}, model, rowOf);
  const auto chosen = chosenOf(data);
  if (!chosen || std::ranges::find(places, chosen->first) == places.end()) return;
  model.series.push_back(
      marker("chosen", tr("chosen"), SeriesLook::Ring, SeriesRole::Text, {chosen->second, rowOf(chosen->first)}));
}

/// The flat part of the curve about its optimum, as an area below it: the neighbouring points that lose at most 1 % to
/// the best. nullopt if the best has no such neighbours.
std::optional<ChartSeries> flatPart(const RmseData& data, const std::vector<const SweepPoint*>& points) {
  constexpr double kLoss = 1.01;
  if (points.empty()) return std::nullopt;
  const ErrorObjective objective = data.objective();
  const auto best = std::ranges::find(points, bestOf(data, points));
  const double least = (*best)->error[objective];
  const auto near = [&](const SweepPoint* point) {
    const double error = point->error[objective];
    return data.unit == ErrorUnit::DpSgdEpsilon ? error * kLoss >= least : error <= kLoss * least;
  };
  auto from = best;
  while (from != points.begin() && near(*std::prev(from))) --from;
  auto to = std::next(best);
  while (to != points.end() && near(*to)) ++to;
  if (to - from < 2) return std::nullopt;
  ChartSeries series{QStringLiteral("flat"),
                     tr("within 1 %: %1 to %2").arg(countText((*from)->bands), countText((*std::prev(to))->bands)),
                     SeriesLook::Area, SeriesRole::Optimum};
  series.help = tr("of the numbers of bands that were tried, those that lose at most 1 % to the best");
  series.minor = true;
  series.stale = data.own->stale;
  series.pointed = false;
  for (auto point = from; point != to; ++point) series.points.emplace_back((*point)->value, (*point)->error[objective]);
  return series;
}

/// The colours of the compared mechanisms' curves: their own, or the next free one where a pinned design on show, whose
/// colour is the same in every plot, has it. A colour has several dashes; those tell lines apart once no colour is
/// free.
std::vector<int> colorsOfCompared(const RmseData& data) {
  constexpr int kColors = 7;
  std::set<int> pinned;
  for (const PinnedDesign& pin : data.pins) pinned.insert(seriesIndex(pin) % kColors);
  std::set<int> taken = pinned;
  taken.insert(0);  // that of the current design
  std::vector<int> colors;
  colors.reserve(data.compared.size());
  for (const RmseCurve& curve : data.compared) colors.push_back(curve.mechanism->color);
  const auto ofPin = [&](int color) { return pinned.contains(color % kColors); };
  for (const int color : colors) {
    if (!ofPin(color)) taken.insert(color % kColors);
  }
  for (int& color : colors) {
    if (!ofPin(color)) continue;
    for (int other = color + 1; other < color + kColors; ++other) {
      if (!taken.insert(other % kColors).second) continue;
      color = other;
      break;
    }
  }
  return colors;
}

void addCurves(const RmseData& data, ChartModel& model) {
  const ErrorObjective objective = data.objective();
  const Across across = acrossOf(data);
  model.x.title = rmseAxisTitle(data.axis);
  if (data.axis == Field::Epsilon) model.x.shorter = {QStringLiteral("ε")};
  model.x.log = true;
  model.x.whole = data.axis != Field::Epsilon;
  titleError(model.y, data);
  model.y.log = true;
  if (data.baseline) {
    ChartSeries series = seriesOf(data, *data.baseline, kBaseline, across);
    series.look = SeriesLook::Dots;
    series.role = SeriesRole::Baseline;
    series.pointed = !data.baseline->level;
    model.series.push_back(std::move(series));
  }
  if (data.own) model.series.push_back(boundOf(data, *data.own, across));
  const std::vector<int> colors = colorsOfCompared(data);
  for (std::size_t i = 0; i < data.compared.size(); ++i) {
    const RmseCurve& curve = data.compared[i];
    if (data.axis == Field::Bands && curve.level && isPinned(data, curve)) continue;
    ChartSeries series = seriesOf(data, curve, kMechanism + idOf(curve.mechanism), across);
    series.look = curve.level ? SeriesLook::Line : SeriesLook::LineWithPoints;
    series.role = SeriesRole::Palette;
    series.color = colors[i];
    model.series.push_back(std::move(series));
  }
  if (data.own) {
    ChartSeries series = seriesOf(data, *data.own, kOwn, across);
    series.look = data.own->level ? SeriesLook::Line : SeriesLook::LineWithPoints;
    const auto points = drawn(data, *data.own);
    if (data.axis == Field::Bands && data.own->complete && !data.own->level) {
      if (auto flat = flatPart(data, points)) model.series.insert(model.series.begin(), std::move(*flat));
    }
    model.series.push_back(std::move(series));
    if (data.axis == Field::Bands && data.own->complete && !data.own->level && !points.empty()) {
      const SweepPoint* best = bestOf(data, points);
      // Under balls-in-bins the curve shows unamplified optima, so another point may be the best once solved; a sketch
      // has only a few of the points.
      const bool estimated = data.scenario.batching->ofStrategy() || data.own->sketchOf > 0;
      // A time limit may have ended the search before all bands were tried.
      const Index most = mostSearchedBands(curveScenario(data.scenario));
      const bool all = most == curveScenario(data.scenario).mostBands();
      const QString name = estimated ? tr("best of the estimates: %1").arg(countText(best->bands))
                           : all     ? tr("best: %1").arg(countText(best->bands))
                                     : tr("best of 1 to %1: %2").arg(countText(most), countText(best->bands));
      model.series.push_back(
          marker("optimum", name, SeriesLook::Diamond, SeriesRole::Optimum, {best->value, best->error[objective]}));
    }
  }
  addPins(data, across, model);
  addMemoryLimit(data, model);
  if (!data.design) return;
  const std::optional<double> at = placeOf(*data.design, data.axis);
  const double error = data.figuresOf(*data.design).error[objective];
  if (!at || !drawable(error)) return;
  // At the best number of bands, and among many curves, the ring is clear enough.
  const auto best = std::ranges::find(model.series, QStringLiteral("optimum"), &ChartSeries::key);
  const bool isBest = best != model.series.end() && best->points.front().x() == *at;
  const QString name = data.compared.empty() && !isBest ? tr("chosen: %1").arg(grouped(entryText(*at))) : QString();
  model.series.push_back(marker("chosen", name, SeriesLook::Ring, SeriesRole::Text, {*at, error}));
}

}  // namespace

ChartModel rmseModel(const RmseData& data) {
  ChartModel model{.name = QStringLiteral("rmse_against_") + axisName(data.axis),
                   .title = rmseChartTitle(data),
                   .formula = formulaOf(data.objective())};
  if (data.unit != ErrorUnit::Summed)
    model.formula = tr("%1; shown: %2").arg(model.formula, errorUnitMeaning(data.unit));
  model.emptyText = data.emptyText;
  if (isCategorical(data.axis)) {
    if (data.own) addRanking(data, model);
  } else {
    addCurves(data, model);
  }
  std::erase_if(model.series, [](const ChartSeries& series) { return series.points.empty(); });
  model.summary = summaryOf(data, model.title);
  if (const QString memory = memoryLimitText(data); !memory.isEmpty())
    model.summary += QStringLiteral(" %1.").arg(memory);
  return model;
}

}  // namespace noiseloom
