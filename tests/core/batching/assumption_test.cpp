// What a job has to do, in the words that people read.

#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <string>

#include "core/batching/list.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

// The first probability or share of a batching's sentence; NaN without one.
double statedIn(const std::string& text) {
  std::smatch found;
  if (!std::regex_search(text, found,
                         std::regex("(?:probability|share of) (?:about )?([0-9.]+(?:e-[0-9]+)?)(?:/([0-9]+))?")))
    return std::nan("");
  return std::stod(found[1]) / (found[2].matched ? std::stod(found[2]) : 1);
}

// 3 of 100 000 examples a step for 7 passes: no probability ends after a few digits.
TEST(Assumptions, ProbabilitiesHaveFewDigitsWhereLessSamplingIsAsPrivate) {
  int about = 0;
  int full = 0;
  for (const Batching* batching : allBatchings()) {
    for (const Index bands : {1, 3}) {
      for (const bool capped : {false, true}) {
        Scenario scenario({.iterations = 233'335, .epochs = 7, .batching = batching, .datasetSize = 99'991});
        if (capped) scenario.largestBatch = 30;
        if (scenario.bandsAtMost(bands) != bands || !scenario.problems().empty()) continue;
        const std::string text = batching->assumes(scenario, bands, Core::tr("Every example")).english();
        const double stated = statedIn(text);
        if (std::isnan(stated) || !batching->sampling) continue;
        const double accounted = *samplingOf(scenario, bands).probability;
        // A cap leaves out fewer where others join less often; under b-min-sep who joins less often rests less often.
        const bool exact =
            (batching == &batchings::cyclicPoisson && capped) || (batching == &batchings::bMinSep && bands > 1);
        EXPECT_LE(stated, accounted) << text;
        EXPECT_GE(stated, exact ? accounted : accounted * (1 - 1e-5)) << text;
        full += exact ? 1 : 0;
        if (exact) continue;
        EXPECT_FALSE(std::regex_search(text, std::regex("[0-9]\\.0*[1-9][0-9]{6,}"))) << text;
        if (text.find("probability about") != std::string::npos) ++about;
      }
    }
  }
  EXPECT_GE(about, 3) << "rounded ones say so";
  EXPECT_GE(full, 2);
}

// A million steps of 20 passes: 2.6665955574518015e-5, and 0.75002 at the start.
TEST(Assumptions, ProbabilitiesThatNeedAllDigitsAreFractionsWhereTheyCan) {
  const Scenario scenario({.iterations = 1'000'000, .epochs = 20, .batching = &batchings::bMinSep});
  const auto said = [&](Index bands) { return scenario.batching->assumes(scenario, bands, {}).english(); };
  EXPECT_NE(said(12'500).find("probability 1/37501, "), std::string::npos) << said(12'500);
  EXPECT_NE(said(12'500).find("probability 0.75002, "), std::string::npos) << said(12'500);
  const Scenario sevenths({.iterations = 100, .epochs = 7, .batching = &batchings::bMinSep});
  const std::string text = sevenths.batching->assumes(sevenths, 3, {}).english();
  EXPECT_NE(text.find("probability 7/86, "), std::string::npos) << text;
}

}  // namespace
}  // namespace noiseloom
