#include "core/search/two_speed_solve.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/design/quick_design.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/band_curve.h"
#include "core/search/band_sweep.h"
#include "core/search/comparable.h"
#include "core/search/mechanism_ranking.h"
#include "core/search/moved_curve.h"
#include "core/search/sketch.h"
#include "core/search/stopped_solve.h"

namespace noiseloom {
namespace {

Scenario withBands(Scenario scenario, Index bands) {
  scenario.bands = bands;
  return scenario;
}

Index bestBands(const std::vector<BandPoint>& points, ErrorObjective objective) {
  const BandPoint* best = bestPoint(points, objective);
  return best ? best->bands : 0;
}

/// Mechanisms with bands are sketched in their own strategies up to this estimate, in seconds.
constexpr double kSketchedSeconds = 0.05;

/// A scenario that is sketched at once, similar in kind and error, to be shown while the requested one is solved;
/// nullopt if that one is sketched itself, or no other mechanism can stand in for it.
std::optional<Scenario> quickStandIn(const Scenario& scenario) {
  const Mechanism& mechanism = *scenario.mechanism;
  if (!mechanism.sketch) return std::nullopt;
  Scenario own = scenario;
  own.columnNormalize = false;  // a sketch does not refine columns
  const Index bands = scenario.bands.value_or(scenario.mostBands());
  if (estimatedSeconds(own, bands) < kSketchedSeconds && !mechanism.curve) return std::nullopt;
  Scenario quick = scenario;
  for (const auto& [field, label, help] : mechanism.settings) {
    if (field != Field::Bands) copyField(infoOf(field), Scenario(), quick);
  }
  quick.mechanism = mechanism.sketch;
  if (!scenario.searchesBands() && quick.searchesBands()) quick.bands = thumbBands(quick);
  if (!quick.problems().empty()) return std::nullopt;
  return quick;
}

/// True if a sketch of it finds its strategy solved.
bool isAtHand(const SolveRequest& request, const Scenario& scenario, Index bands) {
  return request.trail && request.trail->solved.find(scenario, bands);
}

bool sweep(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
           std::vector<BandPoint>& points) {
  points = request.knownSweep;
  if (request.sweepComplete) return true;
  const Scenario swept = sweepScenario(request.scenario);
  swept.validate();
  BandSweep curve(swept, control, sink.onPoint);
  curve.search();
  curve.fill();
  points = curve.points();
  if (request.swept && !control.stopRequested()) *request.swept = curve.solved();
  return !control.stopRequested();
}

/// The neighbour's solution, if it is the answer to this request as well: only privacy has changed, or fields that
/// matter only in the accounting.
std::optional<Solution> knownSolution(const SolveRequest& request, const Scenario& scenario) {
  const DesignPointer& known = request.neighbour;
  if (!known || known->mechanism != scenario.mechanism || !strategySurvives(*known, scenario)) return std::nullopt;
  const Scenario& own = known->scenario;
  const bool sameSize = scenario.searchesBands() ? scenario.bands == known->bands
                        : scenario.usesBands()   ? own.bands == scenario.bands
                                                 : true;
  // The design's mechanism may be another than its scenario's: a stand-in, or the best of all.
  const bool sameSettings = own.mechanism == scenario.mechanism &&
                            own.effectiveStamps() == scenario.effectiveStamps() &&
                            std::ranges::all_of(scenario.mechanism->settings, [&](const MechanismSetting& setting) {
                              return setting.field == Field::Bands || setting.field == Field::Stamps ||
                                     sameField(infoOf(setting.field), own, scenario);
                            });
  if (!sameSize || !sameSettings || known->optimizer.termination == Termination::Stopped) return std::nullopt;
  return Solution{known->strategy, known->optimizer, {}};
}

DesignHelp helpOf(const SolveRequest& request, const Sketch* sketch = nullptr) {
  const Solution* known = sketch && sketch->solution ? &*sketch->solution : nullptr;
  return {known, request.neighbour, request.abandon, request.secondsAfterStop};
}

/// The curve of the scenario while a slider of its claim moves; empty if it cannot move with it.
std::vector<BandPoint> movedCurve(const SolveRequest& request) {
  if (!request.trail || !request.lastSwept || !hasBandCurve(request.scenario)) return {};
  return noiseloom::movedCurve(request.lastSweep, *request.lastSwept, request.scenario, request.trail->curve);
}

/// Includes the sketch's own point, so that it lies on the curve, if it is of the curve's mechanism.
void handOver(std::vector<BandPoint> curve, const Design& sketch, const SolveSink& sink) {
  if (curve.empty() || !sink.onMovedCurve) return;
  const auto at = std::ranges::lower_bound(curve, sketch.bands, {}, &BandPoint::bands);
  const bool isNew = at == curve.end() || at->bands != sketch.bands;
  if (isNew && sketch.mechanism == curveScenario(sweepScenario(sketch.scenario)).mechanism) {
    BandPoint own;
    static_cast<DesignFigures&>(own) = sketch;
    own.bands = sketch.bands;
    own.termination = sketch.optimizer.termination;
    curve.insert(at, own);
  }
  sink.onMovedCurve(std::move(curve));
}

/// A failed sketch is no loss.
Sketch showSketch(const SolveRequest& request, const Scenario& scenario, std::vector<BandPoint> curve,
                  const std::function<DesignPointer(const DesignPointer&)>& shown, const RunControl& control,
                  const SolveSink& sink) {
  control.report(0, Core::tr("a first estimate"));
  try {
    const Index bands = scenario.bands.value_or(std::max<Index>(1, scenario.mostBands()));
    const std::optional<Solution> known = knownSolution(request, scenario);
    Sketch sketch = sketchDesign(scenario, bands, control, known ? &*known : nullptr, kSketchSeconds,
                                 request.neighbour.get(), request.trail.get());
    if (sketch.design) {
      handOver(std::move(curve), *sketch.design, sink);
      sink.onDesign(shown(sketch.design), false);
    }
    return sketch;
  } catch (const InvalidArgument&) {
    return {};
  }
}

void waitForRest(const SolveRequest& request, const RunControl& control) {
  if (request.waitForRest && !request.abandon.stop_requested()) request.waitForRest(control.stop);
}

/// True if the certified design takes long: its strategy or its noise multiplier does.
bool isWorthASketch(const Scenario& scenario) {
  constexpr double kAtOnce = 0.005;
  const Index bands = scenario.bands.value_or(scenario.mostBands());
  return scenario.batching->amplified() || estimatedSeconds(scenario, bands) > kAtOnce;
}

bool solveFixed(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
                const std::function<void(SolvePhase)>& onPhase) {
  const Scenario& scenario = request.scenario;
  const bool atHand = knownSolution(request, scenario) || isAtHand(request, scenario, scenario.bands.value_or(1));
  const std::optional<Scenario> standIn = atHand ? std::nullopt : quickStandIn(scenario);
  const bool curve = hasBandCurve(scenario) && !request.sweepComplete;
  const double share = !curve ? 1.0 : standIn ? 0.6 : 0.2;
  DesignPointer first;
  Sketch sketch;
  if (standIn || isWorthASketch(scenario)) {
    const auto shown = [&](const DesignPointer& found) { return standIn ? found : asAskedFor(found, scenario, false); };
    sketch =
        showSketch(request, standIn.value_or(scenario), movedCurve(request), shown, control.part(0, 0.1 * share), sink);
    first = sketch.design;
    onPhase(SolvePhase::Refining);
    waitForRest(request, control);
    if (request.abandon.stop_requested()) return false;
  }
  if (standIn && first && !control.stopRequested()) {
    // It is shown for a while: with certified noise.
    const DesignPointer certified = evaluate(first->scenario, first->strategy, control.quiet());
    if (certified) sink.onDesign(first = certified, false);
  }
  const DesignPointer solved =
      design(scenario, control.part(0.1 * share, share), helpOf(request, standIn ? nullptr : &sketch));
  if (request.abandon.stop_requested()) return false;
  if (solved) sink.onDesign(solved, true);
  onPhase(SolvePhase::Refining);
  if (curve) waitForRest(request, control);
  if (control.stopRequested()) return false;
  std::vector<BandPoint> points;
  return !curve || sweep(request, control.part(share, 1), sink, points);
}

/// An estimate where noise depends on the whole strategy; nullptr if there is none, which is no loss.
DesignPointer sampledSketch(const Scenario& scenario, Index bands, const RunControl& control) {
  try {
    return quickSampledDesign(scenario, bands, control, NoiseEstimate::AtOnce);
  } catch (const InvalidArgument&) {
    return nullptr;
  }
}

/// Where noise depends on the whole strategy (Batching::ofStrategy): an estimate at once, a close one where that takes
/// draws, then the curve, which needs no certificate, and the certified design, which takes seconds. design() finds the
/// best number of bands.
bool solveSampled(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
                  const std::function<void(SolvePhase)>& onPhase) {
  const Scenario& scenario = request.scenario;
  const Index likely = request.likelyBands > 0 ? request.likelyBands : thumbBands(scenario);
  const DesignPointer quick = sampledSketch(scenario, scenario.bands.value_or(likely), control.part(0, 0.02));
  if (quick) sink.onDesign(quick, false);
  onPhase(SolvePhase::Refining);
  waitForRest(request, control);
  if (request.abandon.stop_requested()) return false;
  if (const DesignPointer close = quick ? withCloseNoise(*quick, control) : nullptr) sink.onDesign(close, false);
  if (hasBandCurve(scenario)) {
    std::vector<BandPoint> points;
    sweep(request, control.part(0.02, 0.3), sink, points);
  }
  const DesignPointer solved = design(scenario, control.part(0.3, 1), helpOf(request));
  if (solved) sink.onDesign(solved, true);
  return !control.stopRequested();
}

/// The best of all mechanisms: an estimate of the standard one at once, then each certified one that is better than the
/// previous ones.
bool solveRanked(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
                 const std::function<void(SolvePhase)>& onPhase) {
  const Scenario& scenario = request.scenario;
  const auto shown = [&](const DesignPointer& found) { return asAskedFor(found, scenario, false); };
  Scenario first = scenario;
  first.mechanism = &standardMechanism();
  first.bands = first.bandsAtMost(std::clamp<Index>(thumbBands(first), 1, std::max<Index>(1, first.mostBands())));
  if (!first.problems().empty()) {
    // The others may run.
  } else if (!scenario.batching->ofStrategy()) {
    showSketch(request, first, {}, shown, control.part(0, 0.02), sink);
  } else if (const DesignPointer quick = sampledSketch(first, *first.bands, control.part(0, 0.02))) {
    sink.onDesign(shown(quick), false);
  }
  onPhase(SolvePhase::Refining);
  waitForRest(request, control);
  if (request.abandon.stop_requested()) return false;
  std::optional<RankedMechanism> best;
  const std::vector<RankedMechanism> ranking =
      rankMechanisms(scenario, control.part(0.02, 1), [&](const RankedMechanism& found) {
        if (best && found.error() >= best->error()) return;
        best = found;
        sink.onDesign(shown(found.design), false);
      });
  if (const DesignPointer found = bestOf(scenario, ranking))
    sink.onDesign(control.stopRequested() ? asAskedFor(found, scenario, true) : found, true);
  return !control.stopRequested();
}

bool solveBest(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
               const std::function<void(SolvePhase)>& onPhase) {
  const Scenario& scenario = request.scenario;
  const ErrorObjective objective = scenario.objective;
  const bool coarser = scenario.mechanism->curve != nullptr;
  const Scenario coarse = coarser ? curveScenario(scenario) : scenario;
  // The form in which a design of these bands is shown: with its own scenario if it is of another mechanism.
  const auto shown = [&](const DesignPointer& found) { return coarser ? found : asAskedFor(found, scenario, false); };

  std::vector<BandPoint> moved = movedCurve(request);
  const Index known = request.sweepComplete ? bestBands(request.knownSweep, objective)
                      : !moved.empty()      ? bestBands(moved, objective)
                                            : request.likelyBands;
  const Index likely =
      scenario.bandsAtMost(std::clamp<Index>(known > 0 ? known : thumbBands(scenario), 1, scenario.mostBands()));
  const bool atHand = coarser || isAtHand(request, withBands(scenario, likely), likely);
  const std::optional<Scenario> standIn = atHand ? std::nullopt : quickStandIn(withBands(scenario, likely));
  const Sketch sketch = showSketch(
      request, standIn.value_or(withBands(coarse, likely)), std::move(moved),
      [&](const DesignPointer& found) { return standIn ? found : shown(found); }, control.part(0, 0.02), sink);
  onPhase(SolvePhase::Refining);
  waitForRest(request, control);
  if (request.abandon.stop_requested()) return false;
  DesignPointer best =
      design(withBands(coarse, likely), control.part(0.02, 0.1), helpOf(request, standIn ? nullptr : &sketch));
  if (request.abandon.stop_requested()) return false;
  if (best) sink.onDesign(shown(best), request.sweepComplete && !coarser && !control.stopRequested());

  const double sweepShare = coarser ? 0.5 : 0.9;
  SolveSink improving = sink;
  improving.onPoint = [&](const BandPoint& point) {
    sink.onPoint(point);
    // The picture follows clear improvements, so that a cancelled search keeps the best it has found.
    if (coarser || (best && point.error[objective] > 0.99 * best->objectiveError())) return;
    const DesignPointer better = design(withBands(coarse, point.bands), control.quiet(), helpOf(request));
    if (!better || (best && better->objectiveError() >= best->objectiveError())) return;
    best = better;
    sink.onDesign(shown(best), false);
  };
  std::vector<BandPoint> points;
  if (!sweep(request, control.part(0.1, sweepShare), improving, points)) return false;
  const Index optimum = bestBands(points, objective);
  if (optimum == 0) return true;
  DesignPointer solved = best;
  if (coarser || !best || best->bands != optimum) {
    solved = design(withBands(scenario, std::min(optimum, mostSearchedBands(scenario))), control.part(sweepShare, 1),
                    helpOf(request));
  }
  if (!solved) return true;
  // A final solve that was stopped carries its own Termination::Stopped.
  sink.onDesign(asAskedFor(solved, scenario, false), true);
  return true;
}

}  // namespace

bool runSolve(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
              const std::function<void(SolvePhase)>& onPhase) {
  request.scenario.validate();
  const auto tell = [&](SolvePhase phase) {
    if (onPhase) onPhase(phase);
  };
  tell(SolvePhase::Quick);
  if (request.trail && request.swept && request.trail->solved.empty()) request.trail->solved = *request.swept;
  const Scenario& scenario = request.scenario;
  if (request.designKnown) {
    tell(SolvePhase::Refining);
    if (!hasBandCurve(scenario)) return true;
    waitForRest(request, control);
    std::vector<BandPoint> points;
    return sweep(request, control, sink, points);
  }
  StoppedSolve stopped(request, control, sink);
  const bool fixed = scenario.bands || !scenario.usesBands() || !hasBandCurve(scenario);
  const auto solve = scenario.asksForBest()            ? solveRanked
                     : scenario.batching->ofStrategy() ? solveSampled
                     : fixed                           ? solveFixed
                                                       : solveBest;
  const bool whole = solve(request, control, stopped.sink(), tell);
  stopped.settle();
  return whole;
}

}  // namespace noiseloom
