#include "ui/plots/matrix/heat_map_scene.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "ui/plots/canvas/axes_painter.h"
#include "ui/plots/matrix/heat_map_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// The widest label of an axis that counts.
const QString kWidestLabel = QStringLiteral("10 000");

void paintImage(QPainter& painter, const QRectF& plot, const HeatMapScene& scene) {
  painter.save();
  painter.setClipRect(plot);
  if (scene.stale) painter.setOpacity(0.35);
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  const Raster& raster = *scene.raster;
  const MatrixWindow& window = scene.window;
  const QRectF first = heatMapCell(plot, window, {raster.rowBegin, raster.columnBegin});
  const QRectF last = heatMapCell(plot, window, {raster.rowEnd - 1, raster.columnEnd - 1});
  const QRectF target(first.topLeft(), last.bottomRight());
  // While the picture of a new window is being made the old one moves along, over a coarse one of everything.
  if (!target.adjusted(-0.5, -0.5, 0.5, 0.5).contains(plot)) {
    const QRectF begin = heatMapCell(plot, window, {0, 0});
    const QRectF end = heatMapCell(plot, window, {window.rows() - 1, window.columns() - 1});
    const QRectF whole(begin.topLeft(), end.bottomRight());
    // Only the part in view: a whole matrix that is thousands of times as large as the plot has no place in a painter.
    const QRectF seen = whole & plot;
    const double across = raster.overview.width() / whole.width();
    const double down = raster.overview.height() / whole.height();
    painter.drawImage(seen, raster.overview,
                      QRectF((seen.left() - whole.left()) * across, (seen.top() - whole.top()) * down,
                             seen.width() * across, seen.height() * down));
  }
  painter.drawImage(target, raster.image);
  painter.restore();
}

/// The ticks of an axis that counts from 0. Far into a large matrix, where labels would be too long, they count from
/// `base`, a round number that stays while the view moves a little.
struct IndexTicks {
  std::vector<Tick> ticks;
  double base = 0;

  QString title(const QString& name) const {
    if (base == 0) return name;
    QString number = QString::number(base, 'f', 0);
    for (qsizetype at = number.size() - 3; at > 0; at -= 3) number.insert(at, QChar(0x202F));  // narrow space
    return QCoreApplication::translate("HeatMap", "%1 − %2").arg(name, number);
  }
};

IndexTicks indexTicks(double first, double span, double pixels, bool horizontal, const QFontMetricsF& metrics) {
  constexpr double kStepsInView = 100;
  const double widest = metrics.horizontalAdvance(kWidestLabel);
  // As many as fit beside or below one another.
  const double label = std::min(widest, metrics.horizontalAdvance(tickLabel(std::floor(first + span), 1)));
  const double apart = horizontal ? label + kGrid : 1.5 * metrics.height();
  IndexTicks found;
  for (int most = 7; most >= 2; --most) {
    found.ticks = integerTicks(first - 0.5, first + span - 0.5, most);
    if (found.ticks.size() < 2) break;
    if ((found.ticks[1].position - found.ticks[0].position) * pixels / span >= apart) break;
  }
  const bool fit = std::ranges::all_of(
      found.ticks, [&](const Tick& tick) { return metrics.horizontalAdvance(tick.label) <= widest; });
  if (fit || found.ticks.size() < 2) return found;
  const double step = found.ticks[1].position - found.ticks[0].position;
  found.base = std::floor(found.ticks[0].position / (kStepsInView * step)) * kStepsInView * step;
  if (found.base == 0) return found;
  for (Tick& tick : found.ticks) tick.label = tickLabel(tick.position - found.base, step);
  return found;
}

void paintAxes(QPainter& painter, const QRectF& plot, const HeatMapScene& scene, const Theme& theme) {
  const QFontMetricsF metrics(scene.font);
  const MatrixWindow& window = scene.window;
  IndexTicks across = indexTicks(window.column(), window.span(), plot.width(), true, metrics);
  IndexTicks down = indexTicks(window.row(), window.rowSpan(), plot.height(), false, metrics);
  // At the middle of entries; rows are counted from the top.
  for (Tick& tick : across.ticks) tick.position = (tick.position + 0.5 - window.column()) / window.span();
  for (Tick& tick : down.ticks) tick.position = 1 - (tick.position + 0.5 - window.row()) / window.rowSpan();
  paintAxes(painter, plot, {across.ticks, across.title(scene.columnName)}, {down.ticks, down.title(scene.rowName)},
            kWidestLabel, theme);
}

void paintColors(QPainter& painter, const QRectF& plot, const HeatMapScene& scene, const Theme& theme) {
  const ValueScale scale = scene.raster ? scene.raster->scale : ValueScale();
  const ColorMap& map = scale.colors(scene.dark);
  const QRectF bar = paintColorBar(
      painter, plot, [&map](double share) { return map.of(share); },
      {scale.ticks(plot.height() < 160 ? 3 : 7), scene.valueName}, theme);
  painter.setRenderHint(QPainter::Antialiasing);
  if (scene.raster && scene.raster->clipped) {
    // An arrow head: there are entries beyond the end of the scale.
    painter.setPen(QPen(theme.border, 1));
    painter.setBrush(QColor(map.at(ColorMap::kSize - 1)));
    painter.drawPolygon(QPolygonF{bar.topLeft(), {bar.center().x(), bar.top() - 7}, bar.topRight()});
  }
  if (scene.reading) {
    // The value that is read, on the bar.
    const double y = bar.bottom() - std::clamp(scale.position(scene.reading->value), 0.0, 1.0) * bar.height();
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.text);
    painter.drawPolygon(QPolygonF{{bar.left() - 6, y - 4}, {bar.left(), y}, {bar.left() - 6, y + 4}});
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const QPen& pen : {QPen(theme.plot, 3), QPen(theme.text, 1)}) {
      painter.setPen(pen);
      painter.drawLine(QPointF(bar.left(), y), QPointF(bar.right(), y));
    }
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setBrush(Qt::NoBrush);
}

}  // namespace

MatrixWindow wholeOf(const Strategy& strategy, MatrixOf which) {
  return {rowsOf(strategy, which), columnsOf(strategy, which)};
}

void nameAxes(HeatMapScene& scene, const Strategy& strategy, MatrixOf which) {
  scene.valueName = entryName(which);
  scene.rowName = rowAxisName(strategy, which);
  scene.columnName = columnAxisName(strategy, which);
}

QRectF heatMapCell(const QRectF& plot, const MatrixWindow& window, MatrixCell cell) {
  const double across = plot.width() / window.span();
  const double down = plot.height() / window.rowSpan();
  return {plot.left() + (static_cast<double>(cell.column) - window.column()) * across,
          plot.top() + (static_cast<double>(cell.row) - window.row()) * down, across, down};
}

QRectF heatMapPlotArea(const QRectF& bounds, const QFont& font) {
  const QRectF inner = insideAxes(bounds, font, kWidestLabel, QStringLiteral("−0.005"));
  const double side = std::max(16.0, std::floor(std::min(inner.width(), inner.height())));
  return QRectF(std::round(inner.left() + std::max(0.0, inner.width() - side) / 2),
                std::round(inner.top() + std::max(0.0, inner.height() - side) / 2), side, side);
}

void paintHeatMap(QPainter& painter, const QRectF& bounds, const HeatMapScene& scene) {
  const Theme& theme = themeOf(paletteFor(scene.dark));
  const QRectF plot = heatMapPlotArea(bounds, scene.font);
  painter.setFont(scene.font);
  painter.fillRect(plot, QColor(ColorMap::sequential(scene.dark).at(0)));
  if (scene.raster) paintImage(painter, plot, scene);
  painter.save();
  painter.setClipRect(plot);
  paintCellValues(painter, plot, scene);
  paintBrush(painter, plot, scene);
  paintPointer(painter, plot, scene);
  paintInset(painter, plot, scene);
  paintTip(painter, plot, scene);
  painter.restore();
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setFont(scene.font);
  paintAxes(painter, plot, scene, theme);
  paintColors(painter, plot, scene, theme);
}

}  // namespace noiseloom
