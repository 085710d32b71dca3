#include "ui/plots/bands_map/bands_map_scene.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "ui/plots/canvas/axes_painter.h"
#include "ui/style/color_map.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

/// The widest label of the epochs.
const QString kWidestLabel = QStringLiteral("128");
/// One band already differs from paper, which is for cells that are not known.
constexpr double kLeastColor = 0.06;

QString tr(const char* text) {
  return QCoreApplication::translate("noiseloom", text);
}

/// Of a share of the scale, which is logarithmic.
QRgb colorOf(const BandsMapScene& scene, double share) {
  return ColorMap::sequential(scene.dark).of(kLeastColor + (1 - kLeastColor) * share);
}

/// Where a value lies between the middles of the cells, in cells from the first edge; values outside stay outside.
template <class Value>
double placeOf(const std::vector<Value>& values, double value) {
  if (values.size() < 2) return 0.5;
  std::size_t at = 0;
  while (at + 2 < values.size() && static_cast<double>(values[at + 1]) < value) ++at;
  const double low = std::log(static_cast<double>(values[at]));
  const double high = std::log(static_cast<double>(values[at + 1]));
  return static_cast<double>(at) + 0.5 + (std::log(value) - low) / (high - low);
}

/// Ticks at the middles of cells, thinned until labels of the needed size fit side by side.
template <class Value>
std::vector<Tick> ticksOf(const std::vector<Value>& values, double room, double needed) {
  const auto count = static_cast<double>(values.size());
  const auto stride = static_cast<std::size_t>(std::max(1.0, std::ceil(needed * count / room)));
  std::vector<Tick> ticks;
  for (std::size_t i = 0; i < values.size(); i += stride)
    ticks.push_back({(static_cast<double>(i) + 0.5) / count, entryText(static_cast<double>(values[i]))});
  return ticks;
}

std::vector<Tick> bandTicks(const BandsMapScene& scene, double room) {
  const double most = std::log10(static_cast<double>(scene.mostBands()));
  std::vector<Tick> ticks = logTicks(0, std::max(most, 0.31), room < 120 ? 4 : 7);
  std::erase_if(ticks,
                [most](const Tick& tick) { return tick.position > most || tick.label.contains(QLatin1Char('.')); });
  for (Tick& tick : ticks) tick.position /= most;
  return ticks;
}

/// The larger font in which a number fits into its cell; none when it fits in neither.
std::optional<QFont> fontFor(const QString& text, const QSizeF& cell, const QFont& font) {
  for (const double size : {0.94, 0.78}) {
    const QFont tried = scaledFont(font, size);
    const QFontMetricsF metrics(tried);
    if (metrics.horizontalAdvance(text) + 2 <= cell.width() && metrics.capHeight() + 4 <= cell.height()) return tried;
  }
  return std::nullopt;
}

void paintCells(QPainter& painter, const QRectF& bounds, const BandsMapScene& scene, const Theme& theme) {
  const double most = std::log(static_cast<double>(scene.mostBands()));
  for (std::size_t i = 0; i < scene.cells.size(); ++i) {
    if (!scene.cells[i].known) continue;
    const QRectF cell = bandsMapCell(bounds, scene, i);
    const double bands = std::max(1.0, static_cast<double>(scene.cells[i].bands));
    const QColor color(colorOf(scene, std::log(bands) / most));
    painter.fillRect(cell.adjusted(0.5, 0.5, -0.5, -0.5), color);
    const QString text = QString::number(scene.cells[i].bands);
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
    painter.drawRect(bandsMapCell(bounds, scene, *scene.cursor));
  }
}

void paintRing(QPainter& painter, const QRectF& bounds, const BandsMapScene& scene, const Theme& theme) {
  const QRectF ring = bandsMapFrame(bounds, scene);
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

std::size_t BandsMapScene::known() const {
  return static_cast<std::size_t>(std::ranges::count(cells, true, &BestBandsCell::known));
}

Index BandsMapScene::mostBands() const {
  Index most = 2;
  for (const BestBandsCell& cell : cells) {
    if (cell.known) most = std::max(most, cell.bands);
  }
  return most;
}

QRectF bandsMapPlotArea(const QRectF& bounds, const BandsMapScene& scene) {
  const QRectF area = insideAxes(bounds, scene.font, kWidestLabel, QStringLiteral("2000"));
  return {area.left(), area.top(), std::max(16.0, area.width()), std::max(16.0, area.height())};
}

QRectF bandsMapCell(const QRectF& bounds, const BandsMapScene& scene, std::size_t index) {
  const QRectF plot = bandsMapPlotArea(bounds, scene);
  const double width = plot.width() / static_cast<double>(scene.epsilons.size());
  const double height = plot.height() / static_cast<double>(scene.epochs.size());
  const auto column = static_cast<double>(index % scene.epsilons.size());
  const auto row = static_cast<double>(index / scene.epsilons.size());
  return {plot.left() + column * width, plot.bottom() - (row + 1) * height, width, height};
}

QRectF bandsMapFrame(const QRectF& bounds, const BandsMapScene& scene) {
  if (!scene.scenario || scene.isEmpty()) return {};
  const auto columns = static_cast<double>(scene.epsilons.size());
  const auto rows = static_cast<double>(scene.epochs.size());
  const double column = placeOf(scene.epsilons, scene.scenario->first);
  const double row = placeOf(scene.epochs, scene.scenario->second);
  if (column < 0 || column > columns || row < 0 || row > rows) return {};
  // On the nearest cell: between two it would frame parts of both numbers.
  const auto nearest = [](double at, double count) { return static_cast<std::size_t>(std::min(at, count - 1)); };
  const QRectF cell =
      bandsMapCell(bounds, scene, nearest(row, rows) * scene.epsilons.size() + nearest(column, columns));
  // Around the number of its cell, never across it.
  QRectF frame(QPointF(), cell.size().expandedTo(QSizeF(3 * kGrid, 2 * kGrid)) + QSizeF(2, 2));
  frame.moveCenter(cell.center());
  return frame;
}

std::optional<std::size_t> bandsMapCellAt(const QRectF& bounds, const BandsMapScene& scene, QPointF position) {
  const QRectF plot = bandsMapPlotArea(bounds, scene);
  if (scene.isEmpty() || !plot.contains(position)) return std::nullopt;
  const auto place = [](double share, std::size_t count) {
    return std::min(count - 1, static_cast<std::size_t>(std::max(0.0, share * static_cast<double>(count))));
  };
  const std::size_t column = place((position.x() - plot.left()) / plot.width(), scene.epsilons.size());
  const std::size_t row = place((plot.bottom() - position.y()) / plot.height(), scene.epochs.size());
  return row * scene.epsilons.size() + column;
}

void paintBandsMap(QPainter& painter, const QRectF& bounds, const BandsMapScene& scene) {
  const Theme& theme = themeOf(paletteFor(scene.dark));
  painter.setFont(scene.font);
  if (scene.isEmpty()) {
    painter.setPen(theme.mutedText);
    painter.drawText(bounds.adjusted(3 * kGrid, kGrid, -3 * kGrid, -kGrid), Qt::AlignCenter | Qt::TextWordWrap,
                     scene.emptyText);
    return;
  }
  const QRectF plot = bandsMapPlotArea(bounds, scene);
  painter.setOpacity(scene.stale ? 0.35 : 1);
  paintCells(painter, bounds, scene, theme);
  painter.setOpacity(1);
  painter.setFont(scene.font);
  const QFontMetricsF metrics(scene.font);
  const double widest = metrics.horizontalAdvance(QStringLiteral("0.25 "));
  paintAxes(painter, plot, {ticksOf(scene.epsilons, plot.width(), widest), tr("epsilon")},
            {ticksOf(scene.epochs, plot.height(), metrics.height()), tr("epochs k")}, kWidestLabel, theme);
  paintColorBar(
      painter, plot, [&scene](double share) { return colorOf(scene, share); },
      {bandTicks(scene, plot.height()), tr("best bands b")}, theme);
  paintRing(painter, bounds, scene, theme);
}

}  // namespace noiseloom
