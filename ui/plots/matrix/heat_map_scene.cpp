#include "ui/plots/matrix/heat_map_scene.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/plots/canvas/axes_painter.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// The widest label of an axis that counts.
const QString kWidestLabel = QStringLiteral("9.5·10⁵");

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
  // Until the picture of a new window is ready the old one moves along, above a coarse overview.
  if (!target.adjusted(-0.5, -0.5, 0.5, 0.5).contains(plot)) {
    const QRectF begin = heatMapCell(plot, window, {0, 0});
    const QRectF end = heatMapCell(plot, window, {window.rows() - 1, window.columns() - 1});
    const QRectF whole(begin.topLeft(), end.bottomRight());
    // Only the part in view: a matrix drawn thousands of times larger than the plot would overflow the painter.
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

void paintAxes(QPainter& painter, const QRectF& plot, const HeatMapScene& scene, const Theme& theme) {
  const QFontMetricsF metrics(scene.font);
  const MatrixWindow& window = scene.window;
  IndexTicks across = indexTicks(window.column(), window.span(), plot.width(), true, metrics);
  IndexTicks down = indexTicks(window.row(), window.rowSpan(), plot.height(), false, metrics);
  // Ticks are at the middle of entries; rows are counted from the top.
  for (Tick& tick : across.ticks) tick.position = (tick.position + 0.5 - window.column()) / window.span();
  for (Tick& tick : down.ticks) tick.position = 1 - (tick.position + 0.5 - window.row()) / window.rowSpan();
  const auto title = [](const QString& name, double aPixel) {
    if (aPixel <= 1) return name;
    return QCoreApplication::translate("HeatMap", "%1, %2 to a pixel").arg(name, resultText(aPixel, 2));
  };
  const double columns = scene.raster ? scene.raster->columnsAPixel() : 1;
  const double rows = scene.raster ? scene.raster->rowsAPixel() : 1;
  paintFrame(painter, plot, theme);
  paintAxes(painter, plot, {across.ticks, title(across.title(scene.columnName), columns)},
            {down.ticks, title(down.title(scene.rowName), rows)}, kWidestLabel, theme);
}

void paintColors(QPainter& painter, const QRectF& plot, const HeatMapScene& scene, const Theme& theme) {
  const ValueScale scale = scene.raster ? scene.raster->scale : ValueScale();
  const ColorMap& map = scale.colors(scene.dark);
  const QRectF bar = paintColorBar(
      painter, plot, [&map](double share) { return map.of(share); },
      {scale.ticks(plot.height() < 160 ? 3 : 7), scene.valueName}, theme);
  painter.setRenderHint(QPainter::Antialiasing);
  if (scene.raster && scene.raster->clipped) {
    // An arrow head: some entries exceed the scale.
    painter.setPen(QPen(theme.border, 1));
    painter.setBrush(QColor(map.at(ColorMap::kSize - 1)));
    painter.drawPolygon(QPolygonF{bar.topLeft(), {bar.center().x(), bar.top() - 7}, bar.topRight()});
  }
  if (scene.reading) {
    // The value being read, on the bar.
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

QString IndexTicks::title(const QString& name) const {
  if (base == 0) return name;
  return QCoreApplication::translate("HeatMap", "%1 − %2").arg(name, countText(std::llround(base)));
}

IndexTicks indexTicks(double first, double span, double pixels, bool horizontal, const QFontMetricsF& metrics) {
  constexpr double kStepsInView = 100;
  const double widest = metrics.horizontalAdvance(kWidestLabel);
  const auto widestOf = [&](const std::vector<Tick>& ticks) {
    double found = 0;
    for (const Tick& tick : ticks) found = std::max(found, metrics.horizontalAdvance(tick.label));
    return found;
  };
  IndexTicks found;
  // The largest number of ticks that fit beside or below one another.
  for (int most = 7; most >= 2; --most) {
    found = {integerTicks(first - 0.5, first + span - 0.5, most), 0};
    if (found.ticks.size() < 2) break;
    const double step = found.ticks[1].position - found.ticks[0].position;
    if (widestOf(found.ticks) > widest)
      found.base = std::floor(found.ticks[0].position / (kStepsInView * step)) * kStepsInView * step;
    if (found.base > 0) {
      for (Tick& tick : found.ticks) tick.label = tickLabel(tick.position - found.base, step);
    }
    const double apart = horizontal ? widestOf(found.ticks) + kGrid : 1.5 * metrics.height();
    if (step * pixels / span >= apart) break;
  }
  return found;
}

MatrixWindow wholeOf(const Strategy& strategy, MatrixOf which, MatrixLayout layout) {
  const bool byLag = layout == MatrixLayout::ByLag;
  return {rowsOf(strategy, which), byLag ? *lagsOf(strategy, which) : columnsOf(strategy, which), byLag};
}

void nameAxes(HeatMapScene& scene, const Strategy& strategy, MatrixOf which, MatrixLayout layout) {
  scene.valueName = entryName(which);
  scene.rowName = rowAxisName(strategy, which);
  scene.columnName = columnAxisName(strategy, which, layout);
  scene.byLag = layout == MatrixLayout::ByLag;
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
