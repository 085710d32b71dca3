#pragma once

#include <QFontMetricsF>
#include <QString>
#include <QStringList>

#include "ui/plots/canvas/point_tip.h"
#include "ui/plots/line/chart_model.h"
#include "ui/plots/table/data_table.h"

namespace noiseloom {

/// What a point of a chart says.
PointText pointText(const ChartModel& model, const ChartSeries& series, int index);
/// The same in one line, without formula and citation.
QString pointLine(const ChartModel& model, const ChartSeries& series, int index);
/// A value of an axis for reading.
QString axisValueText(const ChartAxis& axis, double value);
/// The title of an axis, or the longest of its shorter forms that has room: Qt Charts would cut its end, which is the
/// unit.
QString titleFor(const ChartAxis& axis, double room, const QFontMetricsF& metrics);

/// One row an x, one column a series; a series that has an x several times takes as many rows. Series that are only
/// drawn for the eye (no name and never pointed at) stay out.
DataTable chartTable(const ChartModel& model);
/// The model's own summary, or one made from its series: from where to where, and where least and largest are.
QString chartSummary(const ChartModel& model);

}  // namespace noiseloom
