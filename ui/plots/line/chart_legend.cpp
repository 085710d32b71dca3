#include "ui/plots/line/chart_legend.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "ui/plots/line/chart_series_style.h"
#include "ui/style/fitting_font.h"
#include "ui/style/look.h"
#include "ui/style/plain_text.h"

namespace noiseloom {
namespace {

constexpr double kBetween = 2 * kGrid;
/// Widths of names, from ample to scarce space, in type of the usual height.
constexpr double kUsualHeight = 15;
constexpr std::array kWidestTexts{220.0, 160.0, 120.0, 88.0};
/// The main series are named in full, whatever that costs minor names.
constexpr double kFull = 10'000;
/// This many letters and an ellipsis still identify a mechanism.
constexpr double kLeastLetters = 4;

constexpr int kMostWeight = 3;

}  // namespace

int ChartLegend::weightOf(const ChartSeries& series) {
  if (series.minor) return 0;
  if (series.look == SeriesLook::Area || series.role == SeriesRole::Baseline) return 1;
  return series.role == SeriesRole::LowerBound ? 2 : kMostWeight;
}

QString shortenedName(const QString& name, const QFontMetricsF& metrics, double widest) {
  if (metrics.horizontalAdvance(name) <= widest) return name;
  const auto comma = [&name](qsizetype from) { return name.indexOf(QStringLiteral(", "), from); };
  const qsizetype first = comma(0);
  if (first < 0) return metrics.elidedText(name, Qt::ElideRight, widest);
  const double room = widest - metrics.horizontalAdvance(name.mid(first));
  if (room >= kLeastLetters * metrics.averageCharWidth())
    return metrics.elidedText(name.left(first), Qt::ElideRight, room) + name.mid(first);
  QString shown = name;
  for (qsizetype at = first; at >= 0 && metrics.horizontalAdvance(shown) > widest; at = comma(at + 1))
    shown = QStringLiteral("… ") + name.mid(at + 2);
  return metrics.elidedText(shown, Qt::ElideRight, widest);
}

void ChartLegend::setStyle(const Theme& theme, const QFont& font) {
  m_theme = theme;
  if (m_font != font) m_tried = {};
  m_changed = m_changed || m_font != font;
  m_font = font;
}

void ChartLegend::setEntries(std::vector<Entry> entries) {
  if (std::ranges::equal(m_entries, entries, {}, &Placed::entry)) return;
  m_changed = true;
  m_tried = {};
  m_entries.clear();
  for (Entry& entry : entries) m_entries.push_back({std::move(entry), {}, {}, 0, true});
}

void ChartLegend::setMostRows(int rows, bool oneMore) {
  m_changed = m_changed || rows != m_mostRows || oneMore != m_oneMore;
  m_mostRows = rows;
  m_oneMore = oneMore;
}

double ChartLegend::widestSample() const {
  double widest = 0;
  for (const Placed& placed : m_entries) widest = std::max(widest, sampleWidth(placed.entry.series, m_theme));
  return widest;
}

void ChartLegend::measure(double widest, double widestMinor) {
  const QFontMetricsF metrics(m_shown);
  const auto most = [&](const Placed& placed) { return placed.entry.series.minor ? widestMinor : widest; };
  std::map<QString, std::set<QString>> names;
  for (Placed& placed : m_entries) {
    placed.text = shortenedName(placed.entry.series.name, metrics, most(placed));
    names[placed.text].insert(placed.entry.series.name);
  }
  for (Placed& placed : m_entries) {
    // Two of "… 23 bands" do not say of which mechanism.
    if (names[placed.text].size() > 1)
      placed.text = metrics.elidedText(placed.entry.series.name, Qt::ElideRight, most(placed));
    placed.sample = sampleWidth(placed.entry.series, m_theme);
    placed.width = placed.sample + kGrid + std::ceil(metrics.horizontalAdvance(placed.text));
  }
}

/// Leaves out minor series first, then the least important, from the last; with `explained` also those that the
/// read-out explains.
void ChartLegend::leaveOut(std::size_t count, bool explained) {
  for (Placed& placed : m_entries) {
    placed.elsewhere = explained && isExplainedByReadOut(placed.entry.series);
    placed.shown = !placed.elsewhere;
  }
  setLeftOut(count);
  for (int weight = 0; weight <= kMostWeight; ++weight) {
    for (auto placed = m_entries.rbegin(); placed != m_entries.rend() && count > 0; ++placed) {
      if (!placed->shown || weightOf(placed->entry.series) != weight) continue;
      placed->shown = false;
      --count;
    }
  }
}

void ChartLegend::setLeftOut(std::size_t count) {
  m_leftOut = static_cast<int>(count);
  m_more = count > 0 ? QCoreApplication::translate("ChartLegend", "+%1 more").arg(count) : QString();
}

/// The number of rows of the shown entries and the note that there are more; `packed`: short ones move up
/// into free space.
int ChartLegend::arrange(double width, bool packed) {
  const QFontMetricsF metrics(m_shown);
  const double height = std::max(metrics.height(), 2.0 * kGrid) + kHalfGrid;
  const double room = std::max(width - 2 * kGrid, 8.0 * kGrid);
  const double between = m_shown == m_font ? kBetween : 0.75 * kBetween;
  struct Row {
    std::vector<QRectF*> places;
    double taken = 0;
  };
  std::vector<Row> rows;
  const auto put = [&](QRectF& place, double own) {
    const auto fits = [&](const Row& row) { return row.taken + between + own <= room; };
    auto row = packed ? std::ranges::find_if(rows, fits) : rows.end();
    if (!packed && !rows.empty() && fits(rows.back())) row = std::prev(rows.end());
    if (row == rows.end()) row = rows.insert(rows.end(), Row());
    row->taken += row->places.empty() ? own : between + own;
    place = QRectF(row->taken - own, static_cast<double>(row - rows.begin()) * height, own, height);
    row->places.push_back(&place);
  };
  for (Placed& placed : m_entries) {
    placed.place = QRectF();
    if (placed.shown) put(placed.place, std::min(placed.width, room));
  }
  m_morePlace = QRectF();
  if (m_leftOut > 0) put(m_morePlace, std::ceil(metrics.horizontalAdvance(m_more)));
  for (const Row& row : rows) {
    for (QRectF* place : row.places) place->translate(std::max(0.0, 0.5 * (width - row.taken)), 0);
  }
  return static_cast<int>(rows.size());
}

double ChartLegend::layOut(double width) {
  // Most models of a moving slider have the same names as the previous one.
  if (!m_changed && !m_beside && width == m_size.width()) return m_size.height();
  m_changed = false;
  m_beside = false;
  m_shown = m_font;
  leaveOut(0);
  int rows = 0;
  int most = m_mostRows;
  const auto fits = [&](double widest, double widestMinor) {
    const double type = QFontMetricsF(m_shown).height() / kUsualHeight;
    const double room = std::max(width - 2 * kGrid, 8.0 * kGrid) - kGrid - widestSample();
    measure(std::min(widest * type, room), std::min(widestMinor * type, room));
    rows = arrange(width, false);
    if (most > 1 && rows > most) rows = arrange(width, true);
    return most == 0 || rows <= most;
  };
  bool fit = fits(kFull, kFull);
  if (!fit && presenting()) {
    // Large type is given up before names are cut: two rows of usual type need little more height than one.
    m_shown = scaledFont(m_font, leastType(), m_font.weight());
    most = std::max(most, 2);
    fit = fits(kFull, kFull);
  }
  if (!fit && m_oneMore) {
    ++most;
    fit = fits(kFull, kFull);
  }
  const std::size_t all =
      std::ranges::count_if(m_entries, [](const Placed& placed) { return !isExplainedByReadOut(placed.entry.series); });
  if (!fit && all < m_entries.size() && all > 0) {
    leaveOut(0, true);
    fit = fits(kFull, kFull);
  }
  // Minor names get shorter, then are dropped, then others; the last one gets shorter.
  fit = fit || std::ranges::any_of(kWidestTexts, [&](double widest) { return fits(kFull, widest); });
  for (std::size_t count = 1; !fit && count < all; ++count) {
    leaveOut(count, true);
    fit = fits(kFull, kWidestTexts.back());
  }
  for (const double widest : kWidestTexts) {
    if (fit) break;
    fit = fits(widest, kWidestTexts.back());
  }
  nameAll(!isWhole());
  const double height = std::max(QFontMetricsF(m_shown).height(), 2.0 * kGrid) + kHalfGrid;
  m_size = {width, rows > 0 ? rows * height + kHalfGrid : 0};  // with a margin to the plot
  return m_size.height();
}

/// Sets the tool tip: what the names mean and what a click does; with `cut` the names themselves, too.
void ChartLegend::nameAll(bool cut) {
  QStringList lines;
  for (const Placed& placed : m_entries) {
    const ChartSeries& series = placed.entry.series;
    if (!series.help.isEmpty()) {
      lines += QCoreApplication::translate("ChartLegend", "%1: %2").arg(series.name, series.help);
    } else if (cut) {
      lines += series.name;
    }
  }
  lines += QCoreApplication::translate("ChartLegend", "Click a name to hide or show its series.");
  m_toolTip = asWritten(lines.join(QLatin1Char('\n')));
}

QString ChartLegend::toolTip(QPointF position) const {
  if (m_beside) return keyAt(position).isEmpty() ? QString() : m_toolTip;
  return QRectF(QPointF(), m_size).contains(position) ? m_toolTip : QString();
}

bool ChartLegend::isWhole() const {
  return std::ranges::all_of(m_entries, [](const Placed& placed) {
    return placed.elsewhere || (placed.shown && placed.text == placed.entry.series.name);
  });
}

QStringList ChartLegend::written() const {
  QStringList names;
  for (const Placed& placed : m_entries) {
    if (placed.shown) names += placed.text;
  }
  return names;
}

QString ChartLegend::keyAt(QPointF position) const {
  for (const Placed& placed : m_entries) {
    const bool clicked = placed.shown && (!m_beside || placed.inColumn());
    if (clicked && placed.place.adjusted(-kHalfGrid, 0, kHalfGrid, 0).contains(position))
      return placed.entry.series.key;
  }
  return {};
}

QRectF ChartLegend::placeOf(const QString& key) const {
  const auto found = std::ranges::find_if(m_entries, [&key](const Placed& one) { return one.entry.series.key == key; });
  return found == m_entries.end() ? QRectF() : found->place;
}

bool ChartLegend::covers(const QRectF& place) const {
  return std::ranges::any_of(m_entries, [&](const Placed& one) { return one.shown && one.place.intersects(place); });
}

void ChartLegend::paint(QPainter& painter) const {
  painter.setRenderHint(QPainter::Antialiasing);
  if (m_beside) return paintBeside(painter);
  for (const Placed& placed : m_entries) {
    if (!placed.shown) continue;
    const QRectF sample(placed.place.left(), placed.place.top(), placed.sample, placed.place.height());
    paintSample(painter, sample, placed.entry.series, m_theme, placed.entry.hidden);
    QFont font = m_shown;
    font.setStrikeOut(placed.entry.hidden);
    painter.setFont(font);
    painter.setPen(placed.entry.hidden ? m_theme.mutedText : m_theme.text);
    painter.drawText(placed.place.adjusted(placed.sample + kGrid, 0, 2, 0),
                     static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, placed.text);
  }
  paintMore(painter);
}

void ChartLegend::paintMore(QPainter& painter) const {
  if (m_leftOut == 0) return;
  painter.setFont(m_shown);
  painter.setPen(m_theme.mutedText);
  painter.drawText(m_morePlace.adjusted(0, 0, 2, 0),
                   static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, m_more);
}

}  // namespace noiseloom
