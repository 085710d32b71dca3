#include "ui/plots/canvas/point_tip.h"

#include <QFontMetricsF>
#include <algorithm>
#include <vector>

namespace noiseloom {
namespace {

constexpr double kMostWidth = 280;
constexpr double kAway = 1.5 * kGrid;
constexpr int kFlags = static_cast<int>(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap;

struct Line {
  QString text;
  QFont font;
  bool muted = false;
  QRectF rect;
};

struct Layout {
  QRectF frame;
  std::vector<Line> lines;
};

/// Lays out the lines that fit; the source is the first to be left out.
Layout layOut(const QRectF& room, QPointF at, const PointText& text, const QFont& font) {
  const QFont small = tabularFigures(scaledFont(font, 0.92));
  Layout layout;
  if (!text.heading.isEmpty())
    layout.lines.push_back({text.heading, scaledFont(font, 0.92, QFont::DemiBold), false, {}});
  for (const QString& line : text.lines) layout.lines.push_back({line, small, false, {}});
  for (const QString& line : text.source) layout.lines.push_back({line, scaledFont(font, 0.85), true, {}});
  const double widest = std::max(40.0, std::min({kMostWidth, 0.6 * room.width(), room.width() - 4 * kGrid}));
  double width = 0;
  double height = 0;
  std::size_t fitting = 0;
  bool source = false;
  for (Line& line : layout.lines) {
    QRectF rect = QFontMetricsF(line.font).boundingRect(QRectF(0, 0, widest, 1000), kFlags, line.text);
    const double gap = line.muted && !source ? kHalfGrid : 0;
    if (height + gap + rect.height() + 2 * kGrid > room.height() && fitting > 0) break;
    source = source || line.muted;
    height += gap;
    line.rect = QRectF(0, height, std::ceil(rect.width()) + 1, rect.height());
    width = std::max(width, line.rect.width());
    height += rect.height();
    ++fitting;
  }
  layout.lines.resize(fitting);
  const QSizeF size(width + 2 * kGrid, height + kGrid);
  double left = at.x() + kAway;
  if (left + size.width() > room.right()) left = at.x() - kAway - size.width();
  double top = at.y() - kAway - size.height();
  if (top < room.top()) top = at.y() + kAway;
  left = std::clamp(left, room.left(), std::max(room.left(), room.right() - size.width()));
  top = std::clamp(top, room.top(), std::max(room.top(), room.bottom() - size.height()));
  layout.frame = QRectF(QPointF(left, top), size);
  return layout;
}

}  // namespace

QRectF pointTipRect(const QRectF& room, QPointF at, const PointText& text, const QFont& font) {
  return layOut(room, at, text, font).frame;
}

void paintPointTip(QPainter& painter, const QRectF& room, QPointF at, const PointText& text, const QColor& color,
                   const QPalette& palette, const QFont& font) {
  if (text.lines.isEmpty()) return;
  const Layout layout = layOut(room, at, text, font);
  const Theme& theme = themeOf(palette);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  QColor fill = palette.color(QPalette::ToolTipBase);
  fill.setAlphaF(0.95F);
  painter.setBrush(fill);
  painter.setPen(QPen(theme.border, 1));
  painter.drawRoundedRect(layout.frame.adjusted(0.5, 0.5, -0.5, -0.5), kHalfGrid, kHalfGrid);
  // The colour of the series, at the edge beside its name.
  painter.fillRect(QRectF(layout.frame.left() + 1, layout.frame.top() + kHalfGrid, 3, layout.frame.height() - kGrid),
                   color);
  for (const Line& line : layout.lines) {
    painter.setFont(line.font);
    painter.setPen(line.muted ? theme.mutedText : palette.color(QPalette::ToolTipText));
    painter.drawText(line.rect.translated(layout.frame.topLeft() + QPointF(kGrid + 2, kHalfGrid)), kFlags, line.text);
  }
  painter.restore();
}

}  // namespace noiseloom
