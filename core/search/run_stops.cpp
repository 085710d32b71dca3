#include "core/search/run_stops.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/error/error_profile.h"
#include "core/search/designer.h"

namespace noiseloom {
namespace {

// Share of the errors in the progress; designs take the rest.
constexpr double kErrorShare = 0.1;

}  // namespace

double RunStop::price() const {
  return own ? error[objective] / own->error[objective] - 1 : 0;
}

void checkStops(Index iterations, std::span<const Index> stops) {
  checkInteger("iterations", iterations, 1, kMostStopped, Core::tr("the errors of all steps are made for its stops"));
  for (const Index stop : stops) checkInteger("stops", stop, 1, iterations, Core::tr("the iterations"));
}

Scenario scenarioOfStop(const Scenario& scenario, Index steps) {
  Scenario own = scenario;
  own.iterations = steps;
  own.epochs = scenario.epochs * static_cast<double>(steps) / static_cast<double>(scenario.iterations);
  if (own.bands) own.bands = std::min(*own.bands, steps);
  if (own.workload.window() > steps) own.workload = own.workload.withWindow(steps);
  if (own.workload.isMatrix()) {
    const auto rows = scenario.workload.given().first(static_cast<std::size_t>(steps * (steps + 1) / 2));
    own.workload = Workload::matrix({rows.begin(), rows.end()}, scenario.workload.file());
  }
  if (const auto rates = scenario.workload.eta(); !rates.empty()) {
    own.workload = scenario.workload.withRates({rates.begin(), rates.begin() + steps});
    own.schedule = {ScheduleKind::File, 0, 0, {}};
  }
  return own;
}

std::vector<RunStop> runStops(const Design& design, std::span<const Index> steps, const RunControl& control) {
  const Index n = design.scenario.iterations;
  checkStops(n, steps);
  const ErrorProfile profile =
      errorProfile(design.strategy, design.scenario.workload, std::max<Index>(n, 128), control.part(0, kErrorShare));
  std::vector<RunStop> stops;
  if (!profile.valid) return stops;
  stops.reserve(steps.size());
  const ErrorObjective objective = design.scenario.objective;
  const double scale = design.noiseMultiplier.value * design.sensitivity.value;
  for (std::size_t i = 0; i < steps.size() && !control.stopRequested(); ++i) {
    const auto first = profile.variances.begin(), end = first + steps[i];
    double sum = 0;
    for (auto variance = first; variance != end; ++variance) sum += *variance;
    RunStop stop{steps[i], ofCurvatures(objective) ? ErrorObjective::Mean : objective};
    stop.error.mean = scale * std::sqrt(sum / static_cast<double>(steps[i]));
    stop.error.max = scale * std::sqrt(*std::max_element(first, end));
    stop.error.last = scale * std::sqrt(*(end - 1));
    const double share = (1 - kErrorShare) / static_cast<double>(steps.size());
    const double done = kErrorShare + static_cast<double>(i) * share;
    try {
      stop.own = noiseloom::design(scenarioOfStop(design.scenario, steps[i]), control.part(done, done + share),
                                   {.abandon = control.stop});
    } catch (const InvalidArgument& problem) {
      stop.problem = problem.text();
    }
    if (stop.own || !stop.problem.empty()) stops.push_back(std::move(stop));
  }
  return stops;
}

}  // namespace noiseloom
