#include "core/error/objective.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace noiseloom {
namespace {

TEST(Objective, EachHasItsRowItsNumberAndItsNames) {
  std::array<std::set<std::string_view>, 6> names;
  ByObjective numbers;
  double next = 1;
  for (const ErrorObjective objective : valuesOf<ErrorObjective>()) {
    SCOPED_TRACE(toString(objective));
    const ObjectiveInfo& info = infoOf(objective);
    EXPECT_EQ(info.objective, objective);
    EXPECT_EQ(fromName<ErrorObjective>(info.id), objective);
    const std::array words{
        info.id, info.error, info.loss, info.name.english(), info.title.english(), info.meaning.english()};
    for (std::size_t i = 0; i < words.size(); ++i) {
      EXPECT_FALSE(words[i].empty());
      EXPECT_TRUE(names[i].insert(words[i]).second) << words[i];
    }
    EXPECT_EQ(numbers[objective], 0);
    numbers[objective] = next++;
    EXPECT_EQ(ofComponent(info.ofComponent), info.ofComponent);
    EXPECT_FALSE(ofCurvatures(info.ofComponent));
  }
  next = 1;
  for (const ErrorObjective objective : valuesOf<ErrorObjective>()) EXPECT_EQ(numbers[objective], next++);
  EXPECT_FALSE(fromName<ErrorObjective>("least"));
}

}  // namespace
}  // namespace noiseloom
