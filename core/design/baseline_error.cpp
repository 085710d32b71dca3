#include "core/design/baseline_error.h"

#include <cmath>
#include <deque>
#include <mutex>

namespace noiseloom {

namespace {

// The objective's squared error over the mean one, for independent noise. It takes O(n) for each curvature and is
// remembered: the display of a design asks repeatedly, after the worker that makes it. 0 if unknown.
double squaredRatio(ErrorObjective objective, Index iterations, const Workload& workload) {
  struct Known {
    ErrorObjective objective;
    Index iterations;
    Workload workload;
    double ratio;
  };
  constexpr std::size_t kMostKnown = 32;  // more than a shelf shows
  static std::mutex mutex;
  static std::deque<Known> known;
  {
    const std::lock_guard lock(mutex);
    for (const Known& each : known) {
      if (each.objective == objective && each.iterations == iterations && each.workload == workload) return each.ratio;
    }
  }
  const ErrorSummary independent = errorOf(IdentityStrategy(iterations), workload);
  const double found = independent.variance[objective] / independent.variance.mean;
  const double ratio = independent.valid && found > 0 && std::isfinite(found) ? found : 0;
  const std::lock_guard lock(mutex);
  known.push_front({objective, iterations, workload, ratio});
  if (known.size() > kMostKnown) known.pop_back();
  return ratio;
}

}  // namespace

double baselineError(const Scenario& scenario, double dpSgdRmse) {
  if (scenario.objective == ErrorObjective::Mean || !(dpSgdRmse > 0)) return dpSgdRmse;
  return dpSgdRmse * std::sqrt(squaredRatio(scenario.objective, scenario.iterations, scenario.workload));
}

double baselineError(const Design& design) {
  return baselineError(design.scenario, design.dpSgdRmse);
}

double gainOverBaseline(const Design& design) {
  const double baseline = baselineError(design);
  return baseline > 0 ? 1 - design.objectiveError() / baseline : 0;
}

std::optional<double> aboveBaseline(const Design& design, const Design* baseline) {
  const double reference = baseline ? baseline->objectiveError() : baselineError(design);
  const double error = design.objectiveError();
  if (!(reference > 0) || !std::isfinite(error) || !std::isfinite(reference)) return std::nullopt;
  return error / reference - 1;
}

}  // namespace noiseloom
