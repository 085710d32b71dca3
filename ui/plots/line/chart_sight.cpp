#include "ui/plots/line/chart_sight.h"

#include <QJsonArray>
#include <algorithm>
#include <cmath>

namespace noiseloom {
namespace {

QJsonObject axisToJson(const AxisSight& axis) {
  QJsonObject object;
  if (axis.log) object[QStringLiteral("log")] = *axis.log;
  if (axis.range) object[QStringLiteral("range")] = QJsonArray{axis.range->first, axis.range->second};
  return object;
}

AxisSight axisSight(const QJsonObject& object) {
  AxisSight axis;
  if (const QJsonValue log = object[QStringLiteral("log")]; log.isBool()) axis.log = log.toBool();
  const QJsonArray range = object[QStringLiteral("range")].toArray();
  if (range.size() == 2 && range[0].isDouble() && range[1].isDouble()) {
    const double from = range[0].toDouble();
    const double to = range[1].toDouble();
    if (std::isfinite(from) && std::isfinite(to) && from < to) axis.range = {from, to};
  }
  return axis;
}

AxisSpan inside(AxisSpan span, AxisSpan full) {
  const double length = std::min(span.length(), full.length());
  const double from = std::clamp(span.from, full.from, full.to - length);
  return {from, from + length};
}

}  // namespace

AxisSpan zoomed(AxisSpan now, AxisSpan full, double factor, double anchor, double least) {
  const double length = std::clamp(now.length() / factor, std::min(least, full.length()), full.length());
  const double share = now.length() > 0 ? (anchor - now.from) / now.length() : 0.5;
  const double from = anchor - share * length;
  return inside({from, from + length}, full);
}

AxisSpan panned(AxisSpan now, AxisSpan full, double by) {
  return inside({now.from + by, now.to + by}, full);
}

QJsonObject toJson(const ChartSight& sight) {
  QJsonArray hidden;
  for (const QString& key : sight.hidden) hidden.append(key);
  return {{QStringLiteral("x"), axisToJson(sight.x)},
          {QStringLiteral("y"), axisToJson(sight.y)},
          {QStringLiteral("hidden"), hidden}};
}

ChartSight chartSight(const QJsonObject& object) {
  ChartSight sight;
  sight.x = axisSight(object[QStringLiteral("x")].toObject());
  sight.y = axisSight(object[QStringLiteral("y")].toObject());
  for (const QJsonValue key : object[QStringLiteral("hidden")].toArray()) {
    if (key.isString()) sight.hidden.insert(key.toString());
  }
  return sight;
}

}  // namespace noiseloom
