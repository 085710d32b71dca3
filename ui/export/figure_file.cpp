#include "ui/export/figure_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <cmath>
#include <stdexcept>

#include "ui/document/embedded_scenario.h"

namespace noiseloom {
namespace {

constexpr double kMillimetresPerInch = 25.4;
constexpr double kPointsPerInch = 72;

/// Fonts are laid out for images: vector devices must have the same dots to an inch, and are scaled instead.
int layoutResolution() {
  static const int resolution = QImage(1, 1, QImage::Format_RGB32).logicalDpiX();
  return resolution;
}

void require(bool written, const Figure& figure) {
  if (!written)
    throw std::runtime_error(
        QCoreApplication::translate("FigureWriter", "%1: the picture is empty").arg(figure.name).toStdString());
}

void paintScaled(QPainter& painter, QSizeF device, const Figure& figure, const FigureStyle& style) {
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  const QSizeF points = figureSize(style);
  painter.scale(device.width() / points.width(), device.height() / points.height());
  figure.paint(painter, style);
}

std::function<QByteArray()> pngFile(const Figure& figure, const FigureOptions& options) {
  QImage image = figureImage(figure, options.style);
  image.setDotsPerMeterX(static_cast<int>(std::lround(1000 / kMillimetresPerInch * options.dotsPerInch)));
  image.setDotsPerMeterY(image.dotsPerMeterX());
  image.setText(QStringLiteral("Title"), figure.title);
  image.setText(QStringLiteral("Software"), QStringLiteral("Noiseloom " NOISELOOM_VERSION));
  return [image, figure, scenario = options.scenario] {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    require(!image.isNull() && buffer.open(QIODevice::WriteOnly) && image.save(&buffer, "PNG"), figure);
    return pngWithScenario(bytes, scenario);
  };
}

std::function<QByteArray()> svgFile(const Figure& figure, const FigureOptions& options) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  const QSizeF size = QSizeF(options.style.pixels) * (layoutResolution() / options.dotsPerInch);
  generator.setOutputDevice(&buffer);
  generator.setResolution(layoutResolution());
  generator.setSize(QSize(static_cast<int>(std::lround(size.width())), static_cast<int>(std::lround(size.height()))));
  generator.setViewBox(QRect(QPoint(0, 0), generator.size()));
  generator.setTitle(figure.title.toHtmlEscaped());  // which it writes as it is
  generator.setDescription(QStringLiteral("Noiseloom " NOISELOOM_VERSION));
  {
    QPainter painter;
    require(painter.begin(&generator), figure);
    paintScaled(painter, generator.size(), figure, options.style);
  }
  return [bytes, figure, scenario = options.scenario] {
    require(!bytes.isEmpty(), figure);
    return svgWithScenario(bytes, scenario);
  };
}

std::function<QByteArray()> pdfFile(const Figure& figure, const FigureOptions& options) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  require(buffer.open(QIODevice::WriteOnly), figure);
  {
    QPdfWriter writer(&buffer);
    writer.setResolution(layoutResolution());
    writer.setTitle(figure.title);
    writer.setCreator(QStringLiteral("Noiseloom " NOISELOOM_VERSION));
    writer.setDocumentXmpMetadata(pdfMetadata(figure.title, options.scenario));
    writer.setPageSize(QPageSize(QSizeF(options.style.pixels) * (kPointsPerInch / options.dotsPerInch),
                                 QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    QPainter painter;
    require(painter.begin(&writer), figure);
    paintScaled(painter, QSizeF(writer.width(), writer.height()), figure, options.style);
  }
  return [bytes, figure] {
    require(!bytes.isEmpty(), figure);
    return withoutCreationDate(bytes);
  };
}

}  // namespace

QString figureSuffix(FigureFormat format) {
  switch (format) {
    case FigureFormat::Png: return QStringLiteral(".png");
    case FigureFormat::Svg: return QStringLiteral(".svg");
    case FigureFormat::Pdf: return QStringLiteral(".pdf");
  }
  return {};
}

std::function<QByteArray()> figureFile(const Figure& figure, const FigureOptions& options) {
  switch (options.format) {
    case FigureFormat::Png: return pngFile(figure, options);
    case FigureFormat::Svg: return svgFile(figure, options);
    case FigureFormat::Pdf: return pdfFile(figure, options);
  }
  return {};
}

QByteArray withoutCreationDate(QByteArray pdf) {
  const QByteArray key("/CreationDate (");
  const qsizetype begin = pdf.indexOf(key);
  const qsizetype end = begin < 0 ? -1 : pdf.indexOf(')', begin);
  // The date is optional; positions in the file must not move.
  for (qsizetype at = begin; begin >= 0 && at <= end; ++at) pdf[at] = ' ';
  return pdf;
}

}  // namespace noiseloom
