#include "ui/plots/line/chart_axis.h"

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

constexpr int kMostTicks = 7;

AxisSpan padded(const ChartAxis& axis, bool log, bool across, const Extent& extent) {
  const double length = extent.most - extent.least;
  if (log) {
    const double pad = across ? std::max(0.04 * length, 0.03) : std::max(0.08 * length, 0.02);
    return {extent.least - pad, extent.most + pad};
  }
  if (across) {
    const double pad = std::max(0.015 * length, axis.whole ? 0.5 : length > 0 ? 0.0 : 0.5 * std::abs(extent.most));
    return {extent.least - pad, extent.most + (pad > 0 ? pad : 0.5)};
  }
  const double pad = length > 0 ? 0.06 * length : extent.most != 0 ? 0.1 * std::abs(extent.most) : 1e-12;
  const bool onZero = axis.fromZero && extent.least >= 0;
  return {onZero ? 0 : extent.least - pad, extent.most + pad};
}

std::vector<Tick> atMost(int most, const ChartAxis& axis, const AxisScale& scale, AxisSpan shown) {
  if (scale.log) {
    std::vector<Tick> ticks = logTicks(shown.from, shown.to, most);
    if (!axis.whole) return ticks;
    std::erase_if(ticks, [](const Tick& tick) {
      const double value = std::pow(10.0, tick.position);
      return std::abs(value - std::round(value)) > 1e-6 * std::max(1.0, value);
    });
    if (ticks.size() >= 2) return ticks;
    std::vector<Tick> whole = atLogarithms(integerTicks(std::pow(10.0, shown.from), std::pow(10.0, shown.to), most));
    return whole.size() > ticks.size() ? whole : ticks;
  }
  return axis.whole ? integerTicks(shown.from, shown.to, most) : linearTicks(shown.from, shown.to, most);
}

/// The category names that have space.
std::vector<Tick> named(const ChartAxis& axis, AxisSpan shown, double room, double needed) {
  const double apart = room / std::max(shown.length(), 1e-9);
  const int every = std::max(1, static_cast<int>(std::ceil(needed / std::max(apart, 1e-9))));
  std::vector<Tick> ticks;
  for (int place = 0; place < axis.categories.size(); place += every) {
    if (place >= shown.from && place <= shown.to)
      ticks.push_back({static_cast<double>(place), axis.categories.at(place)});
  }
  return ticks;
}

}  // namespace

std::optional<double> AxisScale::position(double value) const {
  if (!(std::abs(value) < 1e300) || (log && !(value > 0))) return std::nullopt;
  return log ? std::log10(value) : value;
}

double AxisScale::value(double position) const {
  return log ? std::pow(10.0, position) : position;
}

AxisScale scaleOf(const ChartAxis& axis, const AxisViewState& view) {
  return {view.log && axis.mayLog ? *view.log : axis.log};
}

AxisSpan AxisInView::inside(AxisSpan span) const {
  // Typed limits may be wider than the full range.
  const AxisSpan all{std::min(full.from, shown.from), std::max(full.to, shown.to)};
  const double length = std::min(span.length(), all.length());
  const double from = std::clamp(span.from, all.from, std::max(all.from, all.to - length));
  return {from, from + length};
}

AxisSpan AxisInView::positionsOf(const std::pair<double, double>& values) const {
  const AxisSpan span{scale.position(values.first).value_or(full.from),
                      scale.position(values.second).value_or(full.to)};
  return span.to > span.from ? span : full;
}

void AxisInView::setRange(const ChartAxis& axis, const AxisViewState& view, bool across, Extent positions) {
  if (!positions.known()) positions = {0, 1};
  if (!scale.log && axis.fromZero) positions.include(0);
  full = padded(axis, scale.log, across, positions);
  if (axis.range) full = positionsOf(*axis.range);
  least = std::max(1e-6 * full.length(), 1e-9 * std::max(std::abs(full.from), std::abs(full.to)));
  if (axis.whole && !scale.log) least = std::max(least, 2.0);
  show(view);
}

void AxisInView::show(const AxisViewState& view) {
  shown = full;
  if (!view.range) return;
  if (view.exact) {
    shown = positionsOf(*view.range);
    return;
  }
  // If the data have left the view, as much of them is shown.
  const AxisSpan chosen = positionsOf(*view.range);
  shown = inside({chosen.from, chosen.from + std::max(chosen.length(), least)});
}

void AxisInView::steady(const AxisInView& before, const AxisViewState& view) {
  constexpr double kWellFilled = 0.5;  // share of the axis
  constexpr double kMoreRoom = 0.25;
  if (before.scale != scale || full.length() < kWellFilled * before.full.length()) return;
  const AxisSpan needed = full;
  full = before.full;
  if (needed.from < full.from) full.from = needed.from - kMoreRoom * needed.length();
  if (needed.to > full.to) full.to = needed.to + kMoreRoom * needed.length();
  // Data that are nowhere below 0 get no space there either.
  if (!scale.log && needed.from >= 0) full.from = std::max(full.from, 0.0);
  if (full.length() > needed.length() / kWellFilled) full = needed;
  show(view);
}

std::optional<std::pair<double, double>> AxisInView::choice(AxisSpan span) const {
  const double slack = 1e-9 * full.length();
  if (span.from <= full.from + slack && span.to >= full.to - slack) return std::nullopt;
  const std::pair values{scale.value(span.from), scale.value(span.to)};
  return values.first < values.second && std::isfinite(values.second) ? std::optional(values) : std::nullopt;
}

AxisSpan AxisInView::zoomed(double factor, double anchor) const {
  const double most = std::max(full.length(), shown.length());
  const double length = std::clamp(shown.length() / factor, std::min(least, most), most);
  const double from = anchor - (anchor - shown.from) / shown.length() * length;
  return inside({from, from + length});
}

AxisSpan AxisInView::moved(AxisSpan span, double by) const {
  return inside({span.from + by, span.to + by});
}

double leastNamePitch(const QFontMetricsF& metrics) {
  return metrics.height() + 2;
}

std::vector<Tick> chartTicks(const ChartAxis& axis, const AxisScale& scale, AxisSpan shown, double room,
                             const QFontMetricsF& metrics, bool across) {
  const double letter = metrics.averageCharWidth();
  if (!axis.categories.isEmpty() && !scale.log) {
    double widest = 0;
    for (const QString& name : axis.categories) widest = std::max(widest, metrics.horizontalAdvance(name));
    return named(axis, shown, room, across ? widest + letter : leastNamePitch(metrics));
  }
  std::vector<Tick> ticks;
  for (int most = kMostTicks; most >= 2; --most) {
    ticks = atMost(most, axis, scale, shown);
    double needed = 0;
    for (const Tick& tick : ticks)
      needed += across ? metrics.horizontalAdvance(tick.label) + 2 * letter : 1.6 * metrics.height();
    if (needed <= room) break;
  }
  return ticks;
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
