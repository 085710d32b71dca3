#include "ui/plots/line/chart_style.h"

#include <QCategoryAxis>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLegend>
#include <QPainter>
#include <QPen>
#include <QXYSeries>
#include <algorithm>
#include <cmath>

namespace noiseloom {
namespace {

constexpr int kRightMargin = 2 * kGrid;

}  // namespace

QChart* newChart() {
  auto* chart = new QChart;
  chart->setAnimationOptions(QChart::NoAnimation);
  // Code that draws a chart fills its background.
  chart->setBackgroundVisible(false);
  chart->setDropShadowEnabled(false);
  chart->setMargins(QMargins(0, 0, kRightMargin, 0));
  chart->layout()->setContentsMargins(0, 0, 0, 0);
  chart->legend()->hide();
  return chart;
}

void styleChart(QChart& chart, const Theme& theme, const QFont& font) {
  const QFont small = scaledFont(font, 0.92);
  chart.setPlotAreaBackgroundVisible(false);
  chart.setFont(font);
  // Space for half of the last label of the horizontal axis.
  QMargins margins = chart.margins();
  const double label = QFontMetricsF(small).horizontalAdvance(QStringLiteral("000"));
  margins.setRight(std::max(kRightMargin, static_cast<int>(std::ceil(label / 2))));
  if (margins != chart.margins()) chart.setMargins(margins);
  for (QAbstractAxis* axis : chart.axes()) {
    axis->setLabelsFont(small);
    axis->setLabelsColor(theme.mutedText);
    axis->setTitleFont(small);
    axis->setTitleBrush(theme.mutedText);
    axis->setGridLinePen(QPen(theme.grid, 1));
    axis->setLinePen(QPen(theme.border, 1));
    axis->setShadesVisible(false);
  }
}

QCategoryAxis* newAxis() {
  auto* axis = new QCategoryAxis;
  axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
  axis->setTruncateLabels(false);
  return axis;
}

bool setAxis(QCategoryAxis& axis, double least, double most, const std::vector<Tick>& ticks) {
  if (!(most - least > 1e-12)) return false;
  // Every change of a label lays the whole chart out again: unchanged labels are left alone, and the rest is
  // announced once.
  const QList<QString> before = axis.categoriesLabels();
  // The axis' own start would be drawn as a grid line if it came into view.
  bool same = before.size() == static_cast<qsizetype>(ticks.size()) && axis.startValue() < least;
  for (qsizetype i = 0; same && i < before.size(); ++i) {
    const Tick& tick = ticks[static_cast<std::size_t>(i)];
    same = before.at(i) == tick.label && axis.endValue(before.at(i)) == tick.position;
  }
  if (same) {
    if (axis.min() == least && axis.max() == most) return false;
    axis.setRange(least, most);
    return true;
  }
  axis.blockSignals(true);
  for (const QString& label : axis.categoriesLabels()) axis.remove(label);
  // The axis starts below its first tick; there is no label at the start itself.
  axis.setStartValue(least - 8 * (most - least));
  for (const Tick& tick : ticks) {
    // Labels must differ from one another, so equal ones get an invisible character.
    QString label = tick.label;
    while (axis.categoriesLabels().contains(label)) label += QChar(0x200B);
    axis.append(label, tick.position);
  }
  axis.blockSignals(false);
  axis.setRange(least, most);
  emit axis.categoriesChanged();
  return true;
}

void drawWhole(QPen& pen) {
  if (pen.style() == Qt::SolidLine) pen.setDashPattern({1e6, 1});
}

void paintChart(QPainter& painter, QChart& chart, const QString& title, const PictureStyle& style) {
  const QRectF target = paintPictureTitle(painter, style, title, chart.font()).adjusted(kGrid, 0, 0, -kGrid);
  // As segments they would be as many elements in files.
  for (QAbstractSeries* series : chart.series()) {
    auto& line = static_cast<QXYSeries&>(*series);
    QPen pen = line.pen();
    drawWhole(pen);
    line.setPen(pen);
  }
  QGraphicsScene scene;
  scene.addItem(&chart);
  const QRectF body(QPointF(0, 0), target.size());
  chart.resize(body.size());
  chart.layout()->activate();
  scene.render(&painter, target, body);
  scene.removeItem(&chart);
}

}  // namespace noiseloom
