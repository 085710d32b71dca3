// What a job has to do, in the words that people read.

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "core/batching/list.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

// 3 of 100 000 examples a step for 7 passes: no probability ends after a few digits.
TEST(Assumptions, ProbabilitiesHaveTheDigitsThatPeopleRead) {
  const std::regex precise("[0-9]\\.0*[1-9][0-9]{6,}");
  int about = 0;
  for (const Batching* batching : allBatchings()) {
    for (const Index bands : {1, 3}) {
      const Scenario scenario({.iterations = 233'331, .epochs = 7, .batching = batching, .datasetSize = 99'991});
      if (scenario.bandsAtMost(bands) != bands) continue;
      const std::string text = batching->assumes(scenario, bands, Core::tr("Every example")).english();
      EXPECT_FALSE(std::regex_search(text, precise)) << text;
      if (text.find("probability about") != std::string::npos) ++about;
    }
  }
  EXPECT_GE(about, 3) << "rounded ones say so";
}

}  // namespace
}  // namespace noiseloom
