#include "ui/plots/profile_chart.h"

#include <QCategoryAxis>
#include <QCoreApplication>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QScatterSeries>
#include <algorithm>
#include <cmath>

#include "ui/plots/chart_style.h"

namespace noiseloom {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("ProfileChart", text);
}

bool drawable(const std::pair<double, double>& point) {
  return std::isfinite(point.first) && point.second > 0 && point.second <= 1;
}

}  // namespace

ProfileChart::ProfileChart()
    : m_owned(newChart()),
      m_chart(m_owned.get()),
      m_line(new QLineSeries),
      m_points(new QScatterSeries),
      m_claimed(new QScatterSeries),
      m_epsilon(newAxis(tr("epsilon"))),
      m_delta(newAxis(tr("delta"))) {
  m_chart->addAxis(m_epsilon, Qt::AlignBottom);
  m_chart->addAxis(m_delta, Qt::AlignLeft);
  for (QXYSeries* series : std::initializer_list<QXYSeries*>{m_line, m_points, m_claimed}) {
    m_chart->addSeries(series);
    series->attachAxis(m_epsilon);
    series->attachAxis(m_delta);
  }
  m_points->setName(tr("certified"));
  m_claimed->setName(tr("claimed"));
  for (QLegendMarker* marker : m_chart->legend()->markers(m_line)) marker->setVisible(false);
}

void ProfileChart::setTheme(const Theme& theme, const QFont& font) {
  styleChart(*m_chart, theme, font);
  m_line->setPen(solidPen(theme.accent));
  m_points->setMarkerSize(7);
  m_points->setColor(theme.accent);
  m_points->setPen(Qt::NoPen);
  m_claimed->setMarkerSize(15);
  m_claimed->setBrush(Qt::transparent);
  m_claimed->setPen(QPen(theme.text, 1.75));
}

void ProfileChart::show(const std::vector<std::pair<double, double>>& points, std::pair<double, double> claimed) {
  QList<QPointF> shown;
  for (const auto& point : points) {
    if (drawable(point)) shown.append({point.first, std::log10(point.second)});
  }
  m_line->replace(shown);
  m_points->replace(shown);
  const QPointF at(claimed.first, std::log10(claimed.second));
  m_claimed->replace(drawable(claimed) ? QList<QPointF>{at} : QList<QPointF>());
  if (drawable(claimed)) shown.append(at);
  if (shown.isEmpty()) return;
  const auto [left, right] = std::ranges::minmax(shown, {}, &QPointF::x);
  const auto [low, high] = std::ranges::minmax(shown, {}, &QPointF::y);
  const double across = std::max(0.05 * (right.x() - left.x()), 0.05 * right.x());
  const double up = std::max(0.08 * (high.y() - low.y()), 0.2);
  const double least = std::max(0.0, left.x() - across);
  setAxis(*m_epsilon, least, right.x() + across, linearTicks(least, right.x() + across, 6));
  setAxis(*m_delta, low.y() - up, high.y() + up, logTicks(low.y() - up, high.y() + up, 6));
}

}  // namespace noiseloom
