#pragma once

#include <QByteArray>
#include <QString>
#include <array>
#include <functional>
#include <string>

#include "ui/plots/canvas/figure.h"

namespace noiseloom {

enum class FigureFormat { Png, Svg, Pdf };
inline constexpr std::array kFigureFormats{FigureFormat::Png, FigureFormat::Svg, FigureFormat::Pdf};

/// ".png", ".svg", ".pdf".
QString figureSuffix(FigureFormat format);

/// A figure as a file.
struct FigureOptions {
  FigureFormat format = FigureFormat::Png;
  FigureStyle style;  ///< pixels: also the size of vector formats, through dotsPerInch
  double dotsPerInch =
      192;               ///< physical size = pixels / dotsPerInch; also the resolution of pictures in vector formats
  std::string scenario;  ///< as JSON; read back by embeddedScenario(). Empty: none
};

/// Records a prepared figure now, in the window's thread; what is returned makes the bytes of the file in any thread
/// and throws std::runtime_error when there is nothing to write. The same figure gives the same bytes: no times.
std::function<QByteArray()> figureFile(const Figure& figure, const FigureOptions& options);

/// A PDF file without the time at which it was made, of the same length.
QByteArray withoutCreationDate(QByteArray pdf);

}  // namespace noiseloom
