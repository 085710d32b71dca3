#include "ui/plots/coefficients_chart.h"

#include <QCategoryAxis>
#include <QCoreApplication>
#include <QLegend>
#include <QLineSeries>
#include <QScatterSeries>
#include <algorithm>

#include "ui/plots/chart_style.h"
#include "ui/plots/heat_map_scene.h"

namespace noiseloom {
namespace {

constexpr std::size_t kMostPoints = 600;
constexpr int kMostMarkers = 48;

}  // namespace

std::vector<std::pair<double, double>> decimated(const std::vector<double>& values, std::size_t most) {
  std::vector<std::pair<double, double>> points;
  const std::size_t groups = std::max<std::size_t>(1, most / 2);
  if (values.size() <= most) {
    for (std::size_t i = 0; i < values.size(); ++i) points.emplace_back(static_cast<double>(i), values[i]);
    return points;
  }
  points.reserve(2 * groups);
  for (std::size_t group = 0; group < groups; ++group) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(group * values.size() / groups);
    const auto end = values.begin() + static_cast<std::ptrdiff_t>((group + 1) * values.size() / groups);
    auto [first, second] = std::minmax_element(begin, end);
    if (second < first) std::swap(first, second);
    points.emplace_back(static_cast<double>(first - values.begin()), *first);
    if (second != first) points.emplace_back(static_cast<double>(second - values.begin()), *second);
  }
  return points;
}

CoefficientsChart::CoefficientsChart()
    : m_owned(newChart()),
      m_chart(m_owned.get()),
      m_line(new QLineSeries),
      m_points(new QScatterSeries),
      m_zero(new QLineSeries),
      m_lag(newAxis(QString())),
      m_value(newAxis(QString())) {
  m_chart->legend()->hide();
  m_chart->addAxis(m_lag, Qt::AlignBottom);
  m_chart->addAxis(m_value, Qt::AlignLeft);
  for (QXYSeries* series :
       {static_cast<QXYSeries*>(m_zero), static_cast<QXYSeries*>(m_line), static_cast<QXYSeries*>(m_points)}) {
    m_chart->addSeries(series);
    series->attachAxis(m_lag);
    series->attachAxis(m_value);
  }
}

void CoefficientsChart::setTheme(const Theme& theme, const QFont& font) {
  styleChart(*m_chart, theme, font);
  m_line->setPen(solidPen(theme.accent));
  m_zero->setPen(solidPen(theme.border, 1));
  m_points->setMarkerSize(6);
  m_points->setColor(theme.accent);
  m_points->setPen(Qt::NoPen);
}

void CoefficientsChart::show(const ColumnSeries& series, MatrixOf which) {
  QList<QPointF> points;
  double least = 0;
  double most = 0;
  for (const auto& [lag, value] : decimated(series.values, kMostPoints)) {
    if (!std::isfinite(value)) continue;
    points.append({lag, value});
    least = std::min(least, value);
    most = std::max(most, value);
  }
  if (points.isEmpty()) return;
  const double pad = 0.06 * std::max(most - least, 1e-9);
  const double last = std::max(1.0, static_cast<double>(series.values.size()) - 1);
  const double margin = std::max(0.25, 0.015 * last);
  const double bottom = least < 0 ? least - pad : 0;
  setAxis(*m_lag, -margin, last + margin, integerTicks(-margin, last + margin));
  setAxis(*m_value, bottom, most + pad, linearTicks(bottom, most + pad, 6));
  const auto shown = static_cast<Index>(series.values.size());
  const bool fromDiagonal = series.row == series.column;
  const QString lag =
      fromDiagonal ? QCoreApplication::translate("CoefficientsChart", "lag i − j (iterations)")
      : which == MatrixOf::Strategy
          ? QCoreApplication::translate("CoefficientsChart", "rows after row %1, the leaf's own").arg(series.row)
          : QCoreApplication::translate("CoefficientsChart", "iterations after %1, the leaf's own").arg(series.row);
  m_lag->setTitleText(
      shown == series.available
          ? lag
          : lag +
                QCoreApplication::translate("CoefficientsChart", ", first %1 of %2").arg(shown).arg(series.available));
  m_value->setTitleText(fromDiagonal ? matrixName(which) + QStringLiteral("[j + lag, j]")
                                     : QStringLiteral("%1[i, %2]").arg(matrixName(which)).arg(series.column));
  m_zero->replace(QList<QPointF>{{-margin, 0}, {last + margin, 0}});
  m_line->replace(points);
  m_points->replace(points.size() <= kMostMarkers ? points : QList<QPointF>());
}

}  // namespace noiseloom
