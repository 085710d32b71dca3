#include "ui/plots/canvas/figure.h"

#include <QPicture>
#include <algorithm>
#include <memory>

#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr double kHeading = 28;

}  // namespace

double figureScale(const FigureStyle& style) {
  if (style.scale > 0) return style.scale;
  return std::max(0.5, std::min(style.pixels.width() / 640.0, style.pixels.height() / 480.0));
}

QSizeF figureSize(const FigureStyle& style) {
  return QSizeF(style.pixels) / figureScale(style);
}

std::function<void(QPainter&)> recorded(const Figure& figure, const FigureStyle& style) {
  if (figure.anyThread) return [paint = figure.paint, style](QPainter& painter) { paint(painter, style); };
  // Its own: playing moves a picture's position.
  auto picture = std::make_shared<QPicture>();
  QPainter recorder(picture.get());
  recorder.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  figure.paint(recorder, style);
  recorder.end();
  return [picture = std::move(picture)](QPainter& painter) { picture->play(&painter); };
}

QImage figureImage(const Figure& figure, const FigureStyle& style) {
  return figureImage([&](QPainter& painter) { figure.paint(painter, style); }, style);
}

QImage figureImage(const std::function<void(QPainter&)>& paint, const FigureStyle& style) {
  QImage image(style.pixels, QImage::Format_RGB32);
  image.fill(themeOf(paletteFor(style.dark)).plot);
  QPainter painter(&image);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  const double scale = figureScale(style);
  painter.scale(scale, scale);
  paint(painter);
  return image;
}

QRectF figureBody(const FigureStyle& style) {
  return QRectF(QPointF(0, 0), figureSize(style)).adjusted(kGrid, style.title ? kHeading : kGrid, -kGrid, -kGrid);
}

QRectF paintFigureTitle(QPainter& painter, const FigureStyle& style, const QString& title, const QFont& font) {
  const Theme& theme = themeOf(paletteFor(style.dark));
  const QRectF all(QPointF(0, 0), figureSize(style));
  painter.fillRect(all, theme.plot);
  if (!style.title) return figureBody(style);
  painter.setFont(scaledFont(font, 1.15, QFont::DemiBold));
  painter.setPen(theme.text);
  painter.drawText(QRectF(2 * kGrid, 0, all.width() - 4 * kGrid, kHeading), Qt::AlignVCenter | Qt::AlignLeft, title);
  return figureBody(style);
}

}  // namespace noiseloom
