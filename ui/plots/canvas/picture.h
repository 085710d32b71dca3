#pragma once

#include <QImage>
#include <QPainter>
#include <QSize>
#include <QString>
#include <functional>
#include <stop_token>

namespace noiseloom {

/// How a plot is drawn into a file.
struct PictureStyle {
  QSize pixels{1600, 1200};
  bool dark = false;
  double scale = 0;   ///< device pixels to a point of layout; 0: by the size, so that text keeps its proportion
  bool title = true;  ///< false: the whole rectangle is for the plot
};

/// One plot that can be exported, as it stood when it was asked for. `prepare` does the long part and may run in any
/// thread; `paint` is called after it, in the window's thread unless `anyThread`, and fills the rectangle of
/// pictureSize(style) points from the origin of any painter: an image, SVG or PDF.
struct Picture {
  QString name;          ///< file name without suffix: "strategy"
  QString title;         ///< for people: "Strategy matrix C"; paint() does not draw it
  QString summary = {};  ///< for those who do not see it; empty: the title must do
  std::function<void(const PictureStyle&, const std::stop_token&)> prepare = [](const PictureStyle&,
                                                                                const std::stop_token&) {};
  std::function<void(QPainter&, const PictureStyle&)> paint;
  bool anyThread = false;  ///< paint() touches nothing but its painter: what it takes need not be the window's time
};

/// The scale of a picture: the one asked for, or by its size.
double pictureScale(const PictureStyle& style);
/// Its size in points of layout.
QSizeF pictureSize(const PictureStyle& style);
/// What a prepared picture draws, for any one thread to draw: filling pixels and writing files take ten times as long
/// as laying a chart out, which is all that the window's thread does here. The picture may change or go afterwards.
std::function<void(QPainter&)> recorded(const Picture& picture, const PictureStyle& style);
/// A prepared picture as pixels; of what was recorded, in any thread.
QImage pictureImage(const Picture& picture, const PictureStyle& style);
QImage pictureImage(const std::function<void(QPainter&)>& paint, const PictureStyle& style);
/// What the title leaves for the plot.
QRectF pictureBody(const PictureStyle& style);
/// Fills the picture's rectangle with the background of plots, draws the title at its top and returns pictureBody().
QRectF paintPictureTitle(QPainter& painter, const PictureStyle& style, const QString& title, const QFont& font);

}  // namespace noiseloom
