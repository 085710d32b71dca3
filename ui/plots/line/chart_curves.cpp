#include "ui/plots/line/chart_curves.h"

#include <QChart>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "ui/plots/line/dense_line.h"

namespace noiseloom {
namespace {

/// Beyond the plot area nothing of a line is drawn; within this margin, in pixels, its caps and joins are.
constexpr double kMargin = 64;
/// In widths and heights of the plot area: lines that are longer go up and down all the time.
constexpr double kLongestSmooth = 2;
/// A marker at the very edge still belongs to the plot area.
constexpr double kEdge = 0.5;

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

/// What of a line with gaps can be in view: numbers of a size that Qt can draw.
std::vector<QPolygonF> piecesWithin(const QPolygonF& points, const QRectF& bounds) {
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

double lengthOf(const QPolygonF& line) {
  double length = 0;
  for (qsizetype i = 1; i < line.size(); ++i) length += QLineF(line[i - 1], line[i]).length();
  return length;
}

/// Whether pixels are drawn, and columns of the painter are columns of pixels.
bool drawsColumns(const QPainter& painter) {
  return painter.paintEngine()->type() == QPaintEngine::Raster &&
         painter.deviceTransform().type() <= QTransform::TxScale;
}

/// Fills what dense lines cover, pixels that are covered alike in one piece.
void paintCovers(QPainter& painter, const std::vector<ColumnCover>& covers, const QColor& color) {
  painter.save();
  painter.setTransform(painter.deviceTransform().inverted(), true);
  painter.setRenderHint(QPainter::Antialiasing, false);
  std::vector<int> rows;
  for (const ColumnCover& cover : covers) {
    // How much is covered only changes in the rows where a run begins or ends.
    rows.clear();
    for (const ColumnRun& run : cover.runs) {
      if (run == ColumnRun()) continue;
      for (const double end : {run.top, run.bottom}) {
        const int row = static_cast<int>(std::floor(end));
        rows.push_back(row);
        rows.push_back(row + 1);
      }
    }
    std::ranges::sort(rows);
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const double part = rows[i] > rows[i - 1] ? cover.of(rows[i - 1]) : 0;
      if (part <= 0) continue;
      QColor covered = color;
      if (part < 0.999) covered.setAlphaF(static_cast<float>(part) * color.alphaF());
      painter.fillRect(cover.column, rows[i - 1], 1, rows[i] - rows[i - 1], covered);
    }
  }
  painter.restore();
}

void paintLine(QPainter& painter, const QPolygonF& points, const QPen& pen, const QRectF& area) {
  const bool solid = pen.style() == Qt::SolidLine;
  const QTransform device = painter.deviceTransform();
  QList<QLineF> segments;
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  for (const QPolygonF& piece : piecesWithin(points, area.adjusted(-kMargin, -kMargin, kMargin, kMargin))) {
    if (solid && drawsColumns(painter)) {
      const QPolygonF pixels = device.map(piece);
      const double width = pen.widthF() * std::abs(device.m11());
      if (isDense(pixels, width)) {
        paintCovers(painter, coveredColumns(pixels, width, device.mapRect(area).toRect()), pen.color());
        continue;
      }
    }
    if (!solid || (piece.size() > 2 && lengthOf(piece) <= kLongestSmooth * (area.width() + area.height()))) {
      painter.drawPolyline(piece);
      continue;
    }
    for (qsizetype i = 1; i < piece.size(); ++i) segments.append({piece[i - 1], piece[i]});
  }
  if (!segments.isEmpty()) painter.drawLines(segments);
}

void paintMarkers(QPainter& painter, const QPolygonF& points, const MarkerLook& look, const QRectF& area) {
  const QPainterPath marker = markerPath(look.shape, look.size);
  const QRectF within = area.adjusted(-kEdge, -kEdge, kEdge, kEdge);
  painter.setPen(look.pen);
  painter.setBrush(look.brush);
  for (const QPointF& point : points) {
    if (within.contains(point)) painter.drawPath(marker.translated(point));
  }
}

}  // namespace

void paintCurves(QPainter& painter, const CurveSet& set, const QRectF& area) {
  if (area.isEmpty() || !(set.x.length() > 0) || !(set.y.length() > 0)) return;
  const auto pixels = [&](const QList<QPointF>& positions) {
    QPolygonF points;
    points.reserve(positions.size());
    for (const QPointF& at : positions) {
      points.append({area.left() + (at.x() - set.x.from) / set.x.length() * area.width(),
                     area.bottom() - (at.y() - set.y.from) / set.y.length() * area.height()});
    }
    return points;
  };
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const double opacity = painter.opacity();
  for (const Curve& curve : set.curves) {
    painter.setOpacity(opacity * curve.opacity);
    if (!curve.line.isEmpty()) {
      painter.save();
      painter.setClipRect(area, Qt::IntersectClip);
      paintLine(painter, pixels(curve.line), curve.pen, area);
      painter.restore();
    }
    if (!curve.markers.isEmpty()) paintMarkers(painter, pixels(curve.markers), curve.marker, area);
  }
  painter.restore();
}

ChartCurves::ChartCurves(QChart* chart) : QGraphicsItem(chart), m_chart(chart) {
  setZValue(50);  // above the grid, below the legend
  QObject::connect(chart, &QGraphicsWidget::geometryChanged, chart, [this] {
    prepareGeometryChange();
    m_bounds = QRectF(QPointF(0, 0), m_chart->size());
  });
}

void ChartCurves::setCurves(std::shared_ptr<const CurveSet> curves) {
  m_curves = std::move(curves);
  update();
}

void ChartCurves::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  if (!m_leftOut) paintCurves(*painter, *m_curves, m_chart->plotArea());
}

}  // namespace noiseloom
