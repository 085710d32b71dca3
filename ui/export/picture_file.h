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

/// A picture as a file.
struct PictureOptions {
  PictureFormat format = PictureFormat::Png;
  PictureStyle style;  ///< pixels: also the size of vector formats, through dotsPerInch
  double dotsPerInch =
      192;  ///< physical size = pixels / dotsPerInch; also the resolution of pictures in vector formats
  std::string scenario = {};  ///< as JSON; read back by embeddedScenario(). Empty: none
};

/// Records a prepared picture now, in the window's thread; what is returned makes the bytes of the file in any thread
/// and throws std::runtime_error when there is nothing to write. The same picture gives the same bytes: no times.
std::function<QByteArray()> pictureFile(const Picture& picture, const PictureOptions& options);

/// A PDF file without the time at which it was made, of the same length.
QByteArray withoutCreationDate(QByteArray pdf);

}  // namespace noiseloom
