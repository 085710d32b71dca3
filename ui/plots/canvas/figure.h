#pragma once

#include <QImage>
#include <QPainter>
#include <QSize>
#include <QString>
#include <functional>
#include <stop_token>

namespace noiseloom {

/// How a plot is drawn into a file.
struct FigureStyle {
  QSize pixels{1600, 1200};
  bool dark = false;
  double scale = 0;   ///< device pixels to a point of layout; 0: by the size, so that text keeps its proportion
  bool title = true;  ///< false: the whole rectangle is for the plot
};

/// One plot that can be exported, as it stood when it was asked for. `prepare` does the long part and may run in any
/// thread; `paint` is called after it, in the window's thread unless `anyThread`, and fills the rectangle of
/// figureSize(style) points from the origin of any painter: an image, SVG or PDF.
struct Figure {
  QString name;          ///< file name without suffix: "strategy"
  QString title;         ///< for people: "Strategy matrix C"; paint() does not draw it
  QString summary = {};  ///< for those who do not see it; empty: the title must do
  std::function<void(const FigureStyle&, const std::stop_token&)> prepare = [](const FigureStyle&,
                                                                               const std::stop_token&) {};
  std::function<void(QPainter&, const FigureStyle&)> paint;
  bool anyThread = false;  ///< paint() touches nothing but its painter: what it takes need not be the window's time
};

/// The scale of a figure: the one asked for, or by its size.
double figureScale(const FigureStyle& style);
/// Its size in points of layout.
QSizeF figureSize(const FigureStyle& style);
/// What a prepared figure draws, for any one thread to draw: filling pixels and writing files take ten times as long as
/// laying a chart out, which is all that the window's thread does here. The figure may change or go afterwards.
std::function<void(QPainter&)> recorded(const Figure& figure, const FigureStyle& style);
/// A prepared figure as pixels; of what was recorded, in any thread.
QImage figureImage(const Figure& figure, const FigureStyle& style);
QImage figureImage(const std::function<void(QPainter&)>& paint, const FigureStyle& style);
/// What the title leaves for the plot.
QRectF figureBody(const FigureStyle& style);
/// Fills the figure's rectangle with the background of plots, draws the title at its top and returns figureBody().
QRectF paintFigureTitle(QPainter& painter, const FigureStyle& style, const QString& title, const QFont& font);

}  // namespace noiseloom
