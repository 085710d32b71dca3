#include "ui/plots/pareto/pareto_trials.h"

#include <cmath>
#include <utility>

#include "core/search/band_curve.h"
#include "core/search/band_sweep.h"
#include "core/search/sweep.h"
#include "ui/document/design_text.h"
#include "ui/document/scenario_document.h"
#include "ui/style/number_text.h"

namespace noiseloom {
namespace {

/// The scenario as a question: what its mechanism or its size is does not matter.
Scenario withoutSizes(Scenario scenario) {
  scenario.bands.reset();
  scenario.buffers.reset();
  return scenario;
}

SweepCurveRequest questionOf(const Scenario& scenario) {
  return {Field::Mechanism, withoutSizes(scenario), {}};
}

/// A mechanism along its bands if it is solved for any number of them, else as it is.
SweepCurveRequest requestOf(const Scenario& scenario) {
  if (hasBandCurve(scenario) && scenario.mechanism != &baselineMechanism())
    return *bandCurveRequest(scenario, scenario.mechanism);
  return {Field::Mechanism, scenario, {*placeOn(scenario, Field::Mechanism)}};
}

/// The mechanism whose optima the document's own curve against bands has; nullptr without a curve.
const Mechanism* mechanismOfSweep(const ScenarioDocument& document) {
  if (!document.sweepIsCurrent()) return nullptr;
  return curveScenario(sweepScenario(document.scenario())).mechanism;
}

}  // namespace

QString ParetoTrial::name() const {
  const QString mechanismIs = mechanismName(mechanism);
  if (buffers) return ParetoTrials::tr("%1, %n buffer(s)", nullptr, static_cast<int>(*buffers)).arg(mechanismIs);
  if (!bands) return mechanismIs;
  return ParetoTrials::tr("%1, %2").arg(mechanismIs, bandsText(*bands));
}

Scenario ParetoTrial::in(const Scenario& scenario) const {
  Scenario with = withMechanism(withoutSizes(scenario), mechanism);
  with.bands = bands;
  with.buffers = buffers;
  return with;
}

ParetoTrials::ParetoTrials(const ScenarioDocument& document, QObject* parent) : QObject(parent), m_document(document) {
  connect(&m_sweeps, &RmseSweeps::changed, this, &ParetoTrials::changed);
}

void ParetoTrials::follow(bool wanted) {
  const bool solved = m_document.designState() == DesignState::Current && !m_document.activity().running;
  if (!wanted || !solved) {
    m_sweeps.stop();
    return;
  }
  if (isOvertaken()) ask();
  if (m_cancelled) return;
  std::vector<SweepCurveRequest> requests;
  requests.reserve(m_curves.size());
  for (const Curve& curve : m_curves) {
    if (curve.request.scenario.mechanism != mechanismOfSweep(m_document)) requests.push_back(curve.request);
  }
  m_sweeps.want(requests);
}

void ParetoTrials::cancel() {
  m_cancelled = true;
  m_sweeps.stop();
}

void ParetoTrials::ask() {
  m_before = trials();
  m_cancelled = false;
  m_question = questionOf(m_document.scenario());
  m_curves.clear();
  const Scenario scenario = withoutSizes(m_document.scenario());
  for (const Mechanism* mechanism : allMechanisms()) {
    Scenario of = withMechanism(scenario, mechanism);
    if (mechanism->curve || mechanismProblem(of)) continue;
    if (!mechanism->uses(Field::Buffers)) {
      m_curves.push_back({requestOf(of), {}});
      continue;
    }
    for (Index buffers = 1; buffers <= kMostBuffers; ++buffers) {
      of.buffers = buffers;
      m_curves.push_back({requestOf(of), buffers});
    }
  }
}

bool ParetoTrials::isOvertaken() const {
  return !m_question || !sameCurve(*m_question, questionOf(m_document.scenario()));
}

std::vector<ParetoTrial> ParetoTrials::known() const {
  std::vector<ParetoTrial> trials;
  const Mechanism* own = isOvertaken() ? nullptr : mechanismOfSweep(m_document);
  const ErrorObjective objective = m_document.scenario().objective;
  for (const Curve& curve : m_curves) {
    const Scenario& scenario = curve.request.scenario;
    if (scenario.mechanism == own) continue;
    const bool sized = curve.request.axis == Field::Bands;
    for (const SweepPoint& point : m_sweeps.points(curve.request)) {
      ParetoTrial trial{scenario.mechanism, {}, curve.buffers, point.noise, point.error[objective], point.problem};
      if (sized) trial.bands = static_cast<Index>(std::llround(point.value));
      trials.push_back(std::move(trial));
    }
  }
  if (!own) return trials;
  const Scenario scenario = withMechanism(m_document.scenario(), own);
  for (const BandPoint& point : m_document.sweep()) {
    const std::optional<NoiseShape> noise = noiseShapeOf(scenario, point.bands);
    if (noise) trials.push_back({own, point.bands, {}, *noise, point.error[objective], {}});
  }
  return trials;
}

std::vector<ParetoTrial> ParetoTrials::trials() const {
  std::vector<ParetoTrial> now = known();
  return now.empty() ? m_before : now;
}

}  // namespace noiseloom
