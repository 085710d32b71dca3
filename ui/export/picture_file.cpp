#include "ui/export/picture_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QSvgGenerator>
#include <cmath>
#include <stdexcept>

#include "core/base/version.h"
#include "ui/document/embedded_scenario.h"
#include "ui/export/print_units.h"

namespace noiseloom {
namespace {

/// The resolution at which fonts are laid out for images: vector devices must use it too, and are scaled instead.
int layoutResolution() {
  static const int resolution = QImage(1, 1, QImage::Format_RGB32).logicalDpiX();
  return resolution;
}

void require(bool written, const QString& name) {
  if (!written)
    throw std::runtime_error(
        QCoreApplication::translate("PictureWriter", "%1: the picture is empty").arg(name).toStdString());
}

/// A picture that any thread may write.
struct Drawing {
  QString name;
  QString title;
  PictureOptions options;
  std::function<void(QPainter&)> paint;
};

void paintScaled(QPainter& painter, QSizeF device, const Drawing& drawing) {
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  const QSizeF points = pictureSize(drawing.options.style);
  painter.scale(device.width() / points.width(), device.height() / points.height());
  drawing.paint(painter);
}

QByteArray pngFile(const Drawing& drawing) {
  QImage image = pictureImage(drawing.paint, drawing.options.style);
  image.setDotsPerMeterX(static_cast<int>(std::lround(1000 / kMillimetresPerInch * drawing.options.dotsPerInch)));
  image.setDotsPerMeterY(image.dotsPerMeterX());
  image.setText(QStringLiteral("Title"), drawing.title);
  image.setText(QStringLiteral("Software"), QStringLiteral("Noiseloom " NOISELOOM_VERSION));
  QByteArray bytes;
  QBuffer buffer(&bytes);
  require(!image.isNull() && buffer.open(QIODevice::WriteOnly) && image.save(&buffer, "PNG"), drawing.name);
  return pngWithScenario(bytes, drawing.options.scenario);
}

QByteArray svgFile(const Drawing& drawing) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  const QSizeF size = QSizeF(drawing.options.style.pixels) * (layoutResolution() / drawing.options.dotsPerInch);
  generator.setOutputDevice(&buffer);
  generator.setResolution(layoutResolution());
  generator.setSize(QSize(static_cast<int>(std::lround(size.width())), static_cast<int>(std::lround(size.height()))));
  generator.setViewBox(QRect(QPoint(0, 0), generator.size()));
  generator.setTitle(drawing.title.toHtmlEscaped());  // it writes the title unescaped
  generator.setDescription(QStringLiteral("Noiseloom " NOISELOOM_VERSION));
  {
    QPainter painter;
    require(painter.begin(&generator), drawing.name);
    paintScaled(painter, generator.size(), drawing);
  }
  require(!bytes.isEmpty(), drawing.name);
  return svgWithScenario(bytes, drawing.options.scenario);
}

QByteArray pdfFile(const Drawing& drawing) {
  const QSizeF points = QSizeF(drawing.options.style.pixels) * (kPointsPerInch / drawing.options.dotsPerInch);
  const PdfPaper paper{.title = drawing.title,
                       .scenario = drawing.options.scenario,
                       .size = QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch),
                       .dotsPerInch = layoutResolution()};
  const QByteArray bytes = pdfPages(paper, [&](QPainter& painter, const QPdfWriter& writer) {
    paintScaled(painter, QSizeF(writer.width(), writer.height()), drawing);
  });
  require(!bytes.isEmpty(), drawing.name);
  return bytes;
}

// The date is optional, but offsets in the file must not move.
void blankCreationDate(QByteArray& pdf) {
  const qsizetype begin = pdf.indexOf("/CreationDate (");
  const qsizetype end = begin < 0 ? -1 : pdf.indexOf(')', begin);
  for (qsizetype at = begin; begin >= 0 && at <= end; ++at) pdf[at] = ' ';
}

}  // namespace

QString pictureSuffix(PictureFormat format) {
  switch (format) {
    case PictureFormat::Png: return QStringLiteral(".png");
    case PictureFormat::Svg: return QStringLiteral(".svg");
    case PictureFormat::Pdf: return QStringLiteral(".pdf");
  }
  return {};
}

std::function<QByteArray()> pictureFile(const Picture& picture, const PictureOptions& options) {
  return [drawing = Drawing{picture.name, picture.title, options, recorded(picture, options.style)}]() -> QByteArray {
    switch (drawing.options.format) {
      case PictureFormat::Png: return pngFile(drawing);
      case PictureFormat::Svg: return svgFile(drawing);
      case PictureFormat::Pdf: return pdfFile(drawing);
    }
    return {};
  };
}

QByteArray pdfPages(const PdfPaper& paper, const PaintPdf& paint) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  if (!buffer.open(QIODevice::WriteOnly)) return {};
  {
    QPdfWriter writer(&buffer);
    writer.setResolution(paper.dotsPerInch);
    writer.setTitle(paper.title);
    writer.setCreator(QStringLiteral("Noiseloom " NOISELOOM_VERSION));
    writer.setDocumentXmpMetadata(pdfMetadata(paper.title, paper.scenario));
    writer.setPageSize(paper.size);
    const double margin = paper.marginMillimetres;
    writer.setPageMargins(QMarginsF(margin, margin, margin, margin), QPageLayout::Millimeter);
    QPainter painter;
    if (!painter.begin(&writer)) return {};
    paint(painter, writer);
  }
  blankCreationDate(bytes);
  return bytes;
}

}  // namespace noiseloom
