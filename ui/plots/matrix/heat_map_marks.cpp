#include <QFontMetricsF>
#include <QMargins>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

#include "ui/plots/canvas/point_tip.h"
#include "ui/plots/matrix/heat_map_scene.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr double kLeastForValues = 28;  // size of an entry in pixels from which its value is printed
constexpr double kLeastForCells = 6;    // size from which it is framed
constexpr double kFaint = 0.16;

const Theme& themeOfScene(const HeatMapScene& scene) {
  return themeOf(paletteFor(scene.dark));
}

QColor faded(QColor color, double alpha) {
  color.setAlphaF(static_cast<float>(alpha));
  return color;
}

/// The common format of all values in view: the same number of decimals, so that they can be compared.
struct ValueFormat {
  int decimals = 0;
  bool fits = false;

  QString text(double value) const {
    const QString fixed = QString::number(std::abs(value), 'f', decimals);
    // A nonzero value that rounds to zero.
    if (value != 0 && fixed.toDouble() == 0) return QStringLiteral("≈ 0");
    return (value < 0 ? QStringLiteral("−") : QString()) + withDecimalSign(fixed);
  }
};

/// The most decimals, up to three, with which every value fits into `room` pixels.
ValueFormat formatFor(const std::vector<double>& values, const QFontMetricsF& metrics, double room) {
  const bool whole = std::all_of(values.begin(), values.end(), [](double value) { return value == std::floor(value); });
  for (ValueFormat format{whole ? 0 : 3, false}; format.decimals >= 0; --format.decimals) {
    format.fits = std::all_of(values.begin(), values.end(),
                              [&](double value) { return metrics.horizontalAdvance(format.text(value)) <= room; });
    if (format.fits && (whole || format.decimals > 0)) return format;
  }
  return {};
}

/// Black or white, whichever reads better (relative luminance of WCAG 2).
QColor inkOn(const QColor& background) {
  const auto linear = [](double part) {
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  const double luminance =
      0.2126 * linear(background.redF()) + 0.7152 * linear(background.greenF()) + 0.0722 * linear(background.blueF());
  return luminance > 0.179 ? QColor(Qt::black) : QColor(Qt::white);
}

/// The frame of an entry, or a spot of a few pixels if entries are smaller.
QRectF frameOf(const QRectF& plot, const MatrixWindow& window, MatrixCell cell) {
  QRectF frame = heatMapCell(plot, window, cell);
  const double across = std::max(0.0, (kLeastForCells - frame.width()) / 2);
  const double down = std::max(0.0, (kLeastForCells - frame.height()) / 2);
  frame.adjust(-across, -down, across, down);
  return frame;
}

PointText textOf(const MatrixReading& reading) {
  PointText text;
  text.heading = reading.heading;
  text.lines = {resultText(reading.value, 6)};
  if (!reading.detail.isEmpty()) text.lines.append(reading.detail);
  return text;
}

QPointF tipAnchor(const QRectF& plot, const HeatMapScene& scene) {
  return scene.crossHair ? *scene.crossHair : heatMapCell(plot, scene.window, scene.reading->cell).center();
}

/// Tool tips use the window's font; axes use a smaller one.
QFont tipFont(const HeatMapScene& scene) {
  return scaledFont(scene.font, 1 / 0.92);
}

}  // namespace

void paintCellValues(QPainter& painter, const QRectF& plot, const HeatMapScene& scene) {
  if (!scene.raster || !scene.raster->showsEntries()) return;
  const Raster& raster = *scene.raster;
  const QRectF first = heatMapCell(plot, scene.window, {raster.rowBegin, raster.columnBegin});
  const double side = std::min(first.width(), first.height());
  if (side < kLeastForValues) return;
  QFont font = tabularFigures(scene.font);
  font.setPixelSize(std::clamp(static_cast<int>(side * 0.3), 9, 22));
  const QFontMetricsF metrics(font);
  const ColorMap& map = raster.scale.colors(scene.dark);
  const Theme& theme = themeOfScene(scene);
  const MatrixPicture& cells = raster.cells;
  const ValueFormat format = formatFor(cells.values, metrics, side - kHalfGrid);
  if (!format.fits) return;
  painter.setFont(font);
  for (Index y = 0; y < cells.height; ++y) {
    for (Index x = 0; x < cells.width; ++x) {
      const QRectF cell = heatMapCell(plot, scene.window, {raster.rowBegin + y, raster.columnBegin + x});
      if (!cell.intersects(plot)) continue;
      const double value = cells.values[y * cells.width + x];
      QColor behind(map.of(raster.scale.position(value)));
      if (scene.stale) behind = theme.plot;
      // Zeros are fainter, since most entries are zero.
      painter.setPen(value == 0 ? faded(theme.mutedText, 0.55) : faded(inkOn(behind), scene.stale ? 0.5 : 0.9));
      painter.drawText(cell, Qt::AlignCenter, value == 0 ? QStringLiteral("0") : format.text(value));
    }
  }
}

void paintBrush(QPainter& painter, const QRectF& plot, const HeatMapScene& scene) {
  const QColor accent = themeOfScene(scene).accent;
  const MatrixWindow& window = scene.window;
  // At least two pixels wide.
  const auto paintBand = [&](QRectF band, bool across) {
    const double grow = std::max(0.0, (2 - (across ? band.height() : band.width())) / 2);
    band += across ? QMarginsF(0, grow, 0, grow) : QMarginsF(grow, 0, grow, 0);
    const bool wide = (across ? band.height() : band.width()) > 4;
    painter.fillRect(band, faded(accent, wide ? kFaint : 0.5));
    if (!wide) return band;
    painter.setPen(QPen(faded(accent, 0.8), 1));
    painter.drawLine(band.topLeft(), across ? band.topRight() : band.bottomLeft());
    painter.drawLine(across ? band.bottomLeft() : band.topRight(), band.bottomRight());
    return band;
  };
  const auto paintRow = [&](Index row) {
    const QRectF cell = heatMapCell(plot, window, {row, 0});
    return paintBand({plot.left(), cell.top(), plot.width(), cell.height()}, true);
  };
  const auto paintLag = [&](Index lag) {
    const QRectF cell = heatMapCell(plot, window, {0, lag});
    paintBand({cell.left(), plot.top(), cell.width(), plot.height()}, false);
  };
  const auto paintDiagonal = [&](Index lag, bool above) {
    // Entries (i, i - lag), or (i, i + lag) above the diagonal, for the rows in view.
    const Index shift = above ? lag : -lag;
    const Index begin = std::max(window.rowBegin(), window.columnBegin() - shift);
    const Index end = std::min(window.rowEnd(), window.columnEnd() - shift);
    if (begin >= end) return;
    const QRectF first = heatMapCell(plot, window, {begin, begin + shift});
    if (first.width() >= kLeastForCells) {
      painter.setBrush(faded(accent, kFaint));
      painter.setPen(QPen(faded(accent, 0.9), first.width() > 16 ? 2 : 1));
      for (Index i = begin; i < end; ++i)
        painter.drawRect(heatMapCell(plot, window, {i, i + shift}).adjusted(1, 1, -1, -1));
      return;
    }
    const QRectF last = heatMapCell(plot, window, {end - 1, end - 1 + shift});
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(faded(accent, 0.75), std::max(2.0, first.width())));
    painter.drawLine(first.center(), last.center());
    painter.setRenderHint(QPainter::Antialiasing, false);
  };
  painter.setBrush(Qt::NoBrush);
  // The cross-hair already shows the pointer's row.
  if (scene.row && !scene.crossHair) paintRow(*scene.row);
  if (scene.diagonal && scene.byLag) {
    paintLag(*scene.diagonal);
  } else if (scene.diagonal) {
    paintDiagonal(*scene.diagonal, false);
    if (scene.bothSides && *scene.diagonal != 0) paintDiagonal(*scene.diagonal, true);
  }
  painter.setBrush(Qt::NoBrush);
  if (!scene.markedRow) return;
  const QRectF band = paintRow(*scene.markedRow);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(accent);
  const double y = band.center().y();
  painter.drawPolygon(QPolygonF{{plot.left(), y - 5}, {plot.left() + 8, y}, {plot.left(), y + 5}});
  painter.drawPolygon(QPolygonF{{plot.right(), y - 5}, {plot.right() - 8, y}, {plot.right(), y + 5}});
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setBrush(Qt::NoBrush);
}

void paintPointer(QPainter& painter, const QRectF& plot, const HeatMapScene& scene) {
  const Theme& theme = themeOfScene(scene);
  if (scene.crossHair && plot.contains(*scene.crossHair)) {
    painter.setPen(QPen(faded(theme.text, 0.45), 1));
    painter.drawLine(QPointF(plot.left(), scene.crossHair->y()), QPointF(plot.right(), scene.crossHair->y()));
    painter.drawLine(QPointF(scene.crossHair->x(), plot.top()), QPointF(scene.crossHair->x(), plot.bottom()));
  }
  if (!scene.cursor) return;
  const QRectF frame = frameOf(plot, scene.window, *scene.cursor);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.plot, 4));
  painter.drawRect(frame);
  painter.setPen(QPen(theme.accent, 2));
  painter.drawRect(frame);
}

QRectF heatMapInset(const QRectF& plot, const HeatMapScene& scene) {
  const double side = std::min(112.0, std::floor(plot.width() * 0.26));
  if (!scene.inset || !scene.raster || scene.window.isWhole() || side < 32) return {};
  return {plot.right() - side - kGrid, plot.top() + kGrid, side, side};
}

void paintInset(QPainter& painter, const QRectF& plot, const HeatMapScene& scene) {
  const QRectF inset = heatMapInset(plot, scene);
  if (inset.isEmpty()) return;
  const Theme& theme = themeOfScene(scene);
  painter.fillRect(inset.adjusted(-2, -2, 2, 2), theme.plot);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawImage(inset, scene.raster->overview);
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.border, 1));
  painter.drawRect(inset.adjusted(-1, -1, 0, 0));
  const MatrixWindow& window = scene.window;
  const double across = inset.width() / static_cast<double>(window.columns());
  const double down = inset.height() / static_cast<double>(window.rows());
  QRectF view(inset.left() + window.column() * across, inset.top() + window.row() * down, window.span() * across,
              window.rowSpan() * down);
  const double wider = std::max(0.0, (8 - view.width()) / 2);
  const double higher = std::max(0.0, (8 - view.height()) / 2);
  view.adjust(-wider, -higher, wider, higher);
  view.moveLeft(std::clamp(view.left(), inset.left(), inset.right() - view.width()));
  view.moveTop(std::clamp(view.top(), inset.top(), inset.bottom() - view.height()));
  painter.setPen(QPen(theme.accent, 2));
  painter.setBrush(faded(theme.accent, kFaint));
  painter.drawRect(view);
  painter.setBrush(Qt::NoBrush);
}

QRectF heatMapTip(const QRectF& plot, const HeatMapScene& scene) {
  if (!scene.reading) return {};
  return pointTipRect(plot, tipAnchor(plot, scene), textOf(*scene.reading), tipFont(scene));
}

void paintTip(QPainter& painter, const QRectF& plot, const HeatMapScene& scene) {
  if (!scene.reading || !scene.raster) return;
  // The entry's colour at the edge.
  const ValueScale& scale = scene.raster->scale;
  paintPointTip(painter, plot, tipAnchor(plot, scene), textOf(*scene.reading),
                QColor(scale.colors(scene.dark).of(scale.position(scene.reading->value))), paletteFor(scene.dark),
                tipFont(scene));
}

}  // namespace noiseloom
