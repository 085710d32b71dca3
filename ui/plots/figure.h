#pragma once

#include <QImage>
#include <QSize>
#include <QString>
#include <functional>
#include <stop_token>

namespace noiseloom {

/// How a plot is drawn into a file.
struct FigureStyle {
  QSize pixels{1600, 1200};
  bool dark = false;
  double scale = 0;  ///< device pixels to a point of layout; 0: by the size, so that text keeps its proportion
};

/// One plot that can be exported, as it stood when it was asked for. `prepare` does the long part and may run in any
/// thread; `paint` is called after it, in the window's thread.
struct Figure {
  QString name;  ///< file name without suffix: "strategy"
  std::function<void(const FigureStyle&, const std::stop_token&)> prepare;
  std::function<QImage(const FigureStyle&)> paint;
};

/// The scale of a figure: the one asked for, or by its size.
double figureScale(const FigureStyle& style);

}  // namespace noiseloom
