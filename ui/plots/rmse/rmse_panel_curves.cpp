// The curves that the panel requests and shows.

#include <algorithm>
#include <cmath>

#include "core/search/band_curve.h"
#include "core/search/band_search.h"
#include "core/search/band_sweep.h"
#include "core/search/moved_curve.h"
#include "ui/document/scenario_document.h"
#include "ui/plots/rmse/rmse_panel.h"
#include "ui/plots/rmse/rmse_parts.h"

namespace noiseloom {

using namespace rmse;

namespace {

/// With this many points a new curve is recognisable and replaces the earlier one.
constexpr int kRecognisable = 3;

SweepPoint pointOf(const BandPoint& point, const Mechanism* mechanism) {
  SweepPoint of;
  of.value = static_cast<double>(point.bands);
  of.mechanism = mechanism;
  of.bands = point.bands;
  static_cast<DesignFigures&>(of) = point;
  return of;
}

SweepPoint pointOf(const Design& design) {
  SweepPoint of;
  of.value = 1;
  of.mechanism = design.mechanism;
  of.bands = design.bands;
  static_cast<DesignFigures&>(of) = design;
  return of;
}

/// The automatic values, continued until the scenario's own lies among them.
std::vector<double> valuesAlong(Field axis, const Scenario& scenario) {
  std::vector<double> values = automaticValues(scenario, axis, kPointsPerDoubling);
  const std::optional<double> own = placeOn(scenario, axis);
  if (isCategorical(axis) || axis == Field::Bands || !own || !std::isfinite(*own) || *own <= 0) return values;
  if (axis == Field::MinSeparation) {
    // More epochs than one pass over the data: the last value worth showing.
    if (*own > values.back()) values.push_back(*own);
    return values;
  }
  while (values.back() < *own) values.push_back(2 * values.back());
  while (values.front() > *own) {
    const double half = axis == Field::Epsilon ? values.front() / 2 : std::floor(values.front() / 2);
    if (half <= 0) break;
    values.insert(values.begin(), half);
  }
  if (axis == Field::Epochs)
    std::erase_if(values, [&](double value) { return value > static_cast<double>(scenario.iterations); });
  if (axis == Field::Iterations) std::erase_if(values, [&](double value) { return value < scenario.epochs; });
  return values;
}

}  // namespace

std::optional<const Mechanism*> RmsePanel::ownMechanism() const {
  const Scenario& scenario = m_document.scenario();
  if (!scenario.asksForBest()) return scenario.mechanism;
  const auto design = m_document.design();
  return design ? std::optional(design->mechanism) : std::nullopt;
}

std::optional<SweepCurveRequest> RmsePanel::ownRequest() const {
  const Scenario& scenario = m_document.scenario();
  const auto mechanism = ownMechanism();
  if (m_axis == Field::Bands || !mechanism) return std::nullopt;  // those are the document's
  const Scenario own = scenario.asksForBest() ? withMechanism(scenario, *mechanism) : scenario;
  return SweepCurveRequest(m_axis, own, valuesAlong(m_axis, scenario));
}

std::optional<SweepCurveRequest> RmsePanel::requestOf(const Mechanism* mechanism) const {
  if (m_axis == Field::Bands) return bandCurveRequest(m_document.scenario(), mechanism);
  const Scenario scenario = withMechanism(m_document.scenario(), mechanism);
  if (curveProblem(scenario)) return std::nullopt;
  return SweepCurveRequest(m_axis, scenario, valuesAlong(m_axis, scenario));
}

/// Why the scenario's mechanism has no curve. Along batchings each point has its own reason.
std::optional<InvalidArgument> RmsePanel::curveProblem(const Scenario& scenario) const {
  if (m_axis == Field::Batching) return std::nullopt;
  return mechanismProblem(m_axis == Field::MinSeparation ? atValue(scenario, m_axis, 1) : scenario);
}

/// The requested curves, in the order of computation.
std::vector<SweepCurveRequest> RmsePanel::wantedCurves() const {
  std::vector<SweepCurveRequest> requests;
  if (!m_document.canSolve()) return requests;
  if (auto own = ownRequest()) requests.push_back(*std::move(own));
  for (const Mechanism* mechanism : otherMechanisms()) {
    if (mechanism == &baselineMechanism() && designHasBaseline()) continue;
    if (auto request = requestOf(mechanism)) requests.push_back(*std::move(request));
  }
  return requests;
}

/// The mechanisms to compare with, without the one of the scenario's own curve.
std::vector<const Mechanism*> RmsePanel::otherMechanisms() const {
  std::vector<const Mechanism*> mechanisms;
  if (m_axis == Field::Mechanism) return mechanisms;
  const auto own = m_axis == Field::Bands && hasBandCurve(m_document.scenario())
                       ? std::optional(sweepScenario(m_document.scenario()).mechanism)
                       : ownMechanism();
  std::ranges::copy_if(allMechanisms(), std::back_inserter(mechanisms),
                       [&](const Mechanism* mechanism) { return compares(mechanism) && mechanism != own; });
  return mechanisms;
}

/// Converts the errors of a curve's points to the displayed unit, for a scenario along the panel's axis.
RmseCurve RmsePanel::inUnit(RmseCurve curve, const Scenario& of) const {
  if (m_document.errors().unit() == ErrorUnit::Summed) return curve;
  for (SweepPoint& point : curve.points) {
    if (!point.solved()) continue;
    // The scale of a unit does not depend on bands or mechanism.
    const bool changes = m_axis != Field::Bands && m_axis != Field::Mechanism;
    const Scenario& scenario = changes ? atValue(of, m_axis, point.value) : of;
    static_cast<DesignFigures&>(point) = m_document.errors().of(scenario, point);
  }
  return curve;
}

RmseCurve RmsePanel::curveOf(const SweepCurveRequest& request, const Mechanism* mechanism) {
  RmseCurve curve{.mechanism = mechanism,
                  .level = m_axis == Field::Bands && request.values.size() == 1,
                  .complete = m_sweeps.isComplete(request),
                  .points = m_sweeps.points(request)};
  const auto shown = m_shown.find({m_axis, mechanism});
  const auto solved = std::ranges::count_if(curve.points, &SweepPoint::solved);
  if (shown == m_shown.end() || curve.complete || solved >= kRecognisable ||
      sameCurve(shown->second.request, request)) {
    if (!curve.points.empty()) m_shown.insert_or_assign({m_axis, mechanism}, Shown{request, curve});
    return inUnit(std::move(curve), request.scenario);
  }
  RmseCurve earlier = shown->second.curve;
  earlier.stale = !movesWithDesign(shown->second.request, request);
  if (earlier.stale) return inUnit(std::move(earlier), shown->second.request.scenario);
  for (SweepPoint& point : earlier.points) {
    if (point.solved()) moveNoise(point, request.scenario, m_document.design()->noiseMultiplier.value);
  }
  return inUnit(std::move(earlier), request.scenario);
}

/// True if an earlier curve differs from the request only in its noise multiplier: at each point the design's.
bool RmsePanel::movesWithDesign(const SweepCurveRequest& earlier, const SweepCurveRequest& request) const {
  const auto design = m_document.design();
  if (m_axis == Field::Epsilon || m_axis == Field::Batching || !design || !std::isfinite(design->stddev) ||
      !hasOneNoiseMultiplier(request.scenario) || !hasOneNoiseMultiplier(design->scenario))
    return false;
  const bool sameGuarantee = underGuaranteeOf(request.scenario, design->scenario) == design->scenario;
  return sameGuarantee &&
         sameCurve({m_axis, underGuaranteeOf(request.scenario, earlier.scenario), earlier.values}, request);
}

std::optional<RmseCurve> RmsePanel::ownCurve() {
  const auto mechanism = ownMechanism();
  if (!mechanism) return std::nullopt;
  const Scenario& scenario = m_document.scenario();
  if (const auto request = ownRequest()) return curveOf(*request, *mechanism);
  RmseCurve curve;
  // Points of an earlier scenario keep the name of its mechanism.
  const Scenario swept = m_document.sweptScenario().value_or(scenario);
  curve.mechanism = sweepScenario(scenario).mechanism;
  if (const SketchedSweep* sketch = m_document.sketchedSweep()) {
    for (const BandPoint& point : sketch->points) curve.points.push_back(pointOf(point, curve.mechanism));
    curve.complete = sketch->complete;
    if (!hasOneNoiseMultiplier(scenario)) curve.sketchOf = sketch->whole;
    return inUnit(std::move(curve), scenario);
  }
  if (hasBandCurve(scenario)) {
    curve.stale = !m_document.sweep().empty() && !m_document.sweepIsCurrent();
    if (curve.stale) curve.mechanism = sweepScenario(swept).mechanism;
    for (const BandPoint& point : m_document.sweep()) curve.points.push_back(pointOf(point, curve.mechanism));
    curve.complete = m_document.sweepIsComplete();
    return inUnit(std::move(curve), swept);
  }
  const auto design = m_document.design();
  if (!design) return std::nullopt;
  curve.mechanism = design->mechanism;
  curve.level = true;
  curve.complete = true;
  curve.points = {pointOf(*design)};
  return inUnit(std::move(curve), design->scenario);
}

/// True if the level of DP-SGD along bands comes with the design, also during a drag.
bool RmsePanel::designHasBaseline() const {
  const auto design = m_document.design();
  return m_axis == Field::Bands && m_document.scenario().objective == ErrorObjective::Mean && design &&
         design->dpSgdRmse > 0;
}

std::optional<RmseCurve> RmsePanel::baselineCurve() {
  if (!designHasBaseline()) {
    const auto request = requestOf(&baselineMechanism());
    return request ? std::optional(curveOf(*request, &baselineMechanism())) : std::nullopt;
  }
  RmseCurve curve;
  curve.level = true;
  SweepPoint point;
  point.value = 1;
  point.error.mean = m_document.design()->dpSgdRmse;
  curve.points = {point};
  return inUnit(std::move(curve), m_document.design()->scenario);
}

}  // namespace noiseloom
