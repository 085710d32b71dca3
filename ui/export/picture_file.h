#pragma once

#include <QByteArray>
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

/// A copy of a PDF file with its creation time blanked out; the length does not change.
QByteArray withoutCreationDate(QByteArray pdf);

}  // namespace noiseloom
