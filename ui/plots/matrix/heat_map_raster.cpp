#include "ui/plots/matrix/heat_map_raster.h"

#include <algorithm>
#include <cmath>

namespace noiseloom {
namespace {

constexpr Index kOverview = 192;

std::pair<double, double> rangeOf(const std::vector<double>& values) {
  double least = 0;
  double most = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  return {least, most};
}

/// Colours a row of values. Neighbours are often equal and most entries 0: for those no logarithm is computed.
void colourLine(const double* values, Index count, const ValueScale& scale, const ColorMap& map, QRgb* out) {
  const QRgb zero = map.of(scale.position(0));
  if (scale.kind() == ScaleKind::Linear) {
    constexpr double kMost = ColorMap::kSize - 1;
    const double largest = scale.largest();
    const double centre = scale.diverging() ? 0.5 : 0;
    const double half = 1 - centre;
    for (Index i = 0; i < count; ++i) {
      const double value = values[i];
      const double at = std::clamp(centre + half * (value / largest), 0.0, 1.0);
      out[i] = value == value ? map.at(static_cast<int>(at * kMost + 0.5)) : map.notANumber();
    }
    return;
  }
  double last = 0;
  QRgb color = zero;
  for (Index i = 0; i < count; ++i) {
    if (values[i] != last) {
      last = values[i];
      color = map.of(scale.position(last));
    }
    out[i] = color;
  }
}

QImage coloured(const MatrixPicture& picture, const ValueScale& scale, bool dark) {
  const ColorMap& map = scale.colors(dark);
  QImage image(static_cast<int>(picture.width), static_cast<int>(picture.height), QImage::Format_RGB32);
  for (Index row = 0; row < picture.height; ++row) {
    colourLine(picture.values.data() + row * picture.width, picture.width, scale, map,
               reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(row))));
  }
  return image;
}

/// Pools a picture to at most kMostValues a side.
MatrixPicture pooledFurther(const MatrixPicture& picture) {
  MatrixPicture pooled;
  pooled.height = std::min(picture.height, kMostValues);
  pooled.width = std::min(picture.width, kMostValues);
  pooled.sampled = picture.sampled;
  pooled.values.assign(pooled.height * pooled.width, 0.0);
  for (Index y = 0; y < picture.height; ++y) {
    double* const line = pooled.values.data() + ((y + 1) * pooled.height - 1) / picture.height * pooled.width;
    const double* const values = picture.values.data() + y * picture.width;
    for (Index x = 0; x < pooled.width; ++x) {
      for (Index from = x * picture.width / pooled.width; from < (x + 1) * picture.width / pooled.width; ++from) {
        if (std::abs(values[from]) > std::abs(line[x])) line[x] = values[from];
      }
    }
  }
  return pooled;
}

}  // namespace

PreparedPointer prepareMatrix(const Strategy& strategy, MatrixOf which, MatrixLayout layout, const Workload& workload,
                              const std::stop_token& stop) {
  const RunControl control{stop};
  const std::optional<DesignMatrix> matrix = DesignMatrix::prepare(strategy, which, workload, control, layout);
  if (!matrix) return nullptr;
  const auto picture = [&](Index rows, Index columns) {
    return matrix->picture(0, rows, 0, columns, kOverview, kOverview, control);
  };
  MatrixPicture overview = picture(matrix->rows(), matrix->columns());
  const Index hidden = strategy.iterations() > 2 * strategy.bands() ? strategy.bands() - 1 : 0;
  // By lag, the last columns lie in the last rows.
  const Index across = layout == MatrixLayout::ByLag ? 0 : hidden;
  const MatrixPicture typical = hidden == 0 ? overview : picture(matrix->rows() - hidden, matrix->columns() - across);
  if (!overview.complete || !typical.complete) return nullptr;
  return std::make_shared<const PreparedMatrix>(PreparedMatrix{*matrix, rangeOf(typical.values), std::move(overview)});
}

std::optional<Raster> rasterize(const RasterRequest& request, const std::stop_token& stop) {
  const RunControl control{stop};
  const MatrixWindow& window = request.window;
  Raster raster;
  raster.rowBegin = window.rowBegin();
  raster.rowEnd = window.rowEnd();
  raster.columnBegin = window.columnBegin();
  raster.columnEnd = window.columnEnd();
  const Index height = std::clamp<Index>(request.pixels.height(), 1, raster.rowEnd - raster.rowBegin);
  const Index width = std::clamp<Index>(request.pixels.width(), 1, raster.columnEnd - raster.columnBegin);
  MatrixPicture picture = request.matrix->matrix.picture(raster.rowBegin, raster.rowEnd, raster.columnBegin,
                                                         raster.columnEnd, height, width, control);
  if (!picture.complete) return std::nullopt;
  raster.range = request.matrix->range;
  raster.scale = ValueScale(request.scale, raster.range.first, raster.range.second);
  raster.seen = rangeOf(picture.values);
  raster.clipped = std::max(-raster.seen.first, raster.seen.second) > raster.scale.largest() * (1 + 1e-9);
  raster.sampled = picture.sampled;
  raster.layout = request.matrix->matrix.layout();
  raster.image = coloured(picture, raster.scale, request.dark);
  raster.overview = coloured(request.matrix->overview, raster.scale, request.dark);
  const bool few = picture.height <= kMostValues && picture.width <= kMostValues;
  raster.cells = few ? std::move(picture) : pooledFurther(picture);
  return raster;
}

}  // namespace noiseloom
