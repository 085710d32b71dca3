#include "core/train/plane_points.h"

#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>

#include "core/base/check.h"
#include "core/train/seeded_numbers.h"

namespace noiseloom {
namespace {

constexpr std::array<double, kNamesOf<PlaneShape>.size()> kUsualNoise{0.5, 0.2, 0.12, 0.08};

struct Point {
  double x = 0, y = 0;
};

// A point of a class, t in [0, 1) along its curve.
Point place(PlaneShape shape, Index which, Index classes, double t) {
  constexpr double kPi = std::numbers::pi;
  const auto number = static_cast<double>(which);
  switch (shape) {
    case PlaneShape::Blobs: {
      const double angle = 2 * kPi * number / static_cast<double>(classes);
      return {1.2 * std::cos(angle), 1.2 * std::sin(angle)};
    }
    case PlaneShape::Moons: {
      const double x = std::cos(kPi * t), y = std::sin(kPi * t);
      return which == 0 ? Point{x - 0.5, y - 0.25} : Point{0.5 - x, 0.25 - y};
    }
    case PlaneShape::Circles: {
      const double radius = which == 0 ? 1 : 0.45;
      return {radius * std::cos(2 * kPi * t), radius * std::sin(2 * kPi * t)};
    }
    case PlaneShape::Spirals: {
      const double radius = 0.1 + 1.5 * std::sqrt(t);  // equally many points on each stretch of an arm
      const double angle = 2.5 * kPi * std::sqrt(t) + kPi * number;
      return {radius * std::cos(angle), radius * std::sin(angle)};
    }
  }
  return {};
}

}  // namespace

double usualNoise(PlaneShape shape) {
  return kUsualNoise.at(static_cast<std::size_t>(shape));
}

std::shared_ptr<const DataSet> planePoints(const PlanePoints& asked) {
  constexpr Index kMostPoints = 1'000'000;
  checkInteger("examples", asked.train, 1, kMostPoints);
  checkInteger("test_examples", asked.test, 0, kMostPoints);
  checkInteger("classes", asked.classes, 2, asked.shape == PlaneShape::Blobs ? 8 : 2);
  for (const DrawnPoint& point : asked.drawn) {
    for (const double coordinate : {point.x, point.y}) checkClosedInterval("drawn", coordinate, -10, 10);
    checkInteger("drawn", point.label, 0, asked.classes - 1);
  }
  const double noise = asked.noise.value_or(asked.drawn.empty() ? usualNoise(asked.shape) : kDrawnNoise);
  checkClosedInterval("data_noise", noise, 0, 2);

  const Index count = asked.train + asked.test;
  const std::vector<double> labels = seededUniforms(asked.seed, SeedUse::Labels, count);
  const std::vector<double> places = seededUniforms(asked.seed, SeedUse::Places, count);
  const std::vector<double> spread = seededNormals(asked.seed, SeedUse::Spread, 2 * count);
  auto data = std::make_shared<DataSet>();
  data->features = 2;
  data->classes = asked.classes;
  for (Index c = 0; c < asked.classes; ++c) data->names.push_back(std::to_string(c));
  for (std::size_t i = 0; i < labels.size(); ++i) {
    auto which = static_cast<Index>(labels[i] * static_cast<double>(asked.classes));
    Point point;
    if (asked.drawn.empty()) {
      point = place(asked.shape, which, asked.classes, places[i]);
    } else {
      const DrawnPoint& drawn =
          asked.drawn[static_cast<std::size_t>(labels[i] * static_cast<double>(asked.drawn.size()))];
      point = {drawn.x, drawn.y};
      which = drawn.label;
    }
    data->values.push_back(static_cast<float>(point.x + noise * spread[2 * i]));
    data->values.push_back(static_cast<float>(point.y + noise * spread[2 * i + 1]));
    data->targets.push_back(static_cast<double>(which));
  }
  data->train.resize(static_cast<std::size_t>(asked.train));
  std::iota(data->train.begin(), data->train.end(), Index{0});
  data->test.resize(static_cast<std::size_t>(asked.test));
  std::iota(data->test.begin(), data->test.end(), asked.train);
  return data;
}

}  // namespace noiseloom
