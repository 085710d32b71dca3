// The names of series beside the plot: at the ends of their lines, and at single points.
#include <QFontMetricsF>
#include <QPainterPath>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "ui/plots/line/chart_legend.h"
#include "ui/plots/line/chart_series_style.h"
#include "ui/style/fitting_font.h"
#include "ui/style/look.h"

namespace noiseloom {
namespace {

/// Parts of the chart's width that names may take, from little to much: in one line each, or in as many as they may.
constexpr std::array kShares{0.14, 0.18, 0.23, 0.28};
constexpr std::array kSharesOfLines{0.14, 0.18, 0.23, 0.28, 0.34};
/// Without the number of bands.
constexpr std::array kSharesOfStarts{0.14, 0.18, 0.23, 0.28, 0.34, 0.38};
/// From the end of a line to its name, in pixels.
constexpr double kLeader = 2.5 * kGrid;
constexpr std::array kMostLines{2, 4};
constexpr int kLeastReadable = 14;  ///< characters of a name that is cut
/// Widths of the names of points, in characters: in full, as far as a plot has room for it.
constexpr std::array kWidestPointNames{1000.0, 20.0, 14.0};
/// From a point to its name, in pixels.
constexpr double kFromPoint = 9;
/// From here on a line leads from the point to its name, in pixels.
constexpr double kLed = kFromPoint + 4;

constexpr QChar kCut(0x2026);  ///< the sign for what is left out of a name

/// Pieces of a text in as few lines of at most that width as they need; empty if one is wider or there would be too
/// many lines.
QStringList linesOf(const QStringList& pieces, const QFontMetricsF& metrics, double room, int most) {
  QStringList lines;
  for (const QString& piece : pieces) {
    const QString longer = lines.isEmpty() ? piece : lines.back() + QLatin1Char(' ') + piece;
    if (!lines.isEmpty() && metrics.horizontalAdvance(longer) <= room) {
      lines.back() = longer;
    } else {
      lines += piece;
    }
    if (metrics.horizontalAdvance(lines.back()) > room || lines.size() > most) return {};
  }
  return lines;
}

/// The text in lines, as linesOf() its parts between commas, so that "23 bands" stay together, or else its words.
QStringList wrapped(const QString& text, const QFontMetricsF& metrics, double room, int most) {
  static const QRegularExpression afterComma(QStringLiteral("(?<=,) "));
  const QStringList lines = linesOf(text.split(afterComma), metrics, room, most);
  return lines.isEmpty() ? linesOf(text.split(QLatin1Char(' ')), metrics, room, most) : lines;
}

/// "Banded Toeplitz, 29 bands, other claim" as "… 29 bands, other claim" or "… 29 bands, …", or without its middle;
/// empty if that leaves little.
QString endOf(const QString& name, const QFontMetricsF& metrics, double room) {
  if (metrics.horizontalAdvance(name) <= room) return name;
  const QString comma = QStringLiteral(", ");
  const qsizetype first = name.indexOf(comma);
  for (qsizetype last = name.size(); first >= 0 && last > first; last = name.lastIndexOf(comma, last - 1)) {
    const QString text = QStringLiteral("… ") + name.mid(first + comma.size(), last - first - comma.size()) +
                         (last < name.size() ? QStringLiteral(", …") : QString());
    if (metrics.horizontalAdvance(text) <= room) return text;
  }
  // Beginning and end of names that people have given.
  const bool readable = room >= kLeastReadable * metrics.averageCharWidth();
  return readable ? metrics.elidedText(name, Qt::ElideMiddle, room) : QString();
}

/// "Banded Toeplitz" of "Banded Toeplitz, 29 bands": what says most. The whole name where more than one thing follows.
QString startOf(const QString& name) {
  const QStringList parts = name.split(QStringLiteral(", "));
  return parts.size() == 2 ? parts.front() : name;
}

}  // namespace

/// Where the name of a point may stand.
struct ChartLegend::PointSearch {
  enum class Cut { None, Middle, Any };
  int rowsAway;    ///< further from the point than beside it
  bool ofLines;    ///< keeps clear of lines
  bool ofMarkers;  ///< keeps clear of other points
  Cut cut;         ///< what of the name may be missing
};

/// Breaks the names of the column into lines; false if one does not fit.
bool ChartLegend::wrap(double room, int most) {
  const QFontMetricsF metrics(m_shown);
  return std::ranges::all_of(m_entries, [&](Placed& placed) {
    placed.lines = placed.inColumn() ? wrapped(placed.text, metrics, room, most) : QStringList(placed.text);
    return !placed.lines.isEmpty();
  });
}

/// Leaves the bands out of the names of pinned designs where no other one has the same mechanism.
void ChartLegend::shortenToStarts() {
  std::map<QString, int> uses;
  for (const Placed& placed : m_entries) {
    if (placed.inColumn()) ++uses[startOf(placed.entry.series.name)];
  }
  for (Placed& placed : m_entries) {
    const QString start = startOf(placed.entry.series.name);
    if (placed.inColumn())
      placed.text = placed.entry.series.minor && uses[start] == 1 ? start : placed.entry.series.name;
  }
}

/// Leaves the mechanism out of the names of pinned designs, and in the end their claim; of names that would be alike
/// the mechanisms are cut instead. False if that is not enough.
bool ChartLegend::shortenColumn(double room) {
  const QFontMetricsF metrics(m_shown);
  const auto isPinned = [](const Placed& placed) { return placed.inColumn() && placed.entry.series.minor; };
  std::map<QString, int> uses;
  for (Placed& placed : m_entries) {
    placed.text = isPinned(placed) ? endOf(placed.entry.series.name, metrics, room) : placed.entry.series.name;
    ++uses[placed.text];
  }
  std::set<QString> texts;
  return std::ranges::all_of(m_entries, [&](Placed& placed) {
    if (!isPinned(placed)) return true;
    if (uses[placed.text] > 1) placed.text = shortenedName(placed.entry.series.name, metrics, room);
    return !placed.text.isEmpty() && texts.insert(placed.text).second;
  });
}

std::optional<double> ChartLegend::widthBeside(double chart, double height, bool steady) {
  // Most models of a moving slider have the same names as the previous one.
  const bool same = chart == m_tried.chart && height == m_tried.height && m_tried.width.has_value() == m_beside;
  if (!same) {
    m_tried = {chart, height};
    m_tried.width = columnFor(chart, height);
  }
  if (!m_tried.width) {
    m_column = 0;
    return std::nullopt;
  }
  leaveOutOfColumn(m_tried.leftOut);
  return m_column = steady ? std::max(*m_tried.width, m_column) : *m_tried.width;
}

/// Leaves out those that leaveOut() would, but no point: its name takes no place beside the plot.
void ChartLegend::leaveOutOfColumn(std::size_t count) {
  leaveOut(0, true);
  std::vector<Placed*> column;
  for (Placed& placed : m_entries) {
    if (placed.inColumn()) column.push_back(&placed);
  }
  std::ranges::reverse(column);
  std::ranges::stable_sort(column, {}, [](const Placed* placed) { return weightOf(placed->entry.series); });
  count = std::min(count, column.size());
  for (std::size_t i = 0; i < count; ++i) column[i]->shown = false;
  setLeftOut(count);
}

/// Breaks all names into lines, and returns the width that they need beside the plot.
std::optional<double> ChartLegend::columnFor(double chart, double height) {
  leaveOut(0, true);
  m_changed = true;  // for rows above the plot
  m_shown = m_font;
  for (Placed& placed : m_entries) placed.text = placed.entry.series.name;
  if (std::ranges::none_of(m_entries, &Placed::inColumn)) return 0.0;
  const auto fitsInto = [&](double share, int most) {
    if (!wrap(share * chart - kLeader - kHalfGrid, most)) return false;
    qsizetype lines = 0;
    for (const Placed& placed : m_entries) lines += placed.inColumn() ? placed.lines.size() : 0;
    lines += m_leftOut > 0;
    return static_cast<double>(lines) * QFontMetricsF(m_shown).height() <= height;
  };
  const auto fits = [&] {
    return std::ranges::any_of(kShares, [&](double share) { return fitsInto(share, 1); }) ||
           std::ranges::any_of(kMostLines, [&](int most) {
             return std::ranges::any_of(kSharesOfLines, [&](double share) { return fitsInto(share, most); });
           });
  };
  if (!fits() && presenting()) m_shown = scaledFont(m_font, leastType(), m_font.weight());
  const auto shortFits = [&](int most) {
    return std::ranges::any_of(kSharesOfLines, [&](double share) {
      return shortenColumn(share * chart - kLeader - kHalfGrid) && fitsInto(share, most);
    });
  };
  const auto startsFit = [&](int most) {
    shortenToStarts();
    return std::ranges::any_of(kSharesOfStarts, [&](double share) { return fitsInto(share, most); });
  };
  const auto column = static_cast<std::size_t>(
      std::ranges::count_if(m_entries, [](const Placed& placed) { return placed.inColumn(); }));
  bool fit = fits() || startsFit(1) || startsFit(kMostLines.front()) || shortFits(1) || shortFits(kMostLines.front());
  for (std::size_t count = 1; !fit && count < column; ++count) {
    leaveOutOfColumn(count);
    fit = shortFits(1) || shortFits(kMostLines.front());
    m_tried.leftOut = count;
  }
  if (!fit) return std::nullopt;
  double widest = m_leftOut > 0 ? std::ceil(QFontMetricsF(m_shown).horizontalAdvance(m_more)) : 0;
  for (Placed& placed : m_entries) {
    placed.width = 0;
    for (const QString& line : placed.lines)
      placed.width = std::max(placed.width, std::ceil(QFontMetricsF(m_shown).horizontalAdvance(line)));
    if (placed.inColumn()) widest = std::max(widest, placed.width);
  }
  return widest + kLeader + kHalfGrid;
}

bool ChartLegend::placeBeside(const QRectF& plot, const std::vector<std::optional<QPointF>>& ends,
                              const Crossed& crossed, bool whole) {
  m_beside = true;
  m_whole = whole;
  setLeftOut(m_tried.leftOut);
  m_morePlace = QRectF();
  bool all = true;
  for (std::size_t i = 0; i < m_entries.size(); ++i) {
    m_entries[i].end = ends[i];
    m_entries[i].place = QRectF();
  }
  placeColumn(plot);
  for (Placed& placed : m_entries) {
    if (!placed.shown || !placed.entry.point) continue;
    // A line that is named so, too, says it.
    placed.elsewhere = std::ranges::any_of(m_entries, [&](const Placed& other) {
      return other.inColumn() && other.entry.series.name == placed.entry.series.name;
    });
    if (!placed.elsewhere && placePoint(placed, plot, crossed)) continue;
    placed.shown = false;
    all = all && (!placed.end || placed.elsewhere);
  }
  nameAll(m_leftOut > 0);
  return all;
}

/// Names in the order of their lines' ends, each as near to its own as the others let it; those without an end below.
void ChartLegend::placeColumn(const QRectF& plot) {
  const double line = QFontMetricsF(m_shown).height();
  std::vector<Placed*> column;
  for (Placed& placed : m_entries) {
    if (placed.inColumn()) column.push_back(&placed);
  }
  const auto heightOf = [](const Placed* placed) {
    return placed->end ? placed->end->y() : std::numeric_limits<double>::infinity();
  };
  std::ranges::stable_sort(column, {}, heightOf);
  // Where names take several lines, space between them tells which belong together.
  double needed = 0;
  bool broken = false;
  for (const Placed* placed : column) {
    needed += static_cast<double>(placed->lines.size()) * line;
    broken = broken || placed->lines.size() > 1;
  }
  const double left = std::max(0.0, plot.height() + (m_leftOut > 0 ? 0 : line) - needed);
  const double gap =
      broken && column.size() > 1 ? std::min<double>(kHalfGrid, left / static_cast<double>(column.size() - 1)) : 0;
  double least = plot.top() - 0.5 * line;
  for (Placed* placed : column) {
    const double height = static_cast<double>(placed->lines.size()) * line;
    const double wanted = placed->end ? placed->end->y() - 0.5 * height : least;
    placed->place = QRectF(plot.right() + kLeader, std::max(least, wanted), placed->width, height);
    least = placed->place.bottom() + gap;
  }
  double most = plot.bottom() + 0.5 * line;
  if (m_leftOut > 0) {
    most -= line;
    const double width = std::ceil(QFontMetricsF(m_shown).horizontalAdvance(m_more));
    m_morePlace = QRectF(plot.right() + kLeader, most, width, line);
  }
  for (auto placed = column.rbegin(); placed != column.rend(); ++placed) {
    (*placed)->place.moveBottom(std::min((*placed)->place.bottom(), most));
    most = (*placed)->place.top() - gap;
  }
}

/// Finds the nearest free place for the name of a point, which may lie at another. A whole name that a line leads to
/// says more than a short one beside its point, and one over a line or another marker is better than none.
bool ChartLegend::placePoint(Placed& placed, const QRectF& plot, const Crossed& crossed) {
  if (!placed.end) return false;
  const QFontMetricsF metrics(m_shown);
  const QString& name = placed.entry.series.name;
  using Cut = PointSearch::Cut;
  static constexpr std::array kUsual{PointSearch{4, true, true, Cut::None}, PointSearch{0, true, true, Cut::Middle},
                                     PointSearch{4, true, true, Cut::Any}, PointSearch{4, false, true, Cut::Any},
                                     PointSearch{4, false, false, Cut::Any}};
  static constexpr std::array kWhole{PointSearch{4, true, true, Cut::None}, PointSearch{4, false, true, Cut::None},
                                     PointSearch{4, false, false, Cut::None}, PointSearch{4, false, true, Cut::Any},
                                     PointSearch{4, false, false, Cut::Any}};
  return std::ranges::any_of(m_whole ? kWhole : kUsual, [&](const PointSearch& search) {
    return std::ranges::any_of(kWidestPointNames, [&](double widest) {
      placed.text = shortenedName(name, metrics, widest * metrics.averageCharWidth());
      // What is cut at both ends says least.
      if (placed.text.startsWith(kCut) && placed.text.endsWith(kCut))
        placed.text = metrics.elidedText(name, Qt::ElideRight, widest * metrics.averageCharWidth());
      const bool known = std::ranges::none_of(m_entries, [&](const Placed& other) {
        return &other != &placed && other.shown && other.text == placed.text && other.entry.series.name != name;
      });
      const bool cut = placed.text != name && search.cut == Cut::None;
      const bool begun = search.cut == Cut::Any || !placed.text.startsWith(kCut);
      return known && !cut && begun && findPlace(placed, plot, search, crossed);
    });
  });
}

bool ChartLegend::findPlace(Placed& placed, const QRectF& plot, const PointSearch& search,
                            const Crossed& crossed) const {
  const QFontMetricsF metrics(m_shown);
  const QSizeF size(std::ceil(metrics.horizontalAdvance(placed.text)) + 2, metrics.height());
  const auto isFree = [&](const QRectF& place, bool ofMarkers) {
    const QRectF room = place.adjusted(-kHalfGrid, -kHalfGrid, kHalfGrid, kHalfGrid);
    return plot.contains(place) && std::ranges::none_of(m_entries, [&](const Placed& other) {
             if (&other == &placed || !other.shown || !other.entry.point) return false;
             return other.place.intersects(place) || (ofMarkers && other.end && room.contains(*other.end));
           });
  };
  const QPointF at = *placed.end;
  for (int rows = 0; rows <= search.rowsAway; ++rows) {
    const double away = kFromPoint + rows * size.height();
    for (const double top : {at.y() - away - size.height(), at.y() + away}) {
      for (const double left : {at.x() - 0.5 * size.width(), at.x() + kHalfGrid, at.x() - kHalfGrid - size.width()}) {
        placed.place = QRectF(QPointF(left, top), size);
        if (isFree(placed.place, search.ofMarkers) && !(search.ofLines && crossed(placed.place))) return true;
        placed.place = QRectF();
      }
    }
  }
  return false;
}

void ChartLegend::paintBeside(QPainter& painter) const {
  for (const Placed& placed : m_entries) {
    if (!placed.inColumn()) continue;
    const double left = placed.place.left();
    const QRectF sample(left - kLeader + 3, placed.place.top(), kLeader - 3 - kHalfGrid, placed.place.height());
    if (placed.end && hasLine(placed.entry.series)) {
      painter.setOpacity(seriesOpacity(placed.entry.series, m_theme));
      painter.setPen(linePen(placed.entry.series, m_theme));
      painter.drawLine(QPointF(sample.left(), placed.end->y()), QPointF(sample.right(), placed.place.center().y()));
      painter.setOpacity(1);
    } else {
      paintSample(painter, sample, placed.entry.series, m_theme, placed.entry.hidden);
    }
    QFont font = m_shown;
    font.setStrikeOut(placed.entry.hidden);
    painter.setFont(font);
    painter.setPen(placed.entry.hidden ? m_theme.mutedText : m_theme.text);
    painter.drawText(placed.place.adjusted(0, 0, 2, 0), static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
                     placed.lines.join(QLatin1Char('\n')));
  }
  paintMore(painter);
}

void ChartLegend::paintPoints(QPainter& painter) const {
  if (!m_beside) return;
  painter.setRenderHint(QPainter::Antialiasing);
  for (const Placed& placed : m_entries) {
    if (!placed.shown || !placed.entry.point) continue;
    const QPointF at = *placed.end;
    const QPointF near(std::clamp(at.x(), placed.place.left(), placed.place.right()),
                       at.y() < placed.place.top() ? placed.place.top() : placed.place.bottom());
    const double apart = near.y() - at.y();
    if (std::abs(apart) > kLed) {
      painter.setPen(QPen(m_theme.mutedText, 1));
      painter.drawLine(at + kFromPoint / std::abs(apart) * (near - at), near);
    }
  }
  for (const Placed& placed : m_entries) {
    if (!placed.shown || !placed.entry.point) continue;
    // A rim in the colour of the plot keeps the name readable where it crosses a line.
    QPainterPath name;
    const QFontMetricsF metrics(m_shown);
    name.addText(placed.place.left() + 1, placed.place.top() + metrics.ascent(), m_shown, placed.text);
    painter.strokePath(name, QPen(m_theme.plot, 3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setFont(m_shown);
    painter.setPen(m_theme.text);
    painter.drawText(QPointF(placed.place.left() + 1, placed.place.top() + metrics.ascent()), placed.text);
  }
}

}  // namespace noiseloom
