#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/design/band_curve.h"
#include "ui/document/claim_difference.h"
#include "ui/document/design_text.h"
#include "ui/document/objective_error.h"
#include "ui/plots/rmse/rmse_parts.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace rmse {

QString idOf(const Mechanism* mechanism) {
  const std::string_view name = toString(mechanism);
  return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

Scenario withMechanism(const Scenario& scenario, const Mechanism* mechanism) {
  Scenario of = scenario;
  of.mechanism = mechanism;
  return atValue(scenario, SweepAxis::Mechanism, *valueOf(of, SweepAxis::Mechanism));
}

bool drawable(double value) {
  return std::isfinite(value) && value > 0;
}

bool hasBands(const Mechanism* mechanism) {
  Scenario scenario;
  scenario.mechanism = mechanism;
  return scenario.usesBands();
}

std::vector<const SweepPoint*> drawn(const RmseData& data, const RmseCurve& curve) {
  std::vector<const SweepPoint*> points;
  for (const SweepPoint& point : curve.points) {
    if (point.solved() && drawable(point.errorOf(data.objective()))) points.push_back(&point);
  }
  if (data.axis == SweepAxis::Mechanism)
    std::ranges::stable_sort(points, {}, [&](const SweepPoint* point) { return point->errorOf(data.objective()); });
  return points;
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
    case SweepAxis::Bands: return QCoreApplication::translate("RmseModel", "bands b");
    case SweepAxis::Epsilon: return QCoreApplication::translate("RmseModel", "privacy loss ε");
    case SweepAxis::Epochs: return QCoreApplication::translate("RmseModel", "epochs k");
    case SweepAxis::Iterations: return QCoreApplication::translate("RmseModel", "iterations n");
    case SweepAxis::Mechanism: break;
  }
  return QCoreApplication::translate("RmseModel", "mechanism");
}

QString chartTitle(const RmseData& data) {
  const QString error = errorTitle(data.objective());
  switch (data.axis) {
    case SweepAxis::Bands: return QCoreApplication::translate("RmseModel", "%1 against bands").arg(error);
    case SweepAxis::Epsilon: return QCoreApplication::translate("RmseModel", "%1 against epsilon").arg(error);
    case SweepAxis::Epochs: return QCoreApplication::translate("RmseModel", "%1 against epochs").arg(error);
    case SweepAxis::Iterations: return QCoreApplication::translate("RmseModel", "%1 against iterations").arg(error);
    case SweepAxis::Mechanism: break;
  }
  return QCoreApplication::translate("RmseModel", "%1 of every mechanism").arg(error);
}

}  // namespace rmse

using namespace rmse;

namespace {

QString placeText(const RmseData& data, const RmsePlace& place) {
  switch (data.axis) {
    case SweepAxis::Bands: return place.point ? bandsText(place.point->bands) : bandsText(std::llround(place.value));
    case SweepAxis::Epsilon: return QCoreApplication::translate("RmseModel", "ε %1").arg(entryText(place.value));
    case SweepAxis::Epochs: return QCoreApplication::translate("RmseModel", "k = %1").arg(entryText(place.value));
    case SweepAxis::Iterations: return QCoreApplication::translate("RmseModel", "n = %1").arg(entryText(place.value));
    case SweepAxis::Mechanism: break;
  }
  return mechanismName(place.mechanism);
}

/// Nothing stands for what is not known.
DataTable::Cell known(double value) {
  if (drawable(value)) return value;
  return QString();
}

void addRows(const RmseData& data, const RmseCurve& curve, DataTable& table) {
  for (const SweepPoint& point : curve.points) {
    std::vector<DataTable::Cell> row;
    if (data.axis != SweepAxis::Mechanism) {
      if (curve.level) {
        row.emplace_back(QCoreApplication::translate("RmseModel", "any"));
      } else {
        row.emplace_back(point.value);
      }
    }
    const bool named = data.axis == SweepAxis::Mechanism;
    row.emplace_back(mechanismName(named ? point.mechanism : curve.mechanism));
    if (point.solved()) {
      row.push_back(hasBands(point.mechanism) ? DataTable::Cell(static_cast<double>(point.bands))
                                              : DataTable::Cell(QString()));
      for (const double value :
           {point.noiseMultiplier.value, point.rmse, point.maxError, point.lastError, point.lowerBound})
        row.push_back(known(value));
      row.emplace_back(curve.stale ? QCoreApplication::translate("RmseModel", "of an earlier scenario") : QString());
    } else {
      for (int i = 0; i < 6; ++i) row.emplace_back(QString());
      row.emplace_back(coreText(point.problem));
    }
    table.rows.push_back(std::move(row));
  }
}

}  // namespace

QString axisName(SweepAxis axis) {
  const std::string_view name = toString(axis);
  return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

DataTable rmseTable(const RmseData& data) {
  DataTable table;
  table.name = QStringLiteral("rmse_against_") + axisName(data.axis);
  table.title = chartTitle(data);
  if (data.axis != SweepAxis::Mechanism) table.header.append(axisTitle(data.axis));
  table.header.append({QCoreApplication::translate("RmseModel", "mechanism"),
                       QCoreApplication::translate("RmseModel", "bands"),
                       QCoreApplication::translate("RmseModel", "noise multiplier σ"),
                       QCoreApplication::translate("RmseModel", "rmse (× clip norm)"),
                       QCoreApplication::translate("RmseModel", "largest error (× clip norm)"),
                       QCoreApplication::translate("RmseModel", "last error (× clip norm)"),
                       QCoreApplication::translate("RmseModel", "lower bound at this σ (× clip norm)"),
                       QCoreApplication::translate("RmseModel", "remark")});
  if (data.own) addRows(data, *data.own, table);
  if (data.baseline) addRows(data, *data.baseline, table);
  for (const RmseCurve& curve : data.compared) addRows(data, curve, table);
  for (const PinnedDesign& pin : data.pins) {
    std::vector<DataTable::Cell> row;
    if (data.axis != SweepAxis::Mechanism) {
      const std::optional<double> at = placeOf(*pin.design, data.axis);
      row.emplace_back(at ? DataTable::Cell(*at) : DataTable::Cell(QCoreApplication::translate("RmseModel", "any")));
    }
    const Design& design = *pin.design;
    row.emplace_back(pin.name);
    row.emplace_back(static_cast<double>(design.bands));
    for (const double value :
         {design.noiseMultiplier.value, design.rmse, design.maxError, design.lastError, design.lowerBound})
      row.push_back(known(value));
    const QString difference = differenceAlong(data.axis, design.scenario, data.scenario);
    row.emplace_back(difference.isEmpty() ? QCoreApplication::translate("RmseModel", "pinned") : difference);
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::optional<RmsePlace> rmsePlace(const RmseData& data, const QString& key, int index) {
  if (key.startsWith(kPin)) {
    const int id = key.mid(kPin.size()).toInt();
    const auto pin = std::ranges::find(data.pins, id, &PinnedDesign::id);
    if (pin == data.pins.end()) return std::nullopt;
    const std::optional<double> at = placeOf(*pin->design, data.axis);
    return RmsePlace{pin->design->mechanism, at.value_or(0), nullptr, &*pin};
  }
  const RmseCurve* curve = nullptr;
  if (key == kOwn && data.own) curve = &*data.own;
  if (key == kBaseline && data.baseline) curve = &*data.baseline;
  if (key.startsWith(kMechanism)) {
    const auto found = std::ranges::find_if(
        data.compared, [&](const RmseCurve& each) { return kMechanism + idOf(each.mechanism) == key; });
    if (found != data.compared.end()) curve = &*found;
  }
  if (!curve) return std::nullopt;
  const auto points = drawn(data, *curve);
  const std::size_t at = curve->level ? 0 : static_cast<std::size_t>(std::max(0, index));
  if (at >= points.size()) return std::nullopt;
  const SweepPoint& point = *points[at];
  return RmsePlace{data.axis == SweepAxis::Mechanism ? point.mechanism : curve->mechanism, point.value, &point,
                   nullptr};
}

QString rmseText(const RmseData& data, const RmsePlace& place) {
  const QString error = errorName(data.objective());
  if (place.pin) {
    const QString difference = differenceAlong(data.axis, place.pin->design->scenario, data.scenario);
    const QString value = resultText(place.pin->design->errorOf(data.objective()));
    if (difference.isEmpty())
      return QCoreApplication::translate("RmseModel", "%1 (pinned):  %2 %3 × clip norm")
          .arg(place.pin->name, error, value);
    return QCoreApplication::translate("RmseModel", "%1 (pinned, %2):  %3 %4 × clip norm")
        .arg(place.pin->name, difference, error, value);
  }
  const SweepPoint& point = *place.point;
  QStringList parts;
  const bool own = data.axis == SweepAxis::Mechanism || (data.own && place.mechanism == data.own->mechanism);
  const QString where = placeText(data, place);
  parts.append((own ? QCoreApplication::translate("RmseModel", "%1:  %2 %3 × clip norm").arg(where)
                    : QCoreApplication::translate("RmseModel", "%1, %2:  %3 %4 × clip norm")
                          .arg(mechanismName(place.mechanism), where))
                   .arg(error, resultText(point.errorOf(data.objective()))));
  parts.append(QCoreApplication::translate("RmseModel", "σ %1").arg(resultText(point.noiseMultiplier.value)));
  Scenario solved = data.scenario;
  solved.mechanism = place.mechanism;
  if (data.axis != SweepAxis::Bands && solved.usesBands()) parts.append(bandsText(point.bands));
  if (point.lowerBound > 0)
    parts.append(
        QCoreApplication::translate("RmseModel", "lower bound at this σ %1").arg(resultText(point.lowerBound)));
  return parts.join(QStringLiteral(",  "));
}

QString differenceAlong(SweepAxis axis, const Scenario& left, const Scenario& right) {
  std::vector<Field> parts = claimDifferences(left, right);
  std::erase_if(parts, [axis](Field part) {
    switch (axis) {
      case SweepAxis::Epsilon: return part == Field::Epsilon;
      case SweepAxis::Epochs: return part == Field::Epochs || part == Field::MinSeparation;
      case SweepAxis::Iterations: return part == Field::Iterations || part == Field::MinSeparation;
      default: return false;
    }
  });
  return notComparableText(parts);
}

}  // namespace noiseloom
