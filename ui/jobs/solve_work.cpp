#include "ui/jobs/solve_work.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/check.h"
#include "core/design/family.h"
#include "core/design/mechanism_ranking.h"
#include "ui/document/objective_error.h"
#include "ui/document/scenario_compare.h"
#include "ui/jobs/quick_design.h"

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
    copy->optimizer.message = "the search for the best was cancelled";
  }
  return copy;
}

Scenario withBands(Scenario scenario, Index bands) {
  scenario.bands = bands;
  return scenario;
}

Index bestBands(const std::vector<BandPoint>& points, ErrorObjective objective) {
  const BandPoint* best = bestPoint(points, objective);
  return best ? best->bands : 0;
}

/// Solves in well under a frame or two, or is shown a quicker stand-in first.
constexpr double kQuickSeconds = 0.15;

/// A scenario that is solved at once, close enough in kind and error to look at while the one asked for is solved;
/// nothing when that one is quick itself, or no other family can stand for it.
std::optional<Scenario> quickStandIn(const Scenario& scenario) {
  const Index bands = scenario.bands.value_or(scenario.mostBands());
  Scenario quick = scenario;
  switch (scenario.mechanism) {
    case MechanismKind::Banded: quick.mechanism = MechanismKind::BandedToeplitz; break;
    case MechanismKind::Dense:
    case MechanismKind::Stamped:
      quick.mechanism = MechanismKind::BandedToeplitz;
      quick.bands = thumbBands(quick);
      break;
    case MechanismKind::BandedToeplitz: quick.mechanism = MechanismKind::Bsr; break;
    case MechanismKind::BandInvMf: quick.mechanism = MechanismKind::Bisr; break;
    case MechanismKind::Tree: quick.treeDecoder = TreeDecoder::Online; break;
    default: return std::nullopt;
  }
  if (estimatedSeconds(scenario, bands) < kQuickSeconds && scenario.mechanism != MechanismKind::Banded)
    return std::nullopt;
  quick.columnNormalize = true;
  quick.robustFrom.reset();
  if (!quick.problems().empty()) return std::nullopt;
  return quick;
}

bool sweep(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
           std::vector<BandPoint>& points) {
  points = request.knownSweep;
  if (request.sweepComplete) return true;
  points = sweepBands(sweepScenario(request.scenario), control, sink.onPoint);
  return !control.stopRequested();
}

/// A stand-in that turns out not to work is no loss.
DesignPointer showQuick(const Scenario& quick, const RunControl& control, const SolveSink& sink) {
  try {
    const DesignPointer found = design(quick, control);
    if (found) sink.onDesign(found, false);
    return found;
  } catch (const InvalidArgument&) {
    return nullptr;
  }
}

bool solveFixed(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
                const std::function<void(SolvePhase)>& onPhase) {
  // Without a number of bands core searches for the best.
  const bool searched = hasBandCurve(request.scenario) && request.scenario.usesBands() && !request.scenario.bands;
  const Scenario likely = searched ? withBands(request.scenario, thumbBands(request.scenario)) : request.scenario;
  std::optional<Scenario> quick = quickStandIn(likely);
  if (searched && !quick) quick = likely;
  const bool curve = hasBandCurve(request.scenario) && !request.sweepComplete;
  const double share = !curve ? 1.0 : quick ? 0.6 : 0.2;
  DesignPointer first;
  if (quick) {
    first = showQuick(*quick, control.part(0, 0.1 * share), sink);
    onPhase(SolvePhase::Refining);
  }
  const DesignPointer solved = design(request.scenario, control.part(0.1 * share, share));
  // A solve that is stopped early may not have come as far as its stand-in.
  const bool fellBack =
      control.stopRequested() && first && (!solved || first->objectiveError() < solved->objectiveError());
  if (const DesignPointer kept = fellBack ? asAskedFor(first, request.scenario, true) : solved)
    sink.onDesign(kept, true);
  onPhase(SolvePhase::Refining);
  if (control.stopRequested()) return false;
  std::vector<BandPoint> points;
  return !curve || sweep(request, control.part(share, 1), sink, points);
}

/// Under balls-in-bins: an approximation at once, then the curve, which needs no certificate, and the certified design,
/// which takes seconds. Core finds the best number of bands.
bool solveBinned(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
                 const std::function<void(SolvePhase)>& onPhase) {
  const Scenario& scenario = request.scenario;
  const Index likely = request.likelyBands > 0 ? request.likelyBands : thumbBands(scenario);
  try {
    const DesignPointer quick = quickBinnedDesign(scenario, scenario.bands.value_or(likely), control.part(0, 0.02));
    if (quick) sink.onDesign(quick, false);
  } catch (const InvalidArgument&) {
    // A stand-in that turns out not to work is no loss.
  }
  onPhase(SolvePhase::Refining);
  if (hasBandCurve(scenario)) {
    std::vector<BandPoint> points;
    sweep(request, control.part(0.02, 0.3), sink, points);
  }
  // Stopped before its certificate is done, a design has noise that is safe without amplification.
  const DesignPointer solved = design(scenario, control.part(0.3, 1));
  if (solved) sink.onDesign(solved, true);
  return !control.stopRequested();
}

/// The best of all families: each that is better than those before it is shown at once.
bool solveRanked(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
                 const std::function<void(SolvePhase)>& onPhase) {
  const Scenario& scenario = request.scenario;
  std::optional<RankedMechanism> best;
  const std::vector<RankedMechanism> ranking = rankMechanisms(scenario, control, [&](const RankedMechanism& found) {
    if (best && found.error() >= best->error()) return;
    best = found;
    sink.onDesign(asAskedFor(found.design, scenario, false), false);
    onPhase(SolvePhase::Refining);
  });
  if (best) {
    const DesignPointer found = bestOf(scenario, ranking);
    sink.onDesign(control.stopRequested() ? asAskedFor(found, scenario, true) : found, true);
  } else if (!control.stopRequested()) {
    throw InvalidArgument("most_seconds", shortest(scenario.mostSeconds.value_or(kDefaultMostSeconds)),
                          "more: no family is solved within that");
  }
  return !control.stopRequested();
}

bool solveBest(const SolveRequest& request, const RunControl& control, const SolveSink& sink,
               const std::function<void(SolvePhase)>& onPhase) {
  const Scenario& scenario = request.scenario;
  const ErrorObjective objective = scenario.objective;
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

  const Index known = request.sweepComplete ? bestBands(request.knownSweep, objective) : request.likelyBands;
  const Index likely = std::clamp<Index>(known > 0 ? known : thumbBands(scenario), 1, scenario.mostBands());
  const std::optional<Scenario> quick = banded ? std::nullopt : quickStandIn(withBands(scenario, likely));
  if (quick) {
    showQuick(*quick, control.part(0, 0.02), sink);
    onPhase(SolvePhase::Refining);
  }
  DesignPointer best = design(withBands(coarse, likely), control.part(0.02, 0.1));
  if (best) sink.onDesign(shown(best, false), request.sweepComplete && !banded && !control.stopRequested());
  onPhase(SolvePhase::Refining);

  const double sweepShare = banded ? 0.5 : 0.9;
  SolveSink improving = sink;
  improving.onPoint = [&](const BandPoint& point) {
    sink.onPoint(point);
    // The picture follows a clear improvement, so that a cancelled search keeps the best it has found.
    if (banded || (best && errorOf(point, objective) > 0.99 * best->objectiveError())) return;
    const DesignPointer better = design(withBands(coarse, point.bands), RunControl{control.stop, {}});
    if (!better || (best && better->objectiveError() >= best->objectiveError())) return;
    best = better;
    sink.onDesign(shown(best, false), false);
  };
  std::vector<BandPoint> points;
  const bool complete = sweep(request, control.part(0.1, sweepShare), improving, points);
  if (!complete) {
    if (best) sink.onDesign(shown(best, true), true);
    return false;
  }
  const Index optimum = bestBands(points, objective);
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
  const Scenario& scenario = request.scenario;
  if (scenario.mechanism == MechanismKind::Best) return solveRanked(request, control, sink, tell);
  if (scenario.batching == Batching::BallsInBins) return solveBinned(request, control, sink, tell);
  const bool fixed = scenario.bands || !scenario.usesBands() || !hasBandCurve(scenario);
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
