#include <algorithm>
#include <cmath>

#include "ui/plots/heat_map_scene.h"
#include "ui/style/color_map.h"

namespace noiseloom {
namespace {

constexpr Index kOverview = 192;  // cells a side from which the range of the matrix is taken

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

/// Range of the matrix without its last b - 1 columns, which column normalisation rescales up to 1: they would dim all
/// the rest. It does not depend on what is in view, so colours keep their meaning while zooming. nullopt when stopped.
std::optional<std::pair<double, double>> typicalRange(const RasterRequest& request, const RunControl& control) {
  const Strategy& strategy = request.strategy;
  const Index hidden = strategy.iterations() > 2 * strategy.bands() ? strategy.bands() - 1 : 0;
  const Index rows = request.window.rows() - hidden;
  const Index columns = request.window.columns() - hidden;
  const MatrixPicture picture = pictureOf(strategy, request.which, 0, rows, 0, columns, std::min(rows, kOverview),
                                          std::min(columns, kOverview), control);
  if (!picture.complete) return std::nullopt;
  return rangeOf(picture.values);
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

std::optional<Raster> rasterize(const RasterRequest& request, const std::stop_token& stop) {
  const RunControl control{stop, {}};
  const std::optional<std::pair<double, double>> range = request.range ? request.range : typicalRange(request, control);
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
  raster.range = *range;
  raster.scale = ValueScale(request.scale, range->first, range->second);
  const auto [least, most] = rangeOf(picture.values);
  raster.clipped = std::max(-least, most) > raster.scale.largest() * (1 + 1e-9);
  raster.sampled = picture.sampled;
  raster.image = coloured(picture, raster.scale, request.dark);
  return raster;
}

}  // namespace noiseloom
