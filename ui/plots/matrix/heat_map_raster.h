#pragma once

#include <QImage>
#include <QSize>
#include <algorithm>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/strategy/matrix_picture.h"
#include "ui/plots/canvas/ticks.h"
#include "ui/plots/matrix/matrix_window.h"
#include "ui/style/color_map.h"

namespace noiseloom {

enum class ScaleKind { Linear, SymmetricLog };

/// Maps values of a matrix to positions 0..1 of a colour map. With a negative value in range the scale is symmetric
/// about 0, at 0.5; otherwise 0 is at 0. Symmetric-log is linear within 1e-4 of the largest magnitude and
/// logarithmic beyond.
class ValueScale {
 public:
  ValueScale() = default;
  /// The finite range of values in view, least <= most; a range of zeros only is widened to 1.
  ValueScale(ScaleKind kind, double least, double most);

  ScaleKind kind() const { return m_kind; }
  bool diverging() const { return m_diverging; }
  double largest() const { return m_largest; }
  /// NaN stays NaN.
  double position(double value) const;
  const ColorMap& colors(bool dark) const;
  /// Ticks of a colour bar; Tick::position is in 0..1.
  std::vector<Tick> ticks(int mostTicks = 7) const;

 private:
  double fractionOf(double magnitude) const;

  ScaleKind m_kind = ScaleKind::Linear;
  bool m_diverging = false;
  double m_largest = 1;
};

/// Data shared by all pictures of one matrix of a design, whatever is in view: computed once, in a worker thread.
struct PreparedMatrix {
  DesignMatrix matrix;
  /// Range of the colour scale: that of the matrix without its last b - 1 columns, which column normalisation scales up
  /// to 1 and which would dim the rest. Independent of the view, so colours keep their meaning.
  std::pair<double, double> range;
  MatrixPicture overview;  ///< the whole matrix, at most 192 cells a side
};
using PreparedPointer = std::shared_ptr<const PreparedMatrix>;
/// nullptr if stopped. The layout by lag needs lagsOf().
PreparedPointer prepareMatrix(const Strategy& strategy, MatrixOf which, MatrixLayout layout, const Workload& workload,
                              const std::stop_token& stop);

/// The input of rasterize(). Plain data, so it can be passed to a worker thread.
struct RasterRequest {
  PreparedPointer matrix;
  MatrixWindow window;
  QSize pixels;  ///< of the plot area, in device pixels
  ScaleKind scale = ScaleKind::Linear;
  bool dark = false;
};

struct Raster {
  QImage image;         ///< one pixel per cell; covers whole entries, see the four indices
  QImage overview;      ///< the whole matrix, coarsely
  MatrixPicture cells;  ///< the values in view, at most kMostValues a side, pooled if there are more
  Index rowBegin = 0;
  Index rowEnd = 0;
  Index columnBegin = 0;
  Index columnEnd = 0;
  MatrixLayout layout = MatrixLayout::ByColumn;
  ValueScale scale;
  std::pair<double, double> range{0, 1};
  std::pair<double, double> seen{0, 0};  ///< least and largest value in view
  bool sampled = false;                  ///< some entries in view were not evaluated
  bool clipped = false;                  ///< some entries in view exceed the colour scale and have its last colour

  /// Entries per pixel of the image, vertically and horizontally: its value is the largest of them.
  double rowsAPixel() const { return static_cast<double>(rowEnd - rowBegin) / std::max(1, image.height()); }
  double columnsAPixel() const { return static_cast<double>(columnEnd - columnBegin) / std::max(1, image.width()); }
  /// True if every value is that of a single entry.
  bool showsEntries() const { return cells.height == rowEnd - rowBegin && cells.width == columnEnd - columnBegin; }
};
constexpr Index kMostValues = 64;

/// Pools and colours the visible entries. For worker threads. nullopt if stopped midway.
std::optional<Raster> rasterize(const RasterRequest& request, const std::stop_token& stop);

}  // namespace noiseloom
