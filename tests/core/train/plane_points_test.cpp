#include "core/train/plane_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/base/errors.h"

namespace noiseloom {
namespace {

TEST(PlanePoints, EveryShapeIsOfItsSeed) {
  for (const PlaneShape shape : valuesOf<PlaneShape>()) {
    EXPECT_EQ(fromName<PlaneShape>(toString(shape)), shape);
    const auto data = planePoints({.shape = shape, .train = 2000, .test = 500, .seed = 3});
    EXPECT_EQ(data->features, 2);
    EXPECT_EQ(data->classes, 2);
    EXPECT_EQ(data->train.size(), 2000U);
    EXPECT_EQ(data->test.size(), 500U);
    const auto ones = std::ranges::count(data->targets, 1.0);
    EXPECT_NEAR(static_cast<double>(ones), 1250, 5 * 25) << toString(shape);
    for (const float value : data->values) EXPECT_LT(std::abs(value), 5.0F);
    EXPECT_EQ(planePoints({.shape = shape, .train = 2000, .test = 500, .seed = 3})->values, data->values);
    EXPECT_NE(planePoints({.shape = shape, .train = 2000, .test = 500, .seed = 4})->values, data->values);
    // More of them begin with the same ones.
    const auto more = planePoints({.shape = shape, .train = 2500, .test = 500, .seed = 3});
    EXPECT_TRUE(std::equal(data->values.begin(), data->values.end(), more->values.begin()));
  }
}

// Neighbours in the list are of either class: groups such as x mod b see both.
TEST(PlanePoints, ClassesDoNotFollowTheIndex) {
  const auto data = planePoints({.shape = PlaneShape::Blobs, .train = 1000, .test = 0});
  for (std::size_t group = 0; group < 4; ++group) {
    Index ones = 0;
    for (std::size_t i = group; i < 1000; i += 4) ones += data->targets[i] == 1 ? 1 : 0;
    EXPECT_NEAR(static_cast<double>(ones), 125, 40);
  }
}

TEST(PlanePoints, LieOnTheirCurvesWithoutNoise) {
  const auto circles = planePoints({.shape = PlaneShape::Circles, .train = 200, .test = 0, .noise = 0});
  const auto moons = planePoints({.shape = PlaneShape::Moons, .train = 200, .test = 0, .noise = 0});
  const auto spirals = planePoints({.shape = PlaneShape::Spirals, .train = 200, .test = 0, .noise = 0});
  const auto blobs = planePoints({.shape = PlaneShape::Blobs, .train = 200, .test = 0, .classes = 5, .noise = 0});
  for (Index i = 0; i < 200; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const auto radius = [i](const auto& data, double dx = 0, double dy = 0) {
      return std::hypot(static_cast<double>(data->row(i)[0]) - dx, static_cast<double>(data->row(i)[1]) - dy);
    };
    EXPECT_NEAR(radius(circles), circles->targets[at] == 0 ? 1 : 0.45, 1e-6);
    const double side = moons->targets[at] == 0 ? -1 : 1;
    EXPECT_NEAR(radius(moons, 0.5 * side, 0.25 * side), 1, 1e-6);
    EXPECT_LE(side * static_cast<double>(moons->row(i)[1]), 0.2500001);
    const double turn = (radius(spirals) - 0.1) / 1.5;
    const double angle = std::atan2(spirals->row(i)[1], spirals->row(i)[0]);
    EXPECT_NEAR(std::cos(angle - 2.5 * M_PI * turn - M_PI * spirals->targets[at]), 1, 1e-6);
    EXPECT_NEAR(radius(blobs), 1.2, 1e-6);
  }
  EXPECT_EQ(*std::ranges::max_element(blobs->targets), 4);
}

TEST(PlanePoints, RefuseWhatIsOutOfRange) {
  EXPECT_THROW(planePoints({.train = 0}), InvalidArgument);
  EXPECT_THROW(planePoints({.train = 2'000'000}), InvalidArgument);
  EXPECT_THROW(planePoints({.shape = PlaneShape::Moons, .classes = 3}), InvalidArgument);
  EXPECT_THROW(planePoints({.shape = PlaneShape::Blobs, .classes = 9}), InvalidArgument);
  EXPECT_THROW(planePoints({.noise = -0.1}), InvalidArgument);
  EXPECT_THROW(planePoints({.noise = std::nan("")}), InvalidArgument);
}

TEST(PlanePoints, LieAboutDrawnOnes) {
  const std::vector<DrawnPoint> drawn{{-1, 0.5, 0}, {1, 0.5, 1}, {0, -1, 1}};
  const auto data = planePoints({.train = 3000, .test = 10, .noise = 0, .seed = 5, .drawn = drawn});
  std::array<int, 3> counts{};
  for (std::size_t i = 0; i < data->targets.size(); ++i) {
    const auto at = std::ranges::find_if(drawn, [&](const DrawnPoint& point) {
      return static_cast<float>(point.x) == data->values[2 * i] &&
             static_cast<float>(point.y) == data->values[2 * i + 1];
    });
    ASSERT_NE(at, drawn.end());
    EXPECT_EQ(data->targets[i], static_cast<double>(at->label));
    ++counts.at(static_cast<std::size_t>(at - drawn.begin()));
  }
  for (const int count : counts) EXPECT_NEAR(count, 1003, 5 * 26);
  const auto usual = planePoints({.train = 100, .test = 0, .seed = 5, .drawn = drawn});
  EXPECT_NE(usual->values[0], data->values[0]) << "shifted a little";
  EXPECT_NEAR(usual->values[0], data->values[0], 6 * kDrawnNoise);
  EXPECT_THROW(planePoints({.drawn = {{11, 0, 0}}}), InvalidArgument);
  EXPECT_THROW(planePoints({.drawn = {{0, 0, 2}}}), InvalidArgument);
}

}  // namespace
}  // namespace noiseloom
