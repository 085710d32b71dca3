#pragma once

#include <QFontMetricsF>
#include <QString>
#include <QStringList>

#include "ui/plots/canvas/point_tip.h"
#include "ui/plots/line/chart_model.h"
#include "ui/plots/table/data_table.h"

namespace noiseloom {

PointText pointText(const ChartModel& model, const ChartSeries& series, int index);
/// That text in one line, without formula and citation.
QString pointLine(const ChartModel& model, const ChartSeries& series, int index);
QString axisValueText(const ChartAxis& axis, double value);
/// The title of an axis, or its longest short form that fits: Qt Charts would cut off its end, which is the unit.
QString titleFor(const ChartAxis& axis, double room, const QFontMetricsF& metrics);

/// One row per x, one column per series; a series that repeats an x takes several rows. Decorative series (unnamed and
/// never pointed at) are left out.
DataTable chartTable(const ChartModel& model);
/// The model's summary, or one derived from its series: their ranges, and where the least and largest values are.
QString chartSummary(const ChartModel& model);

}  // namespace noiseloom
