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

bool isLower(const PlottedPoint& point, const PlottedPoint& other) {
  return point.at.y() < other.at.y();
}

}  // namespace

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
  // With few points none is left out, so that points sharing a column all stay visible.
  constexpr std::ptrdiff_t kFew = 100;
  const bool few = end - begin <= kFew;
  const double most = std::max(1, columns);
  // Everything beyond an edge counts as one column there.
  const auto columnOf = [&](const PlottedPoint& point) {
    return std::clamp(std::floor((point.at.x() - across.from) * most / across.length()), -1.0, most);
  };
  QList<QPointF> kept;
  while (begin != end) {
    const auto gap = [&](auto at) { return connected && at->index != std::prev(at)->index + 1; };
    if (!kept.isEmpty() && gap(begin)) kept.append({kNone, kNone});
    auto next = std::next(begin);
    const double column = columnOf(*begin);
    while (!few && next != end && columnOf(*next) == column && !gap(next)) ++next;
    const auto low = std::min_element(begin, next, isLower);
    const auto high = std::max_element(begin, next, isLower);
    kept.append(std::min(low, high)->at);
    if (low != high) kept.append(std::max(low, high)->at);
    begin = next;
  }
  return kept;
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
