#include "ui/plots/canvas/axes_painter.h"

#include <QImage>
#include <algorithm>
#include <utility>

#include "ui/style/color_map.h"
#include "ui/style/fitting_font.h"

namespace noiseloom {
namespace {

constexpr double kTick = 4;
constexpr double kToLabel = kTick + 3;
constexpr double kColorBar = 12;

/// The vertical space of a plot, including what insideAxes() leaves around it: from above the plot to below its title.
std::pair<double, double> roomBeside(const QRectF& plot, const QFontMetricsF& metrics) {
  return {plot.top() - (0.5 * metrics.height() + kGrid), plot.bottom() + spaceBelow(metrics)};
}

/// Paints text that reads upwards, base line at x, centred on the plot as far as there is space; shrinks longer text.
void paintUpright(QPainter& painter, double x, const QRectF& plot, const QString& text) {
  const QFont font = painter.font();
  const auto [top, bottom] = roomBeside(plot, QFontMetricsF(font));
  painter.save();
  painter.setFont(fittingFont(font, text, static_cast<int>(bottom - top)));
  const double half = QFontMetricsF(painter.font()).horizontalAdvance(text) / 2;
  const double middle = std::max(top + half, std::min(plot.center().y(), bottom - half));
  painter.translate(x, middle + half);
  painter.rotate(-90);
  painter.drawText(QPointF(0, 0), text);
  painter.restore();
}

}  // namespace

double spaceBeside(const QFontMetricsF& metrics, const QString& leftLabel, bool titled) {
  return (titled ? metrics.height() : 0) + metrics.horizontalAdvance(leftLabel) + kTick + kHalfGrid;
}

double spaceBelow(const QFontMetricsF& metrics, bool titled) {
  return (titled ? 2 : 1) * metrics.height() + kTick + kGrid;
}

QRectF insideAxes(const QRectF& bounds, const QFont& font, const QString& leftLabel, const QString& barLabel) {
  const QFontMetricsF metrics(font);
  const double line = metrics.height();
  const double right = kGrid + kColorBar + kTick + kGrid + metrics.horizontalAdvance(barLabel) + line;
  return bounds.adjusted(spaceBeside(metrics, leftLabel), line * 0.5 + kGrid, -right, -spaceBelow(metrics));
}

void paintGrid(QPainter& painter, const QRectF& plot, const PaintedAxis& across, const PaintedAxis& up,
               const Theme& theme) {
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.grid, 1));
  painter.drawRect(plot);
  for (const Tick& tick : across.ticks) {
    const double x = plot.left() + tick.position * plot.width();
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
  }
  for (const Tick& tick : up.ticks) {
    const double y = plot.bottom() - tick.position * plot.height();
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
  }
  painter.setPen(QPen(theme.border, 1));
  painter.drawLine(plot.topLeft(), plot.bottomLeft());
  painter.drawLine(plot.bottomLeft(), plot.bottomRight());
}

void paintFrame(QPainter& painter, const QRectF& plot, const Theme& theme) {
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.border, 1));
  painter.drawRect(plot);
}

void paintAxes(QPainter& painter, const QRectF& plot, const PaintedAxis& across, const PaintedAxis& up,
               const QString& leftLabel, const Theme& theme) {
  const QFontMetricsF metrics(painter.font());
  painter.setPen(theme.mutedText);
  for (const Tick& tick : across.ticks) {
    const double x = plot.left() + tick.position * plot.width();
    painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + kTick));
    const double left = x - metrics.horizontalAdvance(tick.label) / 2;
    painter.drawText(QPointF(left, plot.bottom() + kTick + 2 + metrics.ascent()), tick.label);
  }
  for (const Tick& tick : up.ticks) {
    const double y = plot.bottom() - tick.position * plot.height();
    painter.drawLine(QPointF(plot.left() - kTick, y), QPointF(plot.left(), y));
    const double left = plot.left() - kToLabel - metrics.horizontalAdvance(tick.label);
    painter.drawText(QPointF(left, y + metrics.capHeight() / 2), tick.label);
  }
  painter.drawText(QPointF(plot.center().x() - metrics.horizontalAdvance(across.title) / 2,
                           plot.bottom() + kTick + 4 + 2 * metrics.height() - metrics.descent()),
                   across.title);
  if (up.title.isEmpty()) return;
  paintUpright(painter, plot.left() - spaceBeside(metrics, leftLabel) + metrics.ascent(), plot, up.title);
}

QRectF paintColorBar(QPainter& painter, const QRectF& plot, const std::function<QRgb(double)>& colors,
                     const PaintedAxis& axis, const Theme& theme) {
  const QFontMetricsF metrics(painter.font());
  const QRectF bar(plot.right() + kGrid, plot.top(), kColorBar, plot.height());
  QImage strip(1, ColorMap::kSize, QImage::Format_RGB32);
  for (int i = 0; i < ColorMap::kSize; ++i)
    strip.setPixel(0, i, colors(1 - static_cast<double>(i) / (ColorMap::kSize - 1)));
  painter.drawImage(bar, strip);
  painter.setPen(QPen(theme.border, 1));
  painter.drawRect(bar);
  painter.setPen(theme.mutedText);
  double widest = 0;
  for (const Tick& tick : axis.ticks) {
    const double y = bar.bottom() - tick.position * bar.height();
    painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + kTick, y));
    painter.drawText(QPointF(bar.right() + kToLabel, y + metrics.capHeight() / 2), tick.label);
    widest = std::max(widest, metrics.horizontalAdvance(tick.label));
  }
  paintUpright(painter, bar.right() + kToLabel + widest + kHalfGrid + metrics.ascent(), bar, axis.title);
  return bar;
}

}  // namespace noiseloom
