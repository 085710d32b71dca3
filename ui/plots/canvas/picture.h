#pragma once

#include <QFont>
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
  double scale = 0;     ///< device pixels per point of layout; 0: proportional to the size
  bool title = true;    ///< false: the plot fills the whole rectangle
  QString family = {};  ///< of all type; empty: that of the window
  double line = 0;      ///< width of a curve in points of layout; 0: as in the window

  /// A font of the window in the family of the picture.
  QFont typeOf(const QFont& font) const;
};

/// The width of a curve in the window, in points of layout.
inline constexpr double kUsualLine = 1.75;

/// One exportable plot, as it was when requested. `prepare` does the long part and may run in any thread; `paint` is
/// called after it, in the window's thread unless `anyThread`, and fills the rectangle of pictureSize(style) points
/// from the origin of any painter: an image, SVG or PDF.
struct Picture {
  QString name;          ///< file name without suffix: "strategy"
  QString title;         ///< the displayed title: "Strategy matrix C"; paint() does not draw it
  QString summary = {};  ///< for screen readers; empty: the title is used
  std::function<void(const PictureStyle&, const std::stop_token&)> prepare = [](const PictureStyle&,
                                                                                const std::stop_token&) {};
  std::function<void(QPainter&, const PictureStyle&)> paint = {};
  bool anyThread = false;  ///< paint() uses nothing but its painter, so it need not run in the window's thread
};

/// The scale in the style, or else the one that follows from its size.
double pictureScale(const PictureStyle& style);
QSizeF pictureSize(const PictureStyle& style);
/// Records a prepared picture, for any one thread to draw: filling pixels and writing files take ten times as long as
/// laying out a chart, which is all that the window's thread does here. The picture may then change or be destroyed.
std::function<void(QPainter&)> recorded(const Picture& picture, const PictureStyle& style);
/// Renders a prepared picture, or in any thread a recorded one.
QImage pictureImage(const Picture& picture, const PictureStyle& style);
QImage pictureImage(const std::function<void(QPainter&)>& paint, const PictureStyle& style);
/// The area that the title leaves for the plot.
QRectF pictureBody(const PictureStyle& style);
/// Paints the background of plots and the title, and returns pictureBody().
QRectF paintPictureTitle(QPainter& painter, const PictureStyle& style, const QString& title, const QFont& font);

}  // namespace noiseloom
