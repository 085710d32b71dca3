#include "core/train/data_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/base/errors.h"
#include "tests/calls.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

ExampleTable table(Index count) {
  ExampleTable made{3, {}, {}};
  for (Index i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i);
    made.values.insert(made.values.end(), {x, 5 - 2 * x * x, 7});
    made.labels.push_back(static_cast<double>(i % 3 == 0 ? 9 : i % 3 == 1 ? -1 : 4));
  }
  return made;
}

std::string refusal(const ExampleTable& table, const DataOptions& options = {}) {
  return messageOf<InvalidArgument>([&] { dataSet(table, options); });
}

TEST(DataSet, TestExamplesAreDrawnByTheSeed) {
  const auto data = dataSet(table(101), {.scaling = FeatureScaling::None, .testShare = 0.25, .seed = 4});
  EXPECT_EQ(data->test.size(), 25U);
  EXPECT_EQ(data->train.size(), 76U);
  std::set<Index> all(data->test.begin(), data->test.end());
  all.insert(data->train.begin(), data->train.end());
  EXPECT_EQ(all.size(), 101U);
  const auto again = dataSet(table(101), {.scaling = FeatureScaling::None, .testShare = 0.25, .seed = 4});
  EXPECT_EQ(again->test, data->test);
  EXPECT_EQ(again->train, data->train);
  EXPECT_FALSE(std::ranges::is_sorted(data->train));  // a sorted file's classes must not follow the index
  const auto other = dataSet(table(101), {.scaling = FeatureScaling::None, .testShare = 0.25, .seed = 5});
  EXPECT_NE(other->test, data->test);
  EXPECT_TRUE(dataSet(table(10), {.testShare = 0})->test.empty());
  EXPECT_FALSE(dataSet(table(101), {}, stoppedAtOnce()));
}

TEST(DataSet, LabelsBecomeClassesInOrder) {
  const auto data = dataSet(table(9), {});
  EXPECT_EQ(data->classes, 3);
  EXPECT_EQ(data->names, (std::vector<std::string>{"-1", "4", "9"}));
  EXPECT_EQ(data->targets, (std::vector<double>{2, 0, 1, 2, 0, 1, 2, 0, 1}));
  ExampleTable words{1, {1, 2, 3}, {1, 0, 1}, {"ant", "bee"}};
  EXPECT_EQ(dataSet(words, {})->names, (std::vector<std::string>{"ant", "bee"}));
  EXPECT_THAT(refusal(words, {.regression = true}), HasSubstr("words"));
}

TEST(DataSet, StandardisesByTheTrainingExamplesAlone) {
  const auto data = dataSet(table(50), {.testShare = 0.4, .seed = 2});
  for (Index column = 0; column < 3; ++column) {
    double mean = 0, square = 0;
    for (const Index row : data->train) mean += static_cast<double>(data->row(row)[column]) / 30;
    for (const Index row : data->train) square += std::pow(static_cast<double>(data->row(row)[column]) - mean, 2) / 30;
    EXPECT_NEAR(mean, 0, 1e-6);
    EXPECT_NEAR(square, column == 2 ? 0 : 1, 1e-5);
  }
  // What it says of the constants is what it did.
  const auto raw = dataSet(table(50), {.scaling = FeatureScaling::None, .testShare = 0.4, .seed = 2});
  for (std::size_t i = 0; i < raw->values.size(); ++i)
    EXPECT_NEAR(static_cast<double>(data->values[i]),
                static_cast<double>((raw->values[i] - data->shift[i % 3]) * data->scale[i % 3]), 1e-5);
  const auto numbers = dataSet(table(50), {.testShare = 0, .regression = true});
  double square = 0;
  for (const double target : numbers->targets) square += target * target / 50;
  EXPECT_NEAR(square, 1, 1e-12);
  EXPECT_EQ(numbers->classes, 0);
}

TEST(DataSet, ScalesToTheUnitRange) {
  const auto data = dataSet(table(50), {.scaling = FeatureScaling::UnitRange, .testShare = 0});
  for (Index column = 0; column < 2; ++column) {
    float least = 9, most = -9;
    for (const Index row : data->train) {
      least = std::min(least, data->row(row)[column]);
      most = std::max(most, data->row(row)[column]);
    }
    EXPECT_EQ(least, 0.0F);
    EXPECT_NEAR(static_cast<double>(most), 1, 1e-6);
  }
  for (const FeatureScaling scaling : {FeatureScaling::None, FeatureScaling::Standardise, FeatureScaling::UnitRange})
    EXPECT_EQ(fromName<FeatureScaling>(toString(scaling)), scaling);
}

TEST(DataSet, RefusesWhatCannotBeTrainedWith) {
  EXPECT_THAT(refusal({}), HasSubstr("no example"));
  EXPECT_THAT(refusal({2, {1, 2, 3}, {0, 1}}), HasSubstr("values"));
  EXPECT_THAT(refusal({1, {1, 2, 3}, {0, 0, 0}}), HasSubstr("one class"));
  EXPECT_THAT(refusal({1, {1, std::numeric_limits<float>::infinity()}, {0, 1}}), HasSubstr("example 1 with a feature"));
  EXPECT_THAT(refusal({1, {1, 2}, {0, std::nan("")}}), HasSubstr("labels[1]"));
  EXPECT_THAT(refusal(table(9), {.testShare = 0.95}), HasSubstr("test_share"));
  ExampleTable many{1, std::vector<float>(1001, 1), {}};
  for (int i = 0; i < 1001; ++i) many.labels.push_back(i / 7.0);
  EXPECT_THAT(refusal(many), HasSubstr("at most 1000 classes"));
  EXPECT_NO_THROW(dataSet(many, {.regression = true}));
}

}  // namespace
}  // namespace noiseloom
