#include "ui/plots/chart_legend.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/plots/chart_series_style.h"

namespace noiseloom {
namespace {

constexpr double kSample = 3 * kGrid;
constexpr double kBetween = 2 * kGrid;
constexpr double kWidestText = 220;

}  // namespace

ChartLegend::ChartLegend(QGraphicsItem* chart) : QGraphicsItem(chart), m_theme(themeOf(paletteFor(false))) {
  setZValue(100);
  setToolTip(QCoreApplication::translate("ChartLegend", "Click a name to hide or show its series."));
}

void ChartLegend::setStyle(const Theme& theme, const QFont& font) {
  m_theme = theme;
  m_font = font;
  update();
}

void ChartLegend::setEntries(std::vector<Entry> entries) {
  if (std::ranges::equal(m_entries, entries, {}, &Placed::entry)) return;
  m_entries.clear();
  for (Entry& entry : entries) m_entries.push_back({std::move(entry), {}, {}});
}

double ChartLegend::layOut(double width) {
  const QFontMetricsF metrics(m_font);
  const double height = std::max(metrics.height(), 2.0 * kGrid) + kHalfGrid;
  const double room = std::max(width - 2 * kGrid, 8.0 * kGrid);
  double top = 0;
  for (std::size_t first = 0; first < m_entries.size();) {
    double taken = 0;
    std::size_t next = first;
    for (; next < m_entries.size(); ++next) {
      Placed& placed = m_entries[next];
      placed.text =
          metrics.elidedText(placed.entry.series.name, Qt::ElideRight, std::min(kWidestText, room - kSample - kGrid));
      const double own = kSample + kGrid + std::ceil(metrics.horizontalAdvance(placed.text));
      const double after = next == first ? own : taken + kBetween + own;
      if (next > first && after > room) break;
      placed.place = QRectF(after - own, top, own, height);
      taken = after;
    }
    // Rows stand in the middle.
    for (; first < next; ++first) m_entries[first].place.translate(std::max(0.0, 0.5 * (width - taken)), 0);
    top += height;
  }
  if (top > 0) top += kHalfGrid;  // apart from the plot
  prepareGeometryChange();
  m_bounds = QRectF(0, 0, width, top);
  update();
  return top;
}

QString ChartLegend::keyAt(QPointF position) const {
  for (const Placed& placed : m_entries) {
    if (placed.place.adjusted(-kHalfGrid, 0, kHalfGrid, 0).contains(position)) return placed.entry.series.key;
  }
  return {};
}

QRectF ChartLegend::placeOf(const QString& key) const {
  const auto found = std::ranges::find_if(m_entries, [&key](const Placed& one) { return one.entry.series.key == key; });
  return found == m_entries.end() ? QRectF() : found->place;
}

void ChartLegend::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  painter->setRenderHint(QPainter::Antialiasing);
  for (const Placed& placed : m_entries) {
    const QRectF sample(placed.place.left(), placed.place.top(), kSample, placed.place.height());
    paintSample(*painter, sample, placed.entry.series, m_theme, placed.entry.hidden);
    QFont font = m_font;
    font.setStrikeOut(placed.entry.hidden);
    painter->setFont(font);
    painter->setPen(placed.entry.hidden ? m_theme.mutedText : m_theme.text);
    painter->drawText(placed.place.adjusted(kSample + kGrid, 0, 2, 0),
                      static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, placed.text);
  }
}

}  // namespace noiseloom
