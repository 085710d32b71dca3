#include "core/search/mechanism_ranking.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "core/base/check.h"
#include "core/search/job_designer.h"

namespace noiseloom {

double RankedMechanism::error() const {
  if (!design) return std::numeric_limits<double>::infinity();
  return design->objectiveError();
}

std::vector<RankedMechanism> rankMechanisms(const Scenario& scenario, const RunControl& control,
                                            const std::function<void(const RankedMechanism&)>& onDesign) {
  const auto entryOf = [](const Candidate& each) {
    return RankedMechanism{each.mechanism(), each.design, searchedNote(each), each.leftOut, each.forTime};
  };
  const BatchingWay way{scenario.batching, scenario.jobBatching, scenario.minSeparation};
  JobDesigner designer({scenario, {way}, scenario.mostSeconds}, std::nullopt, control, [&](const Candidate& each) {
    if (onDesign) onDesign(entryOf(each));
  });
  const auto begin = std::chrono::steady_clock::now();  // as designs count their seconds
  designer.run();
  const double all = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::vector<RankedMechanism> ranking;
  for (const Candidate* each : designer.certified()) ranking.push_back(entryOf(*each));
  for (const Candidate& each : designer.candidates()) {
    if (!each.design) ranking.push_back(entryOf(each));
  }
  if (std::shared_ptr<const Design>& first = ranking.front().design) {
    Design best = *first;
    double rest = all;
    for (const RankedMechanism& each : ranking) rest -= each.design ? each.design->seconds.total : 0;
    best.seconds.optimize += std::max(0.0, rest);
    best.seconds.total += std::max(0.0, rest);
    first = std::make_shared<const Design>(std::move(best));
  }
  return ranking;
}

std::shared_ptr<const Design> bestOf(const Scenario& scenario, const std::vector<RankedMechanism>& ranking) {
  if (ranking.empty()) return nullptr;
  if (!ranking.front().design) {
    if (std::ranges::any_of(ranking, [](const RankedMechanism& each) { return each.leftOut.phrase() == kStopped; }))
      return nullptr;
    if (scenario.mostSeconds && std::ranges::any_of(ranking, &RankedMechanism::forTime))
      throw InvalidArgument("most_seconds", *scenario.mostSeconds,
                            Core::tr("more: no mechanism is solved within that"));
    throw InvalidArgument("mechanism", bestMechanism().id,
                          {Core::tr("a scenario that a mechanism can run in; %1"), ranking.front().leftOut});
  }
  Design best = *ranking.front().design;
  best.scenario = scenario;
  best.seconds = {};
  for (const RankedMechanism& entry : ranking) {
    if (!entry.design) continue;
    best.seconds.optimize += entry.design->seconds.optimize;
    best.seconds.calibrate += entry.design->seconds.calibrate;
    best.seconds.total += entry.design->seconds.total;
  }
  return std::make_shared<const Design>(std::move(best));
}

}  // namespace noiseloom
