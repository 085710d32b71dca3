#include "core/search/mechanism_ranking.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/base/check.h"
#include "core/base/processor_time.h"
#include "core/search/band_search.h"
#include "core/search/designer.h"

namespace noiseloom {
namespace {

constexpr Phrase kStopped = Core::tr("stopped");

// The scenario of one mechanism: settings that apply to its own mechanism only are left open.
Scenario scenarioOf(const Scenario& scenario, const Mechanism* mechanism) {
  Scenario own = scenario;
  own.mechanism = mechanism;
  own.bands.reset();
  own.stamps.reset();
  return own;
}

// Limits the bands, by the noise rows that they need (bands - 1), so that a solve takes no longer than that. Returns
// false if even one band would.
bool limitTo(double seconds, Scenario& scenario) {
  const Index fits = mostBandsWithin(scenario, seconds);
  if (fits < scenario.mostBands()) scenario.mostNoiseRows = fits - 1;
  return fits > 0;
}

}  // namespace

double RankedMechanism::error() const {
  if (!design) return std::numeric_limits<double>::infinity();
  return design->objectiveError();
}

std::vector<RankedMechanism> rankMechanisms(const Scenario& scenario, const RunControl& control,
                                            const std::function<void(const RankedMechanism&)>& onDesign) {
  const double mostSeconds = scenario.mostSeconds.value_or(kDefaultMostSeconds);
  std::vector<RankedMechanism> ranking;
  const auto mechanisms = allMechanisms();
  for (std::size_t i = 0; i < mechanisms.size(); ++i) {
    RankedMechanism entry{mechanisms[i], nullptr, {}};
    Scenario own = scenarioOf(scenario, mechanisms[i]);
    const auto problems = own.problems();
    if (control.stopRequested()) {
      entry.leftOut = kStopped;
    } else if (!problems.empty()) {
      entry.leftOut = problems.front().text();
    } else if (!limitTo(mostSeconds, own)) {
      entry.leftOut = {Core::tr("would take about %1 s"), std::ceil(estimatedSeconds(own, own.mostBands()))};
    } else {
      const double share = 1 / static_cast<double>(mechanisms.size());
      try {
        const ProcessorBudget budget(control.stop, mostSeconds);
        const RunControl part = control.part(static_cast<double>(i) * share, static_cast<double>(i + 1) * share);
        entry.design = design(own, {budget.token(), part.onProgress, part.onTrace});
        if (!entry.design) entry.leftOut = kStopped;
      } catch (const InvalidArgument& error) {
        entry.leftOut = error.text();
      }
    }
    if (entry.design && onDesign) onDesign(entry);
    ranking.push_back(std::move(entry));
  }
  std::stable_sort(ranking.begin(), ranking.end(),
                   [](const RankedMechanism& a, const RankedMechanism& b) { return a.error() < b.error(); });
  return ranking;
}

std::shared_ptr<const Design> bestOf(const Scenario& scenario, const std::vector<RankedMechanism>& ranking) {
  if (ranking.empty()) return nullptr;
  if (const RankedMechanism& first = ranking.front(); !first.design) {
    if (first.leftOut.phrase() == kStopped) return nullptr;
    throw InvalidArgument("mechanism", bestMechanism().id,
                          {Core::tr("a scenario that a mechanism can run in; %1"), first.leftOut});
  }
  Design best = *ranking.front().design;
  best.scenario = scenario;
  FailureOfAll failure;
  for (const RankedMechanism& entry : ranking) {
    if (entry.design) failure.add(entry.design->certificate);
  }
  failure.state(best.certificate);
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
