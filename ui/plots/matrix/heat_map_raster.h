#pragma once

#include <QImage>
#include <QSize>
#include <algorithm>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

#include "core/strategy/matrix_picture.h"
#include "ui/plots/matrix/matrix_window.h"
#include "ui/plots/matrix/value_scale.h"

namespace noiseloom {

/// What pictures of one matrix of a design share, whatever is in view: made once, in a worker thread.
struct PreparedMatrix {
  DesignMatrix matrix;
  /// Range of the colour scale: that of the matrix without its last b - 1 columns, which column normalisation rescales
  /// up to 1: they would dim all the rest. It does not depend on what is in view, so colours keep their meaning.
  std::pair<double, double> range;
  MatrixPicture overview;  ///< all of it, at most 192 cells a side
};
using PreparedPointer = std::shared_ptr<const PreparedMatrix>;
/// Null when stopped. By lag only what has lagsOf().
PreparedPointer prepareMatrix(const Strategy& strategy, MatrixOf which, MatrixLayout layout, const Workload& workload,
                              const std::stop_token& stop);

/// What to rasterise. Plain data, so that it can go to a worker thread.
struct RasterRequest {
  PreparedPointer matrix;
  MatrixWindow window;
  QSize pixels;  ///< of the plot area, in device pixels
  ScaleKind scale = ScaleKind::Linear;
  bool dark = false;
};

/// A rasterised window of a matrix.
struct Raster {
  QImage image;         ///< one pixel a cell; covers whole entries, see the four indices
  QImage overview;      ///< all of the matrix, coarsely
  MatrixPicture cells;  ///< the values in view, at most kMostValues a side: pooled where there are more
  Index rowBegin = 0;
  Index rowEnd = 0;
  Index columnBegin = 0;
  Index columnEnd = 0;
  MatrixLayout layout = MatrixLayout::ByColumn;
  ValueScale scale;
  std::pair<double, double> range{0, 1};
  std::pair<double, double> seen{0, 0};  ///< least and largest value in view
  bool sampled = false;                  ///< not every entry in view was looked at
  bool clipped = false;  ///< some entries in view are beyond the colour scale: they have its last colour

  /// Entries that a pixel of the image stands for, down and across: its value is the largest of them.
  double rowsAPixel() const { return static_cast<double>(rowEnd - rowBegin) / std::max(1, image.height()); }
  double columnsAPixel() const { return static_cast<double>(columnEnd - columnBegin) / std::max(1, image.width()); }
  /// The values are those of single entries.
  bool showsEntries() const { return cells.height == rowEnd - rowBegin && cells.width == columnEnd - columnBegin; }
};
constexpr Index kMostValues = 64;

/// Pools and colours the visible entries. For worker threads. nullopt when stopped midway.
std::optional<Raster> rasterize(const RasterRequest& request, const std::stop_token& stop);

}  // namespace noiseloom
