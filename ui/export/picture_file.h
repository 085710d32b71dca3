#pragma once

#include <QByteArray>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QString>
#include <array>
#include <functional>
#include <string>

#include "ui/plots/canvas/picture.h"

namespace noiseloom {

enum class PictureFormat { Png, Svg, Pdf };
inline constexpr std::array kPictureFormats{PictureFormat::Png, PictureFormat::Svg, PictureFormat::Pdf};

/// ".png", ".svg", ".pdf".
QString pictureSuffix(PictureFormat format);

struct PictureOptions {
  PictureFormat format = PictureFormat::Png;
  PictureStyle style;  ///< `pixels` is also the size of vector formats, through dotsPerInch
  double dotsPerInch =
      192;  ///< physical size = pixels / dotsPerInch; also the resolution of pictures in vector formats
  std::string scenario = {};  ///< scenario as JSON, read back by embeddedScenario(); empty: none
};

/// Records a prepared picture now, in the window's thread. The function returned makes the bytes of the file in any
/// thread and throws std::runtime_error if there is nothing to write. Equal pictures give equal bytes.
std::function<QByteArray()> pictureFile(const Picture& picture, const PictureOptions& options);

using PaintPdf = std::function<void(QPainter&, QPdfWriter&)>;
struct PdfPaper {
  QString title;
  std::string scenario;  ///< as in PictureOptions
  QPageSize size;
  double marginMillimetres = 0;
  int dotsPerInch = 96;
};
/// A PDF file without a creation time, so that equal pages give equal bytes; empty where nothing can be painted.
QByteArray pdfPages(const PdfPaper& paper, const PaintPdf& paint);

}  // namespace noiseloom
