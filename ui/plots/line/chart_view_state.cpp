#include "ui/plots/line/chart_view_state.h"

#include <QJsonArray>
#include <algorithm>
#include <cmath>

namespace noiseloom {
namespace {

QJsonObject axisToJson(const AxisViewState& axis) {
  QJsonObject object;
  if (axis.log) object[QStringLiteral("log")] = *axis.log;
  if (axis.range) object[QStringLiteral("range")] = QJsonArray{axis.range->first, axis.range->second};
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
