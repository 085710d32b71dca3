#include "ui/plots/line/chart_view_state.h"

#include <QJsonArray>
#include <cmath>

namespace noiseloom {
namespace {

QJsonObject axisToJson(const AxisViewState& axis) {
  QJsonObject object;
  if (axis.log) object[QStringLiteral("log")] = *axis.log;
  if (axis.range) object[QStringLiteral("range")] = QJsonArray{axis.range->first, axis.range->second};
  if (axis.range && axis.exact) object[QStringLiteral("exact")] = true;
  return object;
}

AxisViewState axisViewState(const QJsonObject& object) {
  AxisViewState axis;
  if (const QJsonValue log = object[QStringLiteral("log")]; log.isBool()) axis.log = log.toBool();
  const QJsonArray range = object[QStringLiteral("range")].toArray();
  if (range.size() == 2 && range[0].isDouble() && range[1].isDouble()) {
    const double from = range[0].toDouble();
    const double to = range[1].toDouble();
    if (std::isfinite(from) && std::isfinite(to) && from < to) axis.range = {from, to};
  }
  axis.exact = axis.range && object[QStringLiteral("exact")].toBool();
  return axis;
}

}  // namespace

QJsonObject toJson(const ChartViewState& view) {
  QJsonArray hidden;
  for (const QString& key : view.hidden) hidden.append(key);
  return {{QStringLiteral("x"), axisToJson(view.x)},
          {QStringLiteral("y"), axisToJson(view.y)},
          {QStringLiteral("hidden"), hidden}};
}

ChartViewState chartViewState(const QJsonObject& object) {
  ChartViewState view;
  view.x = axisViewState(object[QStringLiteral("x")].toObject());
  view.y = axisViewState(object[QStringLiteral("y")].toObject());
  for (const QJsonValue key : object[QStringLiteral("hidden")].toArray()) {
    if (key.isString()) view.hidden.insert(key.toString());
  }
  return view;
}

}  // namespace noiseloom
