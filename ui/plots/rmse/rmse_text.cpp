#include <algorithm>
#include <cmath>

#include "core/claim/claim.h"
#include "ui/document/claim_difference.h"
#include "ui/document/design_text.h"
#include "ui/document/error_readings.h"
#include "ui/document/field.h"
#include "ui/document/objective_error.h"
#include "ui/plots/rmse/rmse_parts.h"
#include "ui/style/core_text.h"
#include "ui/style/number_text.h"

namespace noiseloom {

using namespace rmse;

QString rmseAxisTitle(Field axis) {
  if (axis == Field::Epsilon) return tr("privacy loss ε");
  const QString symbol = fieldSymbol(axis);
  return symbol.isEmpty() ? fieldLabel(axis) : fieldLabel(axis) + QLatin1Char(' ') + symbol;
}

QString rmseChartTitle(const RmseData& data) {
  const QString error = errorTitle(data.objective());
  if (data.axis == Field::Batching) return tr("%1 under every batching").arg(error);
  if (data.axis == Field::Mechanism) return tr("%1 of every mechanism").arg(error);
  return tr("%1 against %2").arg(error, fieldLabel(data.axis));
}

namespace {

using Cell = DataTable::Cell;

QString placeText(const RmseData& data, const RmsePlace& place) {
  if (data.axis == Field::Bands) return bandsText(place.point ? place.point->bands : std::llround(place.value));
  if (data.axis == Field::Batching) return batchingName(place.value);
  if (data.axis == Field::Mechanism) return nameIn(data, place.mechanism);
  const QString text = data.axis == Field::Epsilon ? QStringLiteral("%1 %2") : QStringLiteral("%1 = %2");
  return text.arg(fieldSymbol(data.axis), entryText(place.value));
}

/// Adds a row of the table: position on the axis or, among mechanisms, the cost of noise; and the number of
/// bands, if any.
void addRow(const RmseData& data, DataTable& table, const Cell& place, const QString& name, std::optional<Index> bands,
            const DesignFigures& figures, const std::optional<NoiseShape>& noise, const QString& remark) {
  std::vector<Cell> row;
  const bool amongMechanisms = data.axis == Field::Mechanism;
  if (!amongMechanisms) row.push_back(place);
  row.emplace_back(name);
  row.push_back(bands ? Cell(static_cast<double>(*bands)) : QString());
  for (const double value :
       {figures.noiseMultiplier.value, figures.error.mean, figures.error.max, figures.error.last, figures.lowerBound})
    // Unknown values stay empty.
    row.push_back(drawable(value) ? Cell(value) : QString());
  if (amongMechanisms) {
    const Deployment& deployment = data.scenario.deployment;
    const bool known = noise && deployment.parameters >= 1 && deployment.machines >= 1;
    const NoiseMemory memory = known ? noiseMemoryOf(noise->rows, deployment) : NoiseMemory{};
    row.push_back(known ? Cell(memory.perMachine) : QString());
    row.push_back(known && data.rates ? Cell(data.rates->secondsPerStep(*noise, memory.coordinates)) : QString());
  }
  row.emplace_back(remark);
  table.rows.push_back(std::move(row));
}

/// A value of the axis; without one, "any".
Cell placeCell(const RmseData& data, std::optional<double> value) {
  if (!value) return tr("any");
  if (data.axis == Field::Batching) return batchingName(*value);
  return *value;
}

QString remarkOn(const RmseData& data, const PinnedDesign& pin) {
  const QString difference = differenceAlong(data.axis, pin.design->scenario, data.scenario);
  if (!difference.isEmpty()) return difference;
  const QString job = otherJobAlong(data.axis, pin.design->scenario, data.scenario);
  return job.isEmpty() ? tr("pinned") : tr("pinned, %1").arg(job);
}

void addRows(const RmseData& data, const RmseCurve& curve, DataTable& table) {
  for (const SweepPoint& point : curve.points) {
    const Cell place = placeCell(data, curve.level ? std::nullopt : std::optional(point.value));
    const QString name = nameIn(data, data.axis == Field::Mechanism ? point.mechanism : curve.mechanism);
    if (!point.solved()) {
      addRow(data, table, place, name, std::nullopt, {}, std::nullopt, coreText(point.problem));
    } else {
      addRow(data, table, place, name, hasBands(point.mechanism) ? std::optional(point.bands) : std::nullopt, point,
             point.noise,
             curve.stale               ? tr("of an earlier scenario")
             : curve.sketchOf > 0      ? tr("sketch")
             : isEstimate(data, point) ? tr("estimate")
                                       : QString());
    }
  }
}

}  // namespace

QString axisName(Field axis) {
  return QString::fromStdString(optionName(axis));
}

DataTable rmseTable(const RmseData& data) {
  const QString unit = errorUnitLabel(data.unit);
  DataTable table{.name = QStringLiteral("rmse_against_") + axisName(data.axis), .title = rmseChartTitle(data)};
  if (data.axis != Field::Mechanism) table.header.append(rmseAxisTitle(data.axis));
  table.header.append(
      {tr("mechanism"), tr("bands"), tr("noise multiplier σ"), tr("rmse (%1)").arg(unit),
       tr("largest error (%1)").arg(unit), tr("last error (%1)").arg(unit),
       (data.unit == ErrorUnit::DpSgdEpsilon ? tr("bound at this σ (%1)") : tr("lower bound at this σ (%1)"))
           .arg(unit)});
  if (data.axis == Field::Mechanism)
    table.header.append({tr("memory a machine (B)"), tr("noise a step (s, estimate)")});
  table.header.append(tr("remark"));
  if (data.own) addRows(data, *data.own, table);
  if (data.baseline) addRows(data, *data.baseline, table);
  for (const RmseCurve& curve : data.compared) addRows(data, curve, table);
  for (const PinnedDesign& pin : data.pins) {
    addRow(data, table, placeCell(data, placeOf(*pin.design, data.axis)), pin.name, pin.design->bands,
           data.figuresOf(*pin.design), noiseShapeOf(pin.design->strategy), remarkOn(data, pin));
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
  return RmsePlace{data.axis == Field::Mechanism ? point.mechanism : curve->mechanism, point.value, &point, nullptr};
}

QString rmseText(const RmseData& data, const RmsePlace& place) {
  const QString error = errorName(data.objective());
  const QString unit = errorUnitLabel(data.unit);
  if (place.pin) {
    QString difference = differenceAlong(data.axis, place.pin->design->scenario, data.scenario);
    if (difference.isEmpty()) difference = otherJobAlong(data.axis, place.pin->design->scenario, data.scenario);
    const QString value = resultText(data.figuresOf(*place.pin->design).error[data.objective()]);
    if (difference.isEmpty()) return tr("%1 (pinned):  %2 %3 %4").arg(place.pin->name, error, value, unit);
    return tr("%1 (pinned, %2):  %3 %4 %5").arg(place.pin->name, difference, error, value, unit);
  }
  const SweepPoint& point = *place.point;
  QStringList parts;
  const bool own = data.axis == Field::Mechanism || (data.own && place.mechanism == data.own->mechanism);
  const QString where = placeText(data, place);
  parts.append(
      (own ? tr("%1:  %2 %3 %4").arg(where) : tr("%1, %2:  %3 %4 %5").arg(nameIn(data, place.mechanism), where))
          .arg(error, resultText(point.error[data.objective()]), unit));
  parts.append(tr("σ %1").arg(resultTextUp(point.noiseMultiplier.value)));
  Scenario solved = data.scenario;
  solved.mechanism = place.mechanism;
  if (data.axis != Field::Bands && solved.usesBands()) parts.append(bandsText(point.bands));
  if (point.lowerBound > 0) {
    const bool above = data.unit == ErrorUnit::DpSgdEpsilon;
    parts.append((above ? tr("bound at this σ %1") : tr("lower bound at this σ %1")).arg(resultText(point.lowerBound)));
  }
  if (isEstimate(data, point)) parts.append(tr("estimate"));
  return parts.join(QStringLiteral(",  "));
}

QString differenceAlong(Field axis, const Scenario& left, const Scenario& right) {
  std::vector<Field> parts = claimDifferences(left, right);
  if (axis == Field::Epsilon || axis == Field::Epochs || axis == Field::Iterations) std::erase(parts, axis);
  return notComparableText(parts);
}

QString otherJobAlong(Field axis, const Scenario& left, const Scenario& right) {
  std::vector<Field> parts = jobDifferences(left, right);
  std::erase_if(parts, [&](Field part) {
    switch (axis) {
      case Field::Epochs:
      case Field::Iterations: return part == Field::MinSeparation;
      case Field::Batching: return true;
      // All points of this axis use the batching that has a separation.
      case Field::MinSeparation:
        return part == Field::MinSeparation || (part == Field::Batching && placeOn(left, axis).has_value());
      default: return false;
    }
  });
  return otherJobText(parts);
}

}  // namespace noiseloom
