#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/names.h"
#include "core/train/data_set.h"

namespace noiseloom {

/// Points in the plane, all within about 2 of the origin.
enum class PlaneShape {
  Blobs,    ///< normal clouds about the corners of a regular polygon of radius 1.2
  Moons,    ///< two half circles that interlock
  Circles,  ///< one circle inside another, of radii 1 and 0.45
  Spirals   ///< two arms of one and a quarter turns
};
template <>
inline constexpr std::array<std::string_view, 4> kNamesOf<PlaneShape>{"blobs", "moons", "circles", "spirals"};
/// Default standard deviation of the noise that is added to each coordinate.
double usualNoise(PlaneShape shape);

/// A point that a person drew.
struct DrawnPoint {
  double x = 0;
  double y = 0;
  Index label = 0;  ///< its class, 0 or 1

  bool operator==(const DrawnPoint&) const = default;
};
/// Default standard deviation of the noise about drawn points.
inline constexpr double kDrawnNoise = 0.08;

struct PlanePoints {
  PlaneShape shape = PlaneShape::Moons;
  Index train = 1000;                ///< N
  Index test = 1000;                 ///< more points of the same law
  Index classes = 2;                 ///< Blobs: 2 to 8; otherwise 2
  std::optional<double> noise = {};  ///< 0 to 2; nullopt: usualNoise(), or kDrawnNoise about drawn points
  std::uint64_t seed = 1;
  /// If there are any, every point lies near one of these, each as likely as the others, and not in the shape.
  std::vector<DrawnPoint> drawn = {};

  bool operator==(const PlanePoints&) const = default;
};

/// Each point's class is drawn independently, so that no order and no part of the points favours one. Coordinates are
/// not scaled. Throws InvalidArgument naming examples (1 to 10^6), test_examples (0 to 10^6), classes, data_noise or
/// drawn (coordinates from -10 to 10, classes 0 and 1).
std::shared_ptr<const DataSet> planePoints(const PlanePoints& asked);

}  // namespace noiseloom
