#include "ui/plots/line/chart_text.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "ui/style/core_text.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

bool isFinite(const QPointF& point) {
  return std::isfinite(point.x()) && std::isfinite(point.y());
}

bool tabulated(const ChartSeries& series) {
  return !series.points.empty() && series.look != SeriesLook::Area && (series.pointed || !series.name.isEmpty());
}

QString seriesSummary(const ChartModel& model, const ChartSeries& series) {
  std::vector<QPointF> points;
  std::ranges::copy_if(series.points, std::back_inserter(points), isFinite);
  if (points.empty()) return {};
  const QString name = series.name.isEmpty() ? model.y.title : series.name;
  if (points.size() == 1) {
    return tr("%1: %2 at %3.")
        .arg(name, axisValueText(model.y, points.front().y()), axisValueText(model.x, points.front().x()));
  }
  const auto [least, most] = std::ranges::minmax_element(points, {}, &QPointF::y);
  if (least->y() == most->y()) return tr("%1: always %2.").arg(name, axisValueText(model.y, least->y()));
  return tr("%1: %2 points, least %3 at %4, largest %5 at %6.")
      .arg(name, QString::number(points.size()), axisValueText(model.y, least->y()), axisValueText(model.x, least->x()),
           axisValueText(model.y, most->y()), axisValueText(model.x, most->x()));
}

}  // namespace

QString axisValueText(const ChartAxis& axis, double value) {
  if (!axis.categories.isEmpty() && value >= 0 && value < static_cast<double>(axis.categories.size()))
    return axis.categories.at(static_cast<int>(value));
  if (axis.whole && std::abs(value) < 1e15 && value == std::round(value)) return QString::number(value, 'f', 0);
  return axis.up ? resultTextUp(value, 6) : resultText(value, 6);
}

PointText pointText(const ChartModel& model, const ChartSeries& series, int index) {
  PointText text;
  const std::size_t at = index;
  if (index < 0 || at >= series.points.size()) return text;
  const QPointF& point = series.points[at];
  text.heading = series.name;
  text.lines = {tr("%1 = %2").arg(model.x.title, axisValueText(model.x, point.x())),
                tr("%1 = %2").arg(model.y.title, axisValueText(model.y, point.y()))};
  if (index < series.notes.size() && !series.notes.at(index).isEmpty()) text.lines += series.notes.at(index);
  if (!model.formula.isEmpty()) text.source += model.formula;
  if (!model.citation.isEmpty()) text.source += model.citation;
  return text;
}

QString pointLine(const ChartModel& model, const ChartSeries& series, int index) {
  const PointText text = pointText(model, series, index);
  if (text.lines.isEmpty()) return {};
  const QString values = text.lines.join(tr(", "));
  return text.heading.isEmpty() ? values : tr("%1: %2").arg(text.heading, values);
}

QString titleFor(const ChartAxis& axis, double room, const QFontMetricsF& metrics) {
  const double margins = 2 * kGrid;  // margins of the title, and the granularity of `room`
  if (metrics.horizontalAdvance(axis.title) + margins <= room) return axis.title;
  for (const QString& title : axis.shorter) {
    if (metrics.horizontalAdvance(title) + margins <= room) return title;
  }
  return axis.shorter.isEmpty() ? axis.title : axis.shorter.back();
}

DataTable chartTable(const ChartModel& model) {
  DataTable table{.name = model.name, .title = model.title, .header = {model.x.title}};
  std::size_t columns = 1;
  for (const ChartSeries& series : model.series) {
    if (!tabulated(series)) continue;
    ++columns;
    table.header += series.name.isEmpty() ? model.y.title : tr("%1, %2").arg(series.name, model.y.title);
  }
  // Rows by x and by the number of earlier points of the series with that x.
  std::map<std::pair<double, int>, std::vector<DataTable::Cell>> rows;
  std::size_t column = 0;
  for (const ChartSeries& series : model.series) {
    if (!tabulated(series)) continue;
    ++column;
    int again = 0;
    for (std::size_t i = 0; i < series.points.size(); ++i) {
      const QPointF& point = series.points[i];
      if (!std::isfinite(point.x())) continue;
      again = i > 0 && series.points[i - 1].x() == point.x() ? again + 1 : 0;
      std::vector<DataTable::Cell>& row = rows[{point.x(), again}];
      if (row.empty()) row.assign(columns, QString());
      row[0] = point.x();
      if (std::isfinite(point.y())) row[column] = point.y();
    }
  }
  table.rows.reserve(rows.size());
  for (auto& [x, row] : rows) table.rows.push_back(std::move(row));
  return table;
}

QString chartSummary(const ChartModel& model) {
  if (!model.summary.isEmpty()) return model.summary;
  constexpr int kMostSeries = 6;
  QStringList sentences;
  double least = 0;
  double most = 0;
  bool any = false;
  for (const ChartSeries& series : model.series) {
    for (const QPointF& point : series.points) {
      if (!isFinite(point)) continue;
      least = any ? std::min(least, point.x()) : point.x();
      most = any ? std::max(most, point.x()) : point.x();
      any = true;
    }
  }
  if (!any) return model.emptyText.isEmpty() ? tr("%1: nothing to show yet.").arg(model.title) : model.emptyText;
  sentences +=
      tr("%1: %2 against %3 from %4 to %5.")
          .arg(model.title, model.y.title, model.x.title, axisValueText(model.x, least), axisValueText(model.x, most));
  int summarised = 0;
  for (const ChartSeries& series : model.series) {
    if (!tabulated(series) || summarised == kMostSeries) continue;
    if (const QString sentence = seriesSummary(model, series); !sentence.isEmpty()) {
      sentences += sentence;
      ++summarised;
    }
  }
  return sentences.join(QLatin1Char(' '));
}

}  // namespace noiseloom
