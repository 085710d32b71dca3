#include "ui/plots/bands_map/bands_map_scene.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "ui/plots/canvas/ticks.h"
#include "ui/style/color_map.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr double kTick = 4;
constexpr double kBar = 12;
/// One band already differs from paper, which is for cells that are not known.
constexpr double kLeastColor = 0.06;

QString tr(const char* text) {
  return QCoreApplication::translate("noiseloom", text);
}

double colorPosition(const BandsMapScene& scene, double bands) {
  const double share = std::log(std::max(bands, 1.0)) / std::log(static_cast<double>(scene.mostBands()));
  return kLeastColor + (1 - kLeastColor) * std::clamp(share, 0.0, 1.0);
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

/// Labels at the middles of cells, thinned until they fit side by side.
template <class Value, class Paint>
void paintLabels(const std::vector<Value>& values, double room, double needed, const Paint& paint) {
  const double each = room / static_cast<double>(values.size());
  const auto stride = static_cast<std::size_t>(std::max(1.0, std::ceil(needed / each)));
  for (std::size_t i = 0; i < values.size(); i += stride) paint(i, entryText(static_cast<double>(values[i])));
}

void paintAxes(QPainter& painter, const QRectF& bounds, const BandsMapScene& scene, const Theme& theme) {
  const QRectF plot = bandsMapPlotArea(bounds, scene);
  const QFontMetricsF metrics(scene.font);
  painter.setFont(scene.font);
  painter.setPen(theme.mutedText);
  const double across = plot.width() / static_cast<double>(scene.epsilons.size());
  const double up = plot.height() / static_cast<double>(scene.epochs.size());
  paintLabels(scene.epsilons, plot.width(), metrics.horizontalAdvance(QStringLiteral("0.25 ")),
              [&](std::size_t i, const QString& text) {
                const double x = plot.left() + (static_cast<double>(i) + 0.5) * across;
                painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + kTick));
                painter.drawText(
                    QPointF(x - metrics.horizontalAdvance(text) / 2, plot.bottom() + kTick + 1 + metrics.ascent()),
                    text);
              });
  paintLabels(scene.epochs, plot.height(), metrics.height(), [&](std::size_t i, const QString& text) {
    const double y = plot.bottom() - (static_cast<double>(i) + 0.5) * up;
    painter.drawLine(QPointF(plot.left() - kTick, y), QPointF(plot.left(), y));
    painter.drawText(QPointF(plot.left() - kTick - 3 - metrics.horizontalAdvance(text), y + metrics.capHeight() / 2),
                     text);
  });
  const QString columns = tr("epsilon");
  painter.drawText(
      QPointF(plot.center().x() - metrics.horizontalAdvance(columns) / 2, plot.bottom() + kTick + 2 * metrics.height()),
      columns);
  const QString rows = tr("epochs k");
  painter.save();
  painter.translate(bounds.left() + metrics.ascent(), plot.center().y() + metrics.horizontalAdvance(rows) / 2);
  painter.rotate(-90);
  painter.drawText(QPointF(0, 0), rows);
  painter.restore();
}

void paintColorBar(QPainter& painter, const QRectF& plot, const BandsMapScene& scene, const Theme& theme) {
  const QFontMetricsF metrics(scene.font);
  const ColorMap& map = ColorMap::sequential(scene.dark);
  const QRectF bar(plot.right() + kGrid + kHalfGrid, plot.top(), kBar, plot.height());
  const double most = std::log10(static_cast<double>(scene.mostBands()));
  QImage strip(1, ColorMap::kSize, QImage::Format_RGB32);
  for (int i = 0; i < ColorMap::kSize; ++i) {
    const double share = 1 - static_cast<double>(i) / (ColorMap::kSize - 1);
    strip.setPixel(0, i, map.of(kLeastColor + (1 - kLeastColor) * share));
  }
  painter.drawImage(bar, strip);
  painter.setPen(QPen(theme.border, 1));
  painter.drawRect(bar);
  painter.setPen(theme.mutedText);
  double widest = 0;
  for (const Tick& tick : logTicks(0, std::max(most, 0.31), bar.height() < 120 ? 4 : 7)) {
    if (tick.position > most || tick.label.contains(QLatin1Char('.'))) continue;
    const double y = bar.bottom() - tick.position / most * bar.height();
    painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + kTick, y));
    painter.drawText(QPointF(bar.right() + kTick + 3, y + metrics.capHeight() / 2), tick.label);
    widest = std::max(widest, metrics.horizontalAdvance(tick.label));
  }
  const QString name = tr("best bands b");
  painter.save();
  painter.translate(bar.right() + kTick + 3 + widest + kHalfGrid + metrics.ascent(),
                    bar.center().y() + metrics.horizontalAdvance(name) / 2);
  painter.rotate(-90);
  painter.drawText(QPointF(0, 0), name);
  painter.restore();
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
  const ColorMap& map = ColorMap::sequential(scene.dark);
  for (std::size_t i = 0; i < scene.cells.size(); ++i) {
    if (!scene.cells[i].known) continue;
    const QRectF cell = bandsMapCell(bounds, scene, i);
    const QColor color(map.of(colorPosition(scene, static_cast<double>(scene.cells[i].bands))));
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

void paintRing(QPainter& painter, const QRectF& plot, const BandsMapScene& scene, const Theme& theme) {
  if (!scene.scenario) return;
  const double x = placeOf(scene.epsilons, scene.scenario->first) / static_cast<double>(scene.epsilons.size());
  const double y = placeOf(scene.epochs, scene.scenario->second) / static_cast<double>(scene.epochs.size());
  if (x < 0 || x > 1 || y < 0 || y > 1) return;
  const QPointF centre(plot.left() + x * plot.width(), plot.bottom() - y * plot.height());
  // Around the number of its cell, never across it.
  const QSizeF cell(plot.width() / static_cast<double>(scene.epsilons.size()),
                    plot.height() / static_cast<double>(scene.epochs.size()));
  const QSizeF size = cell.expandedTo(QSizeF(3 * kGrid, 2 * kGrid)) + QSizeF(2, 2);
  QRectF ring(QPointF(), size);
  ring.moveCenter(centre);
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
  const QFontMetricsF metrics(scene.font);
  const double line = metrics.height();
  const double left = line + metrics.horizontalAdvance(QStringLiteral("128")) + kTick + kGrid;
  const double right =
      kGrid + kHalfGrid + kBar + kTick + 3 + metrics.horizontalAdvance(QStringLiteral("2000")) + line + kGrid;
  const QRectF area = bounds.adjusted(left, kGrid, -right, -(2 * line + kTick + kGrid));
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
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.border, 1));
  painter.drawRect(plot);
  paintAxes(painter, bounds, scene, theme);
  paintColorBar(painter, plot, scene, theme);
  paintRing(painter, plot, scene, theme);
}

}  // namespace noiseloom
