#pragma once

#include <QFontMetricsF>
#include <vector>

#include "ui/plots/canvas/ticks.h"
#include "ui/plots/line/chart_points.h"

namespace noiseloom {

/// The ticks of an axis of a chart for what is in view, at their positions: at most seven, and as few as `room` pixels
/// along the axis need to stand apart. Labels stand side by side where `across` and one above the other otherwise.
std::vector<Tick> chartTicks(const ChartAxis& axis, const AxisScale& scale, AxisSpan shown, double room,
                             const QFontMetricsF& metrics, bool across);

}  // namespace noiseloom
