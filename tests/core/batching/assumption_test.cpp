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
  if (!std::regex_search(text, found, std::regex("(?:probability|share of) (?:about )?([0-9.]+(?:e-[0-9]+)?)")))
    return std::nan("");
  return std::stod(found[1]);
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

}  // namespace
}  // namespace noiseloom
