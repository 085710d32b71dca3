#include "ui/plots/canvas/picture.h"

#include <QPicture>
#include <algorithm>
#include <memory>

#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr double kHeading = 28;

}  // namespace

QFont PictureStyle::typeOf(const QFont& font) const {
  if (family.isEmpty()) return font;
  QFont own = font;
  own.setFamilies({family});
  return own;
}

double pictureScale(const PictureStyle& style) {
  if (style.scale > 0) return style.scale;
  return std::max(0.5, std::min(style.pixels.width() / 640.0, style.pixels.height() / 480.0));
}

QSizeF pictureSize(const PictureStyle& style) {
  return QSizeF(style.pixels) / pictureScale(style);
}

std::function<void(QPainter&)> recorded(const Picture& picture, const PictureStyle& style) {
  if (picture.anyThread) return [paint = picture.paint, style](QPainter& painter) { paint(painter, style); };
  // A copy of its own: playing a QPicture changes its position.
  auto recording = std::make_shared<QPicture>();
  QPainter recorder(recording.get());
  recorder.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  picture.paint(recorder, style);
  recorder.end();
  return [recording = std::move(recording)](QPainter& painter) { recording->play(&painter); };
}

QImage pictureImage(const Picture& picture, const PictureStyle& style) {
  return pictureImage([&](QPainter& painter) { picture.paint(painter, style); }, style);
}

QImage pictureImage(const std::function<void(QPainter&)>& paint, const PictureStyle& style) {
  QImage image(style.pixels, QImage::Format_RGB32);
  image.fill(themeOf(paletteFor(style.dark)).plot);
  QPainter painter(&image);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  const double scale = pictureScale(style);
  painter.scale(scale, scale);
  paint(painter);
  return image;
}

QRectF pictureBody(const PictureStyle& style) {
  return QRectF(QPointF(0, 0), pictureSize(style)).adjusted(kGrid, style.title ? kHeading : kGrid, -kGrid, -kGrid);
}

QRectF paintPictureTitle(QPainter& painter, const PictureStyle& style, const QString& title, const QFont& font) {
  const Theme& theme = themeOf(paletteFor(style.dark));
  const QRectF all(QPointF(0, 0), pictureSize(style));
  painter.fillRect(all, theme.plot);
  if (!style.title) return pictureBody(style);
  painter.setFont(scaledFont(style.typeOf(font), 1.15, QFont::DemiBold));
  painter.setPen(theme.text);
  painter.drawText(QRectF(2 * kGrid, 0, all.width() - 4 * kGrid, kHeading), Qt::AlignVCenter | Qt::AlignLeft, title);
  return pictureBody(style);
}

}  // namespace noiseloom
