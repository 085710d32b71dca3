#include "ui/plots/rmse/rmse_parts.h"

#include <algorithm>
#include <cmath>

#include "core/claim/claim.h"
#include "core/mechanism/list.h"
#include "core/search/band_curve.h"
#include "ui/document/design_text.h"
#include "ui/document/error_readings.h"
#include "ui/style/core_text.h"

namespace noiseloom::rmse {
namespace {

auto byError(const RmseData& data) {
  return [&data](const SweepPoint* left, const SweepPoint* right) {
    return lessError(data.unit, left->error[data.objective()], right->error[data.objective()]);
  };
}

}  // namespace

QString idOf(const Mechanism* mechanism) {
  return QString::fromLatin1(toString(mechanism));
}

bool drawable(double value) {
  return std::isfinite(value) && value > 0;
}

bool hasBands(const Mechanism* mechanism) {
  Scenario scenario({.mechanism = mechanism});
  return scenario.usesBands();
}

std::vector<const SweepPoint*> drawn(const RmseData& data, const RmseCurve& curve) {
  std::vector<const SweepPoint*> points;
  for (const SweepPoint& point : curve.points) {
    if (point.solved() && drawable(point.error[data.objective()])) points.push_back(&point);
  }
  if (isCategorical(data.axis)) std::ranges::stable_sort(points, byError(data));
  return points;
}

const SweepPoint* bestOf(const RmseData& data, const std::vector<const SweepPoint*>& points) {
  return *std::ranges::min_element(points, byError(data));
}

bool isEstimate(const RmseData& data, const SweepPoint& point) {
  return data.axis == Field::Batching && allBatchings()[static_cast<std::size_t>(point.value)]->ofStrategy();
}

QString batchingName(double position) {
  return coreText(allBatchings()[static_cast<std::size_t>(position)]->name);
}

std::optional<double> placeOf(const Design& design, Field axis) {
  if (axis != Field::Bands) return placeOn(design.scenario, axis);
  Scenario solved = design.scenario;
  solved.mechanism = design.mechanism;
  if (!hasBandCurve(solved)) return std::nullopt;
  return static_cast<double>(design.bands);
}

QString nameIn(const RmseData& data, const Mechanism* mechanism) {
  if (mechanism != &importedMechanism()) return mechanismName(mechanism);
  Scenario scenario = data.scenario;
  scenario.mechanism = mechanism;
  return coreText(mechanismNameOf(scenario));
}

QString shortNameIn(const RmseData& data, const Mechanism* mechanism) {
  return mechanism == &importedMechanism() ? nameIn(data, mechanism) : mechanismShortName(mechanism);
}

}  // namespace noiseloom::rmse
