#include <algorithm>
#include <array>
#include <cmath>

#include "ui/plots/heat_map_scene.h"
#include "ui/style/color_map.h"

namespace noiseloom {
namespace {

constexpr Index kOverview = 192;  // cells a side from which the range of the whole matrix is taken
constexpr Index kCorner = 96;     // entries a side of the corners that are read one by one

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

/// Range of the whole matrix: pooled, and entry by entry in the two corners of the diagonal, where columns are rescaled most.
/// It does not depend on what is in view, so colours keep their meaning while zooming. nullopt when stopped.
std::optional<std::pair<double, double>> wholeRange(const RasterRequest& request, const RunControl& control) {
  const Index n = request.strategy.iterations();
  const Index cells = std::min(n, kOverview);
  const Index corner = std::min(n, kCorner);
  std::pair<double, double> range{0, 0};
  for (const auto& [begin, end, side] : {std::array{Index{0}, n, cells}, std::array{Index{0}, corner, corner},
                                         std::array{n - corner, n, corner}}) {
    const MatrixPicture picture =
        pictureOf(request.strategy, request.which, begin, end, begin, end, side, side, control);
    if (!picture.complete) return std::nullopt;
    const auto [least, most] = rangeOf(picture.values);
    range = {std::min(range.first, least), std::max(range.second, most)};
  }
  return range;
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
  const std::optional<std::pair<double, double>> range =
      request.range ? request.range : wholeRange(request, control);
  if (!range) return std::nullopt;
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
