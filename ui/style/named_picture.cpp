#include "ui/style/named_picture.h"

#include <QPainter>

#include "core/base/errors.h"
#include "ui/style/batching_drawing.h"
#include "ui/style/strategy_stamp.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr Index kPicturedBands = 3;
constexpr double kCell = 0.55;  ///< of a batching's picture, in heights of type
constexpr double kStamp = 7.5;  ///< side of a mechanism's picture, in heights of type

const Batching* batchingOf(const QString& name) {
  if (!name.startsWith(QLatin1String("batching/"))) return nullptr;
  return batchingFromName(name.section(QLatin1Char('/'), 1).toStdString()).value_or(nullptr);
}

const Mechanism* mechanismOf(const QString& name) {
  if (!name.startsWith(QLatin1String("mechanism/"))) return nullptr;
  const Mechanism* found = mechanismFromName(name.section(QLatin1Char('/'), 1).toStdString()).value_or(nullptr);
  return found == &bestMechanism() || found == &importedMechanism() ? nullptr : found;
}

}  // namespace

bool hasNamedPicture(const QString& name) {
  return batchingOf(name) || mechanismOf(name);
}

QSizeF namedPictureSize(const QString& name, double type) {
  if (batchingOf(name)) return batchesSize(kCell * type);
  return mechanismOf(name) ? QSizeF(kStamp * type, kStamp * type) : QSizeF();
}

QImage namedPicture(const QString& name, double type, const Theme& theme, double ratio) {
  const QSizeF size = namedPictureSize(name, type);
  QImage image((size * ratio).toSize(), QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  image.fill(theme.plot);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF bounds(QPointF(), size);
  if (const Batching* batching = batchingOf(name)) {
    try {
      paintBatches(painter, bounds, drawnBatches(*batching, batching->banded ? kPicturedBands : 1), theme);
    } catch (const Error&) {
      return image;  // drawnBatches() has no batches of it for the small job that it draws: an empty picture
    }
  } else if (const Mechanism* mechanism = mechanismOf(name)) {
    paintStamp(painter, bounds.adjusted(1, 1, -1, -1), strategyStamp(*mechanism), 1, theme);
  }
  return image;
}

}  // namespace noiseloom
