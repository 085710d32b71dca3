#include "ui/plots/matrix/heat_map_raster.h"

#include <cmath>

#include "core/base/check.h"

namespace noiseloom {
namespace {

constexpr double kLinearPart = 1e-4;
const double kLogRange = std::log10(1 + 1 / kLinearPart);

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
      out[i] = value == value ? map.at(qRound(at * kMost)) : map.notANumber();
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

ValueScale::ValueScale(ScaleKind kind, double least, double most) : m_kind(kind), m_diverging(least < 0) {
  checkFinite("least", least);
  checkFinite("most", most);
  m_largest = std::max(std::abs(least), std::abs(most));
  if (m_largest == 0) m_largest = 1;
}

double ValueScale::fractionOf(double magnitude) const {
  const double share = magnitude / m_largest;
  return m_kind == ScaleKind::Linear ? share : std::log10(1 + share / kLinearPart) / kLogRange;
}

double ValueScale::position(double value) const {
  const double share = std::copysign(fractionOf(std::abs(value)), value);
  return m_diverging ? 0.5 + 0.5 * share : share;
}

const ColorMap& ValueScale::colors(bool dark) const {
  return m_diverging ? ColorMap::diverging(dark) : ColorMap::sequential(dark);
}

std::vector<Tick> ValueScale::ticks(int mostTicks) const {
  std::vector<Tick> ticks;
  if (m_kind == ScaleKind::Linear) {
    ticks = linearTicks(m_diverging ? -m_largest : 0, m_largest, mostTicks);
    for (Tick& tick : ticks) tick.position = position(tick.position);
    return ticks;
  }
  const int top = static_cast<int>(std::floor(std::log10(m_largest) + 1e-9));
  const int aSide = m_diverging ? (mostTicks - 1) / 2 : mostTicks - 1;
  const int stride = std::max(1, (4 + aSide - 1) / aSide);
  ticks.push_back({position(0), QStringLiteral("0")});
  for (int step = 0; step < 4; step += stride) {
    const double value = std::pow(10.0, top - step);
    if (position(value) - position(0) < (m_diverging ? 0.05 : 0.08)) break;
    ticks.push_back({position(value), tickLabel(value, value)});
    if (m_diverging) ticks.push_back({position(-value), tickLabel(-value, value)});
  }
  std::ranges::sort(ticks, {}, &Tick::position);
  return ticks;
}

}  // namespace noiseloom
