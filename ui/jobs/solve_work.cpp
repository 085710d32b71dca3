#include "ui/jobs/solve_work.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/document/scenario_compare.h"

namespace noiseloom {
namespace {

using DesignPointer = std::shared_ptr<const Design>;

/// `found` under the scenario that was asked for ("best" instead of the number that turned out best).
DesignPointer asAskedFor(const DesignPointer& found, const Scenario& scenario, bool stopped) {
  if (!found) return nullptr;
  auto copy = std::make_shared<Design>(*found);
  copy->scenario = scenario;
  if (stopped) {
    copy->optimizer.termination = Termination::Stopped;
    copy->optimizer.message = "the search for the best number of bands was cancelled";
  }
  return copy;
}

Scenario withBands(Scenario scenario, Index bands) {
  scenario.bands = bands;
  return scenario;
}

Index bestOf(const std::vector<BandPoint>& points) {
  const auto best = std::min_element(points.begin(), points.end(),
                                     [](const BandPoint& a, const BandPoint& b) { return a.rmse < b.rmse; });
  return best == points.end() ? 0 : best->bands;
}

bool sweep(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
           std::vector<BandPoint>& points) {
  points = request.knownSweep;
  if (request.sweepComplete) return true;
  points = sweepBands(sweepScenario(request.scenario), control, sink.onPoint);
  return !control.stopRequested();
}

bool solveFixed(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
                const std::function<void(SolvePhase)>& onPhase) {
  const double share = request.sweepComplete ? 1.0 : request.scenario.mechanism == MechanismKind::Banded ? 0.6 : 0.2;
  if (request.scenario.mechanism == MechanismKind::Banded) {
    Scenario coarse = request.scenario;
    coarse.mechanism = MechanismKind::BandedToeplitz;
    coarse.columnNormalize = true;
    if (const DesignPointer quick = design(coarse, control.part(0, 0.1 * share))) sink.onDesign(quick, false);
    onPhase(SolvePhase::Refining);
  }
  const DesignPointer solved = design(request.scenario, control.part(0.1 * share, share));
  if (solved) sink.onDesign(solved, true);
  onPhase(SolvePhase::Refining);
  if (control.stopRequested()) return false;
  std::vector<BandPoint> points;
  return sweep(request, control.part(share, 1), sink, points);
}

bool solveBest(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
               const std::function<void(SolvePhase)>& onPhase) {
  const Scenario& scenario = request.scenario;
  const bool banded = scenario.mechanism == MechanismKind::Banded;
  Scenario coarse = scenario;
  if (banded) {
    coarse.mechanism = MechanismKind::BandedToeplitz;
    coarse.columnNormalize = true;
  }
  // What a design of these bands is shown as: its own scenario when it is of another family than the one asked for.
  const auto shown = [&](const DesignPointer& found, bool stopped) {
    return banded ? found : asAskedFor(found, scenario, stopped);
  };

  const Index known = request.sweepComplete ? bestOf(request.knownSweep) : request.likelyBands;
  const Index likely = std::clamp<Index>(known > 0 ? known : thumbBands(scenario), 1, scenario.mostBands());
  DesignPointer best = design(withBands(coarse, likely), control.part(0, 0.1));
  if (best) sink.onDesign(shown(best, false), request.sweepComplete && !banded && !control.stopRequested());
  onPhase(SolvePhase::Refining);

  const double sweepShare = banded ? 0.5 : 0.9;
  SolveSink improving = sink;
  improving.onPoint = [&](const BandPoint& point) {
    sink.onPoint(point);
    // The picture follows a clear improvement, so that a cancelled search keeps the best it has found.
    if (banded || (best && point.rmse > 0.99 * best->rmse)) return;
    const DesignPointer better = design(withBands(coarse, point.bands), RunControl{control.stop, {}});
    if (!better || (best && better->rmse >= best->rmse)) return;
    best = better;
    sink.onDesign(shown(best, false), false);
  };
  std::vector<BandPoint> points;
  const bool complete = sweep(request, control.part(0.1, sweepShare), improving, points);
  if (!complete) {
    if (best) sink.onDesign(shown(best, true), true);
    return false;
  }
  const Index optimum = bestOf(points);
  if (optimum == 0) return true;
  DesignPointer solved = best;
  if (banded || !best || best->bands != optimum) {
    solved = design(withBands(scenario, optimum), control.part(sweepShare, 1));
  }
  if (!solved) {
    if (best) sink.onDesign(shown(best, true), true);
    return complete;
  }
  // A final solve that was stopped carries its own Termination::Stopped.
  sink.onDesign(asAskedFor(solved, scenario, false), true);
  return complete;
}

}  // namespace

bool runSolve(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
              const std::function<void(SolvePhase)>& onPhase) {
  request.scenario.validate();
  const auto tell = [&](SolvePhase phase) {
    if (onPhase) onPhase(phase);
  };
  tell(SolvePhase::Quick);
  const bool fixed = request.scenario.bands || request.scenario.mechanism == MechanismKind::DpSgd;
  return fixed ? solveFixed(request, control, sink, tell) : solveBest(request, control, sink, tell);
}

Index thumbBands(const Scenario& scenario) {
  const Index most = std::max<Index>(1, scenario.mostBands());
  if (scenario.batching != Batching::CyclicPoisson) return std::min<Index>(most, 64);
  const double thumb =
      scenario.epsilon * std::sqrt(static_cast<double>(scenario.iterations)) / static_cast<double>(scenario.epochs);
  return std::clamp<Index>(std::isfinite(thumb) && thumb < 1e9 ? std::llround(thumb) : most, 1, most);
}

}  // namespace noiseloom
