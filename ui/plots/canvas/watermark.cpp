#include "ui/plots/canvas/watermark.h"

#include <QApplication>
#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kStrip = 26;  // points of layout

/// What is left for the plot above the strip, with text of the same size.
PictureStyle above(PictureStyle style) {
  style.scale = pictureScale(style);
  style.pixels.setHeight(std::max(1, style.pixels.height() - static_cast<int>(kStrip * style.scale)));
  return style;
}

void paintStrip(QPainter& painter, const QRectF& strip, const QString& mark, const Theme& theme) {
  painter.fillRect(strip, theme.errorFill);
  painter.setPen(theme.error);
  painter.setFont(scaledFont(QApplication::font(), 0.92, QFont::DemiBold));
  const QRectF inside = strip.adjusted(kGrid, 0, -kGrid, 0);
  const QString text = painter.fontMetrics().elidedText(mark, Qt::ElideRight, static_cast<int>(inside.width()));
  painter.drawText(inside, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
}

void paintAcross(QPainter& painter, const QRectF& area, const QString& text, const Theme& theme) {
  QColor faint = theme.error;
  faint.setAlphaF(0.22F);
  painter.save();
  painter.setPen(faint);
  QFont font = scaledFont(QApplication::font(), 1, QFont::Bold);
  const double width = QFontMetricsF(font).horizontalAdvance(text);
  painter.setFont(scaledFont(font, std::clamp(0.62 * area.width() / width, 1.0, 6.0), QFont::Bold));
  painter.translate(area.center());
  painter.rotate(-24);
  painter.drawText(QRectF(-area.width(), -area.height() / 2, 2 * area.width(), area.height()), Qt::AlignCenter, text);
  painter.restore();
}

}  // namespace

Picture watermarked(Picture picture, const QString& mark) {
  if (mark.isEmpty()) return picture;
  picture.prepare = [prepare = std::move(picture.prepare)](const PictureStyle& style, const std::stop_token& stop) {
    prepare(above(style), stop);
  };
  picture.paint = [paint = std::move(picture.paint), mark](QPainter& painter, const PictureStyle& style) {
    const Theme& theme = themeOf(paletteFor(style.dark));
    painter.save();
    paint(painter, above(style));
    painter.restore();
    const QRectF all(QPointF(0, 0), pictureSize(style));
    QString shout = mark.section(QLatin1Char(':'), 0, 0);
    paintAcross(painter, all.adjusted(0, 0, 0, -kStrip), shout.toUpper(), theme);
    QString sentence = mark;
    sentence[0] = sentence[0].toUpper();
    paintStrip(painter, QRectF(0, all.height() - kStrip, all.width(), kStrip), sentence, theme);
  };
  return picture;
}

std::vector<Picture> watermarked(std::vector<Picture> pictures, const QString& mark) {
  for (Picture& picture : pictures) picture = watermarked(std::move(picture), mark);
  return pictures;
}

}  // namespace noiseloom
