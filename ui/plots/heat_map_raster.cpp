#include <algorithm>
#include <cmath>

#include "ui/plots/heat_map_scene.h"
#include "ui/style/color_map.h"

namespace noiseloom {
namespace {

constexpr Index kOverview = 192;  ///< cells a side from which the range of the whole matrix is taken

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

QImage coloured(const MatrixPicture& picture, const ValueScale& scale, bool dark) {
  const ColorMap& map = scale.diverging() ? ColorMap::diverging(dark) : ColorMap::sequential(dark);
  QImage image(static_cast<int>(picture.width), static_cast<int>(picture.height), QImage::Format_RGB32);
  for (Index row = 0; row < picture.height; ++row) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(row)));
    const double* values = picture.values.data() + row * picture.width;
    for (Index column = 0; column < picture.width; ++column) line[column] = map.of(scale.position(values[column]));
  }
  return image;
}

}  // namespace

std::optional<Raster> rasterize(const RasterRequest& request, std::stop_token stop) {
  const RunControl control{stop, {}};
  const Index n = request.strategy.iterations();
  std::optional<std::pair<double, double>> range = request.range;
  if (!range) {
    const Index cells = std::min(n, kOverview);
    const MatrixPicture overview = pictureOf(request.strategy, request.which, 0, n, 0, n, cells, cells, control);
    if (!overview.complete) return std::nullopt;
    range = rangeOf(overview.values);
  }
  const MatrixWindow& window = request.window;
  Raster raster;
  raster.rowBegin = window.rowBegin();
  raster.rowEnd = window.rowEnd();
  raster.columnBegin = window.columnBegin();
  raster.columnEnd = window.columnEnd();
  const Index height = std::clamp<Index>(request.pixels.height(), 1, raster.rowEnd - raster.rowBegin);
  const Index width = std::clamp<Index>(request.pixels.width(), 1, raster.columnEnd - raster.columnBegin);
  const MatrixPicture picture = pictureOf(request.strategy, request.which, raster.rowBegin, raster.rowEnd,
                                          raster.columnBegin, raster.columnEnd, height, width, control);
  if (!picture.complete) return std::nullopt;
  // An entry that the overview missed must not fall off the scale.
  const auto [least, most] = rangeOf(picture.values);
  raster.range = {std::min(range->first, least), std::max(range->second, most)};
  raster.scale = ValueScale(request.scale, raster.range.first, raster.range.second);
  raster.sampled = picture.sampled;
  raster.image = coloured(picture, raster.scale, request.dark);
  return raster;
}

}  // namespace noiseloom
