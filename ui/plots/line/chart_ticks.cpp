#include "ui/plots/line/chart_ticks.h"

#include <algorithm>
#include <cmath>

namespace noiseloom {
namespace {

constexpr int kMostTicks = 7;

std::vector<Tick> atMost(int most, const ChartAxis& axis, const AxisScale& scale, AxisSpan shown) {
  if (scale.log) {
    std::vector<Tick> ticks = logTicks(shown.from, shown.to, most);
    if (!axis.whole) return ticks;
    std::erase_if(ticks, [](const Tick& tick) {
      const double value = std::pow(10.0, tick.position);
      return std::abs(value - std::round(value)) > 1e-6 * std::max(1.0, value);
    });
    if (ticks.size() >= 2) return ticks;
    std::vector<Tick> whole = integerTicks(std::pow(10.0, shown.from), std::pow(10.0, shown.to), most);
    std::erase_if(whole, [](const Tick& tick) { return !(tick.position > 0); });
    for (Tick& tick : whole) tick.position = std::log10(tick.position);
    return whole.size() > ticks.size() ? whole : ticks;
  }
  const double from = shown.from / scale.factor;
  const double to = shown.to / scale.factor;
  std::vector<Tick> ticks = axis.whole ? integerTicks(from, to, most) : linearTicks(from, to, most);
  for (Tick& tick : ticks) tick.position *= scale.factor;
  return ticks;
}

/// The names of places, each where there is room for it.
std::vector<Tick> named(const ChartAxis& axis, const AxisScale& scale, AxisSpan shown, double room, double needed) {
  const double apart = room / std::max(shown.length() / scale.factor, 1e-9);
  const int every = std::max(1, static_cast<int>(std::ceil(needed / std::max(apart, 1e-9))));
  std::vector<Tick> ticks;
  for (int place = 0; place < axis.categories.size(); place += every) {
    const double position = place * scale.factor;
    if (position >= shown.from && position <= shown.to) ticks.push_back({position, axis.categories.at(place)});
  }
  return ticks;
}

}  // namespace

std::vector<Tick> chartTicks(const ChartAxis& axis, const AxisScale& scale, AxisSpan shown, double room,
                             const QFontMetricsF& metrics, bool across) {
  if (!axis.categories.isEmpty() && !scale.log) {
    double widest = 0;
    for (const QString& name : axis.categories) widest = std::max(widest, metrics.horizontalAdvance(name));
    return named(axis, scale, shown, room, across ? widest + metrics.averageCharWidth() : metrics.height());
  }
  std::vector<Tick> ticks;
  for (int most = kMostTicks; most >= 2; --most) {
    ticks = atMost(most, axis, scale, shown);
    double needed = 0;
    for (const Tick& tick : ticks)
      needed +=
          across ? metrics.horizontalAdvance(tick.label) + 2 * metrics.averageCharWidth() : 1.6 * metrics.height();
    if (needed <= room) break;
  }
  return ticks;
}

}  // namespace noiseloom
