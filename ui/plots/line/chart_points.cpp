#include "ui/plots/line/chart_points.h"

#include <QLineF>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace noiseloom {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// The part of a segment within a rectangle (Liang and Barsky).
std::optional<QLineF> clipped(const QLineF& line, const QRectF& bounds) {
  double from = 0;
  double to = 1;
  const auto cut = [&](double start, double step, double least, double most) {
    if (step == 0) return start >= least && start <= most;
    double enter = (least - start) / step;
    double leave = (most - start) / step;
    if (enter > leave) std::swap(enter, leave);
    from = std::max(from, enter);
    to = std::min(to, leave);
    return from <= to;
  };
  if (!cut(line.x1(), line.dx(), bounds.left(), bounds.right())) return std::nullopt;
  if (!cut(line.y1(), line.dy(), bounds.top(), bounds.bottom())) return std::nullopt;
  return QLineF(from > 0 ? line.pointAt(from) : line.p1(), to < 1 ? line.pointAt(to) : line.p2());
}

class Decimation {
 public:
  Decimation(AxisSpan across, int columns, bool connected)
      : m_from(across.from), m_perColumn(columns / across.length()), m_columns(columns), m_connected(connected) {}

  void add(const PlottedPoint& point) {
    const double raw = std::floor((point.at.x() - m_from) * m_perColumn);
    // Everything beyond an edge counts as one column there.
    const int column = static_cast<int>(std::clamp(raw, -1.0, static_cast<double>(m_columns)));
    const bool gap = m_connected && m_last >= 0 && point.index != m_last + 1;
    if (column != m_column || gap) flush();
    if (gap && !m_points.isEmpty()) m_points.append({kNone, kNone});
    m_column = column;
    m_last = point.index;
    if (m_count++ == 0) {
      m_low = m_high = point;
      return;
    }
    if (point.at.y() < m_low.at.y()) m_low = point;
    if (point.at.y() > m_high.at.y()) m_high = point;
  }

  QList<QPointF> take() {
    flush();
    return std::move(m_points);
  }

 private:
  void flush() {
    if (m_count == 0) return;
    const bool lowFirst = m_low.index <= m_high.index;
    m_points.append(lowFirst ? m_low.at : m_high.at);
    if (m_low.index != m_high.index) m_points.append(lowFirst ? m_high.at : m_low.at);
    m_count = 0;
  }

  double m_from;
  double m_perColumn;
  int m_columns;
  bool m_connected;
  QList<QPointF> m_points;
  PlottedPoint m_low;
  PlottedPoint m_high;
  int m_count = 0;
  int m_column = 0;
  int m_last = -1;
};

}  // namespace

std::optional<double> AxisScale::position(double value) const {
  if (!std::isfinite(value)) return std::nullopt;
  if (!log) return value * factor;
  if (!(value > 0)) return std::nullopt;
  return std::log10(value);
}

double AxisScale::value(double position) const {
  return log ? std::pow(10.0, position) : position / factor;
}

std::vector<PlottedPoint> plottedPoints(const ChartSeries& series, const AxisScale& x, const AxisScale& y) {
  std::vector<PlottedPoint> points;
  points.reserve(series.points.size());
  for (std::size_t i = 0; i < series.points.size(); ++i) {
    const auto across = x.position(series.points[i].x());
    const auto up = y.position(series.points[i].y());
    if (across && up) points.push_back({{*across, *up}, static_cast<int>(i)});
  }
  return points;
}

QList<QPointF> decimated(std::span<const PlottedPoint> points, AxisSpan across, int columns, bool connected) {
  const auto x = [](const PlottedPoint& point) { return point.at.x(); };
  auto begin = std::ranges::lower_bound(points, across.from, {}, x);
  auto end = std::ranges::upper_bound(points, across.to, {}, x);
  if (connected && begin != points.begin()) --begin;
  if (connected && end != points.end()) ++end;
  // Of few points none is left out, so that each of those that share a column can be seen.
  constexpr std::ptrdiff_t kFew = 100;
  if (end - begin <= kFew) {
    QList<QPointF> all;
    for (auto at = begin; at != end; ++at) {
      if (connected && at != begin && at->index != std::prev(at)->index + 1) all.append({kNone, kNone});
      all.append(at->at);
    }
    return all;
  }
  Decimation decimation(across, std::max(1, columns), connected);
  for (; begin != end; ++begin) decimation.add(*begin);
  return decimation.take();
}

std::vector<QPolygonF> piecesWithin(const QList<QPointF>& points, const QRectF& bounds) {
  std::vector<QPolygonF> pieces;
  bool open = false;
  for (qsizetype i = 1; i < points.size(); ++i) {
    const QLineF whole(points[i - 1], points[i]);
    const bool known = std::isfinite(whole.x1()) && std::isfinite(whole.y1()) && std::isfinite(whole.x2()) &&
                       std::isfinite(whole.y2());
    const auto seen = known ? clipped(whole, bounds) : std::nullopt;
    if (!seen) {
      open = false;
      continue;
    }
    if (!open || pieces.back().last() != seen->p1()) pieces.emplace_back(QPolygonF{seen->p1()});
    pieces.back().append(seen->p2());
    open = true;
  }
  return pieces;
}

const PlottedPoint* nearestAcross(std::span<const PlottedPoint> points, double x) {
  if (points.empty()) return nullptr;
  const auto at = std::ranges::lower_bound(points, x, {}, [](const PlottedPoint& point) { return point.at.x(); });
  if (at == points.begin()) return &points.front();
  if (at == points.end()) return &points.back();
  const auto before = std::prev(at);
  return x - before->at.x() < at->at.x() - x ? &*before : &*at;
}

}  // namespace noiseloom
