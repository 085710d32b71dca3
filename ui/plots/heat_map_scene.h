#pragma once

#include <QFont>
#include <QImage>
#include <QPainter>
#include <QRectF>
#include <QSize>
#include <optional>
#include <stop_token>

#include "core/strategy/matrix_picture.h"
#include "ui/plots/matrix_window.h"
#include "ui/plots/value_scale.h"

namespace noiseloom {

/// What to rasterise. Plain data, so that it can go to a worker thread.
struct RasterRequest {
  Strategy strategy;
  MatrixOf which = MatrixOf::Strategy;
  MatrixWindow window;
  QSize pixels;  ///< of the plot area, in device pixels
  ScaleKind scale = ScaleKind::Linear;
  bool dark = false;
  /// Range of the colour scale when it is known; otherwise it is found first.
  std::optional<std::pair<double, double>> range;
};

/// A rasterised window of a matrix.
struct Raster {
  QImage image;  ///< one pixel a cell; covers whole entries, see the four indices
  Index rowBegin = 0;
  Index rowEnd = 0;
  Index columnBegin = 0;
  Index columnEnd = 0;
  ValueScale scale;
  std::pair<double, double> range{0, 1};
  bool sampled = false;  ///< not every entry in view was looked at
  bool clipped = false;  ///< some entries in view are beyond the colour scale: they have its last colour
};

/// Pools and colours the visible entries. For worker threads. nullopt when stopped midway.
std::optional<Raster> rasterize(const RasterRequest& request, const std::stop_token& stop);

/// A heat map as a picture: axes, image, colour bar.
struct HeatMapScene {
  MatrixWindow window;
  std::optional<Raster> raster;
  QString valueName;  ///< title of the colour bar: "C[i, j]"
  QString rowName = QStringLiteral("row i");
  QString columnName = QStringLiteral("column j");
  bool dark = false;
  QFont font;
  std::optional<QPointF> crossHair;  ///< in the painter's coordinates
};

/// "C" or "C⁻¹".
QString matrixName(MatrixOf which);
/// All of C or C^-1, which are not square for the tree.
MatrixWindow wholeOf(const Strategy& strategy, MatrixOf which);
/// Sets the names of the axes and of the values.
void nameAxes(HeatMapScene& scene, const Strategy& strategy, MatrixOf which);

/// Where the square plot area lies inside `bounds`.
QRectF heatMapPlotArea(const QRectF& bounds, const QFont& font);
/// Draws the scene; usable outside the window's thread on an image.
void paintHeatMap(QPainter& painter, const QRectF& bounds, const HeatMapScene& scene);

}  // namespace noiseloom
