#include "ui/plots/scenario_map/scenario_map_scene.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/plots/canvas/axes_painter.h"
#include "ui/style/color_map.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// The least value must already differ from the background, which means unknown cells.
constexpr double kLeastColor = 0.06;

/// The colour for a position on the scale, which is logarithmic.
QRgb colorOf(const ScenarioMapScene& scene, double share) {
  return ColorMap::sequential(scene.dark).of(kLeastColor + (1 - kLeastColor) * share);
}

/// The position of a value in cells from the first edge, between cell centres; values outside stay outside.
double positionOn(const MapAxis& axis, double value) {
  if (axis.values.size() < 2) return 0.5;
  const auto along = [&](double at) { return isLogarithmic(axis.axis) ? std::log(at) : at; };
  std::size_t at = 0;
  while (at + 2 < axis.values.size() && axis.values[at + 1] < value) ++at;
  const double low = along(axis.values[at]);
  const double high = along(axis.values[at + 1]);
  return static_cast<double>(at) + 0.5 + (along(value) - low) / (high - low);
}

/// Ticks at the centres of cells, thinned until labels of the needed size fit side by side.
std::vector<Tick> ticksOf(const std::vector<double>& values, double room, double needed) {
  const auto count = static_cast<double>(values.size());
  const auto stride = static_cast<std::size_t>(std::max(1.0, std::ceil(needed * count / room)));
  std::vector<Tick> ticks;
  for (std::size_t i = 0; i < values.size(); i += stride)
    ticks.push_back({(static_cast<double>(i) + 0.5) / count, entryText(values[i])});
  return ticks;
}

QString widestOf(const std::vector<double>& values, const QFont& font) {
  const QFontMetricsF metrics(font);
  QString widest;
  for (const double value : values) {
    const QString text = entryText(value);
    if (metrics.horizontalAdvance(text) > metrics.horizontalAdvance(widest)) widest = text;
  }
  return widest;
}

std::vector<Tick> valueTicks(const ScenarioMapScene& scene, double room) {
  const auto [least, most] = scene.range();
  const double low = std::log10(least);
  const double high = std::log10(most);
  std::vector<Tick> ticks = logTicks(low, scene.whole ? std::max(high, 0.31) : high, room < 120 ? 4 : 7);
  std::erase_if(ticks, [&](const Tick& tick) {
    return tick.position > high || tick.position < low || (scene.whole && tick.label.contains(QLatin1Char('.')));
  });
  for (Tick& tick : ticks) tick.position = (tick.position - low) / (high - low);
  return ticks;
}

QString widestTick(const ScenarioMapScene& scene) {
  QString widest = QStringLiteral("2000");
  for (const Tick& tick : valueTicks(scene, 400)) {
    if (tick.label.size() > widest.size()) widest = tick.label;
  }
  return widest;
}

// Noise multipliers and epsilons are upper bounds; an error may be one, too.
QString cellLabel(const ScenarioMapScene& scene, std::size_t i) {
  return scene.whole ? QString::number(std::llround(scene.values[i])) : resultTextUp(scene.values[i], 3);
}

/// The larger font in which a number fits into its cell; nullopt if neither fits.
std::optional<QFont> fontFor(const QString& text, const QSizeF& cell, const QFont& font) {
  for (const double size : {0.94, 0.78}) {
    const QFont tried = scaledFont(font, size);
    const QFontMetricsF metrics(tried);
    if (metrics.horizontalAdvance(text) + 2 <= cell.width() && metrics.capHeight() + 4 <= cell.height()) return tried;
  }
  return std::nullopt;
}

QRectF cellIn(const QRectF& plot, const ScenarioMapScene& scene, std::size_t index) {
  const double width = plot.width() / static_cast<double>(scene.columns());
  const double height = plot.height() / static_cast<double>(scene.up.values.size());
  const auto column = static_cast<double>(index % scene.columns());
  const auto row = static_cast<double>(index / scene.columns());
  return {plot.left() + column * width, plot.bottom() - (row + 1) * height, width, height};
}

void paintCells(QPainter& painter, const QRectF& plot, const ScenarioMapScene& scene, const Theme& theme) {
  const auto [least, most] = scene.range();
  for (std::size_t i = 0; i < scene.cells.size(); ++i) {
    const QRectF cell = cellIn(plot, scene, i).adjusted(0.5, 0.5, -0.5, -0.5);
    if (!scene.cells[i].problem.empty()) {
      painter.fillRect(cell, QBrush(theme.border, Qt::BDiagPattern));
      continue;
    }
    if (!scene.cells[i].known || !std::isfinite(scene.values[i])) continue;
    const double value = std::max(least, scene.values[i]);
    const QColor color(colorOf(scene, std::log(value / least) / std::log(most / least)));
    painter.fillRect(cell, color);
    const QString text = cellLabel(scene, i);
    const std::optional<QFont> font = fontFor(text, cell.size(), scene.font);
    if (!font) continue;
    const QFontMetricsF metrics(*font);
    painter.setFont(*font);
    painter.setPen(qGray(color.rgb()) > 128 ? QColor(0x1b, 0x1f, 0x24) : QColor(0xff, 0xff, 0xff));
    painter.drawText(
        QPointF(cell.center().x() - metrics.horizontalAdvance(text) / 2, cell.center().y() + metrics.capHeight() / 2),
        text);
  }
  if (scene.cursor && *scene.cursor < scene.cells.size()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 2));
    painter.drawRect(cellIn(plot, scene, *scene.cursor));
  }
}

void paintRing(QPainter& painter, const QRectF& bounds, const ScenarioMapScene& scene, const Theme& theme) {
  const QRectF ring = mapFrame(bounds, scene);
  if (ring.isEmpty()) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.plot, 4));
  painter.drawRoundedRect(ring, kHalfGrid, kHalfGrid);
  painter.setPen(QPen(theme.optimum, 2));
  painter.drawRoundedRect(ring, kHalfGrid, kHalfGrid);
  painter.setRenderHint(QPainter::Antialiasing, false);
}

}  // namespace

std::size_t ScenarioMapScene::known() const {
  return static_cast<std::size_t>(std::ranges::count_if(cells, &MapCell::settled));
}

std::size_t ScenarioMapScene::solved() const {
  return static_cast<std::size_t>(std::ranges::count(cells, true, &MapCell::known));
}

std::size_t ScenarioMapScene::estimated() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(cells, [](const MapCell& cell) { return cell.known && cell.estimated; }));
}

std::pair<double, double> ScenarioMapScene::range() const {
  double least = whole ? 1 : std::numeric_limits<double>::infinity();
  double most = whole ? 2 : 0;
  for (const double value : values) {
    if (!std::isfinite(value) || value <= 0) continue;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  if (most <= 0) return {1, 2};
  // Nearly equal values must not have different colours.
  if (most < 1.02 * least) return {least / 1.01, most * 1.01};
  return {least, most};
}

QRectF mapPlotArea(const QRectF& bounds, const ScenarioMapScene& scene) {
  const QRectF area = insideAxes(bounds, scene.font, widestOf(scene.up.values, scene.font), widestTick(scene));
  return {area.left(), area.top(), std::max(16.0, area.width()), std::max(16.0, area.height())};
}

QRectF mapCellRect(const QRectF& bounds, const ScenarioMapScene& scene, std::size_t index) {
  return cellIn(mapPlotArea(bounds, scene), scene, index);
}

QRectF mapFrame(const QRectF& bounds, const ScenarioMapScene& scene) {
  if (!scene.scenario || scene.isEmpty()) return {};
  const auto columns = static_cast<double>(scene.columns());
  const auto rows = static_cast<double>(scene.up.values.size());
  const double column = positionOn(scene.across, scene.scenario->first);
  const double row = positionOn(scene.up, scene.scenario->second);
  if (column < 0 || column > columns || row < 0 || row > rows) return {};
  // On the nearest cell: between two, it would frame parts of both numbers.
  const auto nearest = [](double at, double count) { return static_cast<std::size_t>(std::min(at, count - 1)); };
  const QRectF cell = mapCellRect(bounds, scene, nearest(row, rows) * scene.columns() + nearest(column, columns));
  // Around the number of its cell, never across it.
  QRectF frame(QPointF(), cell.size().expandedTo(QSizeF(3 * kGrid, 2 * kGrid)) + QSizeF(2, 2));
  frame.moveCenter(cell.center());
  return frame;
}

std::optional<std::size_t> mapCellAt(const QRectF& bounds, const ScenarioMapScene& scene, QPointF position) {
  const QRectF plot = mapPlotArea(bounds, scene);
  if (scene.isEmpty() || !plot.contains(position)) return std::nullopt;
  const auto place = [](double share, std::size_t count) {
    return std::min(count - 1, static_cast<std::size_t>(std::max(0.0, share * static_cast<double>(count))));
  };
  const std::size_t column = place((position.x() - plot.left()) / plot.width(), scene.columns());
  const std::size_t row = place((plot.bottom() - position.y()) / plot.height(), scene.up.values.size());
  return row * scene.columns() + column;
}

void paintScenarioMap(QPainter& painter, const QRectF& bounds, const ScenarioMapScene& scene) {
  const Theme& theme = themeOf(paletteFor(scene.dark));
  painter.setFont(scene.font);
  if (scene.isEmpty()) {
    painter.setPen(theme.mutedText);
    painter.drawText(bounds.adjusted(3 * kGrid, kGrid, -3 * kGrid, -kGrid), Qt::AlignCenter | Qt::TextWordWrap,
                     scene.emptyText);
    return;
  }
  const QRectF plot = mapPlotArea(bounds, scene);
  painter.setOpacity(scene.stale ? 0.35 : 1);
  paintCells(painter, plot, scene, theme);
  painter.setOpacity(1);
  painter.setFont(scene.font);
  const QFontMetricsF metrics(scene.font);
  const double wide = metrics.horizontalAdvance(widestOf(scene.across.values, scene.font) + QLatin1Char(' '));
  paintFrame(painter, plot, theme);
  paintAxes(painter, plot, {ticksOf(scene.across.values, plot.width(), wide), scene.acrossTitle},
            {ticksOf(scene.up.values, plot.height(), metrics.height()), scene.upTitle},
            widestOf(scene.up.values, scene.font), theme);
  paintColorBar(
      painter, plot, [&scene](double share) { return colorOf(scene, share); },
      {valueTicks(scene, plot.height()), scene.valueTitle}, theme);
  paintRing(painter, bounds, scene, theme);
}

}  // namespace noiseloom
