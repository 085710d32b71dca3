#include "ui/plots/rmse_model.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/design/band_sweep.h"
#include "core/design/family.h"
#include "ui/document/design_text.h"
#include "ui/document/objective_error.h"
#include "ui/document/scenario_compare.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

const QString kOwn = QStringLiteral("own");
const QString kBaseline = QStringLiteral("dpSgd");
const QString kFamily = QStringLiteral("family:");
const QString kPin = QStringLiteral("pin:");

QString tr(const char* text) {
  return QCoreApplication::translate("RmseModel", text);
}

QString nameOf(MechanismKind family) {
  const std::string_view name = toString(family);
  return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

bool drawable(double value) {
  return std::isfinite(value) && value > 0;
}

/// Families keep their look whatever else is compared: indices into the palette, whose colours and dashes repeat after
/// seven and whose markers after six. Those compared from the start differ in colour, also from the accent's blue.
int colorOf(MechanismKind family) {
  switch (family) {
    case MechanismKind::Bsr: return 1;
    case MechanismKind::Stamped: return 2;
    case MechanismKind::Bisr: return 3;
    case MechanismKind::Blt: return 4;
    case MechanismKind::Tree: return 5;
    case MechanismKind::SquareRoot: return 6;
    case MechanismKind::BandedToeplitz: return 8;
    case MechanismKind::ReciprocalToeplitz: return 10;
    case MechanismKind::BandInvMf: return 11;
    case MechanismKind::Banded: return 12;
    case MechanismKind::Dense: return 13;
    default: return 0;
  }
}

/// What a legend has room for.
QString shortName(MechanismKind family) {
  switch (family) {
    case MechanismKind::Bsr: return tr("BSR");
    case MechanismKind::Bisr: return tr("BISR");
    case MechanismKind::BandInvMf: return tr("BandInvMF");
    case MechanismKind::Blt: return tr("BLT");
    default: return familyName(family);
  }
}

bool hasBands(MechanismKind family) {
  Scenario scenario;
  scenario.mechanism = family;
  return scenario.usesBands();
}

/// What a point says beside its place and error.
QString noteOf(const SweepPoint& point) {
  const QString sigma = resultText(point.noiseMultiplier);
  return hasBands(point.mechanism) ? tr("%1, σ %2").arg(bandsText(point.bands), sigma) : tr("σ %1").arg(sigma);
}

/// The points that are drawn, in the order of the series.
std::vector<const SweepPoint*> drawn(const RmseSight& sight, const RmseCurve& curve) {
  std::vector<const SweepPoint*> points;
  for (const SweepPoint& point : curve.points) {
    if (point.solved() && drawable(point.errorOf(sight.objective()))) points.push_back(&point);
  }
  if (sight.axis == SweepAxis::Mechanism)
    std::ranges::stable_sort(points, {}, [&](const SweepPoint* point) { return point->errorOf(sight.objective()); });
  return points;
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
  ChartSeries series;
  series.key = key;
  series.name = shortName(curve.family);
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

/// The lower bounds of a curve's points.
ChartSeries boundOf(const RmseSight& sight, const RmseCurve& curve, const Across& across) {
  ChartSeries series;
  series.key = QStringLiteral("lowerBound");
  series.name = tr("lower bound");
  series.look = SeriesLook::Dashes;
  series.role = SeriesRole::LowerBound;
  series.stale = curve.stale;
  series.pointed = false;
  for (const SweepPoint* point : drawn(sight, curve)) {
    if (!drawable(point->lowerBound)) continue;
    series.points.emplace_back(curve.level ? across.least : point->value, point->lowerBound);
    if (curve.level) series.points.emplace_back(across.most, point->lowerBound);
  }
  return series;
}

std::optional<double> placeOf(const Design& design, SweepAxis axis) {
  if (axis != SweepAxis::Bands) return valueOf(design.scenario, axis);
  Scenario solved = design.scenario;
  solved.mechanism = design.mechanism;
  if (!hasBandCurve(solved)) return std::nullopt;
  return static_cast<double>(design.bands);
}

QString axisTitle(SweepAxis axis) {
  switch (axis) {
    case SweepAxis::Bands: return tr("bands b");
    case SweepAxis::Epsilon: return tr("privacy loss ε");
    case SweepAxis::Epochs: return tr("epochs k");
    case SweepAxis::Iterations: return tr("iterations n");
    case SweepAxis::Mechanism: break;
  }
  return tr("mechanism");
}

QString modelTitle(const RmseSight& sight) {
  const QString error = errorTitle(sight.objective());
  switch (sight.axis) {
    case SweepAxis::Bands: return tr("%1 against bands").arg(error);
    case SweepAxis::Epsilon: return tr("%1 against epsilon").arg(error);
    case SweepAxis::Epochs: return tr("%1 against epochs").arg(error);
    case SweepAxis::Iterations: return tr("%1 against iterations").arg(error);
    case SweepAxis::Mechanism: break;
  }
  return tr("%1 of every mechanism").arg(error);
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
  ChartSeries series;
  series.key = QString::fromLatin1(key);
  series.name = name;
  series.look = look;
  series.role = role;
  series.points = {at};
  series.pointed = false;
  return series;
}

void addPins(const RmseSight& sight, const Across& across, ChartModel& model) {
  for (const PinnedDesign& pin : sight.pins) {
    const double error = errorOf(*pin.design, sight.objective());
    const std::optional<double> at = placeOf(*pin.design, sight.axis);
    if (!drawable(error)) continue;
    ChartSeries series;
    series.key = kPin + QString::number(pin.id);
    series.name = pin.name;
    series.role = SeriesRole::Palette;
    series.color = pin.id;
    if (at) {
      series.look = SeriesLook::Diamond;
      series.points = {{*at, error}};
    } else if (sight.axis == SweepAxis::Bands) {
      series.look = SeriesLook::Dots;  // of a family without bands
      series.points = {{across.least, error}, {across.most, error}};
    } else {
      continue;
    }
    const QString difference = claimDifference(pin.design->scenario, sight.scenario, sight.axis);
    const QString note =
        difference.isEmpty() ? familyText(*pin.design) : tr("not comparable: %1 differs").arg(difference);
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
        .arg(familyName(best->mechanism), error, familyName(points.back()->mechanism),
             resultText(points.back()->errorOf(objective)));
  }
  if (sight.own->level)
    return tr("%1: %2 has %3 clip norms whatever the bands.").arg(title, familyName(best->mechanism), error);
  return tr("%1 for %2: %3 points from %4 to %5, the least error %6 clip norms at %7.")
      .arg(title, familyName(sight.own->family))
      .arg(points.size())
      .arg(resultText(points.front()->value), resultText(points.back()->value), error, resultText(best->value));
}

/// Families side by side, the best first, with their lower bounds.
void addRanking(const RmseSight& sight, ChartModel& model) {
  const auto ranked = drawn(sight, *sight.own);
  ChartSeries families;
  families.key = kOwn;
  families.name = errorName(sight.objective());
  families.look = SeriesLook::Points;
  families.stale = sight.own->stale;
  ChartSeries bounds;
  bounds.key = QStringLiteral("lowerBound");
  bounds.name = tr("lower bound");
  bounds.look = SeriesLook::Points;
  bounds.role = SeriesRole::LowerBound;
  bounds.stale = sight.own->stale;
  bounds.pointed = false;
  std::optional<ChartSeries> chosen;
  const auto count = static_cast<double>(ranked.size());
  for (std::size_t rank = 0; rank < ranked.size(); ++rank) {
    const SweepPoint& point = *ranked[rank];
    // The best stands at the top.
    const double row = count - 1 - static_cast<double>(rank);
    families.points.emplace_back(point.errorOf(sight.objective()), row);
    families.notes.append(noteOf(point));
    if (drawable(point.lowerBound)) bounds.points.emplace_back(point.lowerBound, row);
    model.y.categories.prepend(familyName(point.mechanism));
    if (sight.design && sight.design->mechanism == point.mechanism) {
      chosen =
          marker("chosen", tr("chosen"), SeriesLook::Ring, SeriesRole::Text, {point.errorOf(sight.objective()), row});
    }
  }
  std::ranges::sort(bounds.points, {}, [](const QPointF& point) { return point.x(); });
  model.x.title = tr("%1 (× clip norm)").arg(errorName(sight.objective()));
  model.x.log = true;
  model.y.title = axisTitle(sight.axis);
  model.y.mayLog = false;
  model.y.whole = true;
  model.y.range = std::pair(-0.6, std::max(0.6, count - 0.4));
  if (!bounds.points.empty()) model.series.push_back(std::move(bounds));
  model.series.push_back(std::move(families));
  if (chosen) model.series.push_back(*std::move(chosen));
}

void addCurves(const RmseSight& sight, ChartModel& model) {
  const ErrorObjective objective = sight.objective();
  const Across across = acrossOf(sight);
  model.x.title = axisTitle(sight.axis);
  model.x.log = true;
  model.x.whole = sight.axis != SweepAxis::Epsilon;
  model.y.title = tr("%1 (× clip norm)").arg(errorName(objective));
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
    ChartSeries series = seriesOf(sight, curve, kFamily + nameOf(curve.family), across);
    series.look = curve.level ? SeriesLook::Line : SeriesLook::LineWithPoints;
    series.role = SeriesRole::Palette;
    series.color = colorOf(curve.family);
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
      model.series.push_back(marker("optimum", tr("best: %1").arg(best->bands), SeriesLook::Diamond,
                                    SeriesRole::Optimum, {best->value, best->errorOf(objective)}));
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

QString placeText(const RmseSight& sight, const RmsePlace& place) {
  switch (sight.axis) {
    case SweepAxis::Bands: return place.point ? bandsText(place.point->bands) : bandsText(std::llround(place.value));
    case SweepAxis::Epsilon: return tr("ε %1").arg(entryText(place.value));
    case SweepAxis::Epochs: return tr("k = %1").arg(entryText(place.value));
    case SweepAxis::Iterations: return tr("n = %1").arg(entryText(place.value));
    case SweepAxis::Mechanism: break;
  }
  return familyName(place.family);
}

/// Nothing stands for what is not known.
DataTable::Cell known(double value) {
  if (drawable(value)) return value;
  return QString();
}

void addRows(const RmseSight& sight, const RmseCurve& curve, DataTable& table) {
  for (const SweepPoint& point : curve.points) {
    std::vector<DataTable::Cell> row;
    if (sight.axis != SweepAxis::Mechanism) {
      if (curve.level) {
        row.emplace_back(tr("any"));
      } else {
        row.emplace_back(point.value);
      }
    }
    const bool named = sight.axis == SweepAxis::Mechanism;
    row.emplace_back(familyName(named ? point.mechanism : curve.family));
    if (point.solved()) {
      row.push_back(hasBands(point.mechanism) ? DataTable::Cell(static_cast<double>(point.bands))
                                              : DataTable::Cell(QString()));
      for (const double value : {point.noiseMultiplier, point.rmse, point.maxError, point.lastError, point.lowerBound})
        row.push_back(known(value));
      row.emplace_back(curve.stale ? tr("of an earlier scenario") : QString());
    } else {
      for (int i = 0; i < 6; ++i) row.emplace_back(QString());
      row.emplace_back(QString::fromStdString(point.problem));
    }
    table.rows.push_back(std::move(row));
  }
}

}  // namespace

QString axisName(SweepAxis axis) {
  const std::string_view name = toString(axis);
  return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

ChartModel rmseModel(const RmseSight& sight) {
  ChartModel model;
  model.name = QStringLiteral("rmse_against_") + axisName(sight.axis);
  model.title = modelTitle(sight);
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

DataTable rmseTable(const RmseSight& sight) {
  DataTable table;
  table.name = QStringLiteral("rmse_against_") + axisName(sight.axis);
  table.title = modelTitle(sight);
  if (sight.axis != SweepAxis::Mechanism) table.header.append(axisTitle(sight.axis));
  table.header.append({tr("mechanism"), tr("bands"), tr("noise multiplier σ"), tr("rmse (× clip norm)"),
                       tr("largest error (× clip norm)"), tr("last error (× clip norm)"),
                       tr("lower bound (× clip norm)"), tr("remark")});
  if (sight.own) addRows(sight, *sight.own, table);
  if (sight.baseline) addRows(sight, *sight.baseline, table);
  for (const RmseCurve& curve : sight.compared) addRows(sight, curve, table);
  for (const PinnedDesign& pin : sight.pins) {
    std::vector<DataTable::Cell> row;
    if (sight.axis != SweepAxis::Mechanism) {
      const std::optional<double> at = placeOf(*pin.design, sight.axis);
      row.emplace_back(at ? DataTable::Cell(*at) : DataTable::Cell(tr("any")));
    }
    const Design& design = *pin.design;
    row.emplace_back(pin.name);
    row.emplace_back(static_cast<double>(design.bands));
    for (const double value :
         {design.noiseMultiplier.value, design.rmse, design.maxError, design.lastError, design.lowerBound})
      row.push_back(known(value));
    const QString difference = claimDifference(design.scenario, sight.scenario, sight.axis);
    row.emplace_back(difference.isEmpty() ? tr("pinned") : tr("not comparable: %1 differs").arg(difference));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::optional<RmsePlace> rmsePlace(const RmseSight& sight, const QString& key, int index) {
  if (key.startsWith(kPin)) {
    const int id = key.mid(kPin.size()).toInt();
    const auto pin = std::ranges::find(sight.pins, id, &PinnedDesign::id);
    if (pin == sight.pins.end()) return std::nullopt;
    const std::optional<double> at = placeOf(*pin->design, sight.axis);
    return RmsePlace{pin->design->mechanism, at.value_or(0), nullptr, &*pin};
  }
  const RmseCurve* curve = nullptr;
  if (key == kOwn && sight.own) curve = &*sight.own;
  if (key == kBaseline && sight.baseline) curve = &*sight.baseline;
  if (key.startsWith(kFamily)) {
    const auto found = std::ranges::find_if(
        sight.compared, [&](const RmseCurve& each) { return kFamily + nameOf(each.family) == key; });
    if (found != sight.compared.end()) curve = &*found;
  }
  if (!curve) return std::nullopt;
  const auto points = drawn(sight, *curve);
  const std::size_t at = curve->level ? 0 : static_cast<std::size_t>(std::max(0, index));
  if (at >= points.size()) return std::nullopt;
  const SweepPoint& point = *points[at];
  return RmsePlace{sight.axis == SweepAxis::Mechanism ? point.mechanism : curve->family, point.value, &point, nullptr};
}

QString rmseText(const RmseSight& sight, const RmsePlace& place) {
  const QString error = errorName(sight.objective());
  if (place.pin) {
    const QString difference = claimDifference(place.pin->design->scenario, sight.scenario, sight.axis);
    const QString value = resultText(errorOf(*place.pin->design, sight.objective()));
    if (difference.isEmpty()) return tr("%1 (pinned):  %2 %3 × clip norm").arg(place.pin->name, error, value);
    return tr("%1 (pinned, not comparable: %2 differs):  %3 %4 × clip norm")
        .arg(place.pin->name, difference, error, value);
  }
  const SweepPoint& point = *place.point;
  QStringList parts;
  const bool own = sight.axis == SweepAxis::Mechanism || (sight.own && place.family == sight.own->family);
  const QString where = placeText(sight, place);
  parts.append((own ? tr("%1:  %2 %3 × clip norm").arg(where)
                    : tr("%1, %2:  %3 %4 × clip norm").arg(familyName(place.family), where))
                   .arg(error, resultText(point.errorOf(sight.objective()))));
  parts.append(tr("σ %1").arg(resultText(point.noiseMultiplier)));
  Scenario solved = sight.scenario;
  solved.mechanism = place.family;
  if (sight.axis != SweepAxis::Bands && solved.usesBands()) parts.append(bandsText(point.bands));
  if (point.lowerBound > 0) parts.append(tr("lower bound %1").arg(resultText(point.lowerBound)));
  return parts.join(QStringLiteral(",  "));
}

QString claimDifference(const Scenario& left, const Scenario& right, SweepAxis axis) {
  QStringList differences;
  if (left.epsilon != right.epsilon && axis != SweepAxis::Epsilon) differences.append(tr("epsilon"));
  if (left.delta != right.delta) differences.append(tr("delta"));
  if (left.unit != right.unit) differences.append(tr("the unit of privacy"));
  if (left.adjacency != right.adjacency) differences.append(tr("the adjacency"));
  if (left.batching != right.batching) differences.append(tr("the batching"));
  return differences.join(QStringLiteral(", "));
}

}  // namespace noiseloom
