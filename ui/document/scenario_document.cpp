#include "ui/document/scenario_document.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/search/band_curve.h"
#include "ui/document/edit_scenario_command.h"
#include "ui/style/core_text.h"

namespace noiseloom {
ScenarioDocument::ScenarioDocument(QObject* parent) : QObject(parent), m_scenario(defaultScenario()) {}

Scenario ScenarioDocument::defaultScenario() {
  return Scenario({.iterations = 2000, .epochs = 20, .epsilon = 8, .delta = 1e-5, .datasetSize = 50'000});
}

void ScenarioDocument::edit(Field field, const Scenario& after, int gesture, const QString& text) {
  if (after == m_scenario) {
    clearEntryProblem(field);
    return;
  }
  m_flip.settle();
  m_editing = true;
  m_undoStack.push(new EditScenarioCommand(*this, field, after, gesture, text));
  m_editing = false;
}

void ScenarioDocument::amend(Field field, const Scenario& after) {
  if (after == m_scenario) return;
  m_flip.settle();
  auto* command = new EditScenarioCommand(*this, field, after, 0);
  command->setAmends();
  m_undoStack.push(command);
}

void ScenarioDocument::adopt(const Scenario& after, const QString& text, std::shared_ptr<const Design> known) {
  takeOverEntries();
  m_flip.settle();
  const auto before = m_design;
  take(after, std::move(known));
  const bool taken = m_design != before;
  if (after == m_scenario) {
    // Unusable text in fields is discarded all the same.
    replaceScenario(after, std::nullopt);
  } else {
    m_undoStack.push(new EditScenarioCommand(*this, text, after));
  }
  if (taken) emit changed(DocumentChange::Design);
}

void ScenarioDocument::take(const Scenario& after, std::shared_ptr<const Design> known) {
  if (!known || !sameDesign(known->scenario, after)) return;
  if (!known->estimated) m_known.learn(*known);
  m_design = std::move(known);
  m_designFinal = true;
}

void ScenarioDocument::show(const Scenario& scenario, std::shared_ptr<const Design> known) {
  const auto before = m_design;
  take(scenario, std::move(known));
  const bool taken = m_design != before;
  replaceScenario(scenario, std::nullopt);
  // Nothing is solved for it, which would say so.
  if (taken) emit changed(DocumentChange::Design);
}

Scenario ScenarioDocument::scenarioAt(int step) const {
  const auto edit = [this](int at) { return dynamic_cast<const EditScenarioCommand*>(m_undoStack.command(at)); };
  for (int i = std::min(step, m_undoStack.count()) - 1; i >= 0; --i) {
    if (const EditScenarioCommand* command = edit(i)) return command->after();
  }
  for (int i = std::max(step, 0); i < m_undoStack.count(); ++i) {
    if (const EditScenarioCommand* command = edit(i)) return command->before();
  }
  return m_scenario;
}

void ScenarioDocument::goTo(int step) {
  takeOverEntries();
  if (step == m_undoStack.index()) return;
  m_travelling = true;
  m_undoStack.setIndex(step);
  m_travelling = false;
  announceScenario();
}

void ScenarioDocument::addStep(const QString& text, std::function<void()> undo, std::function<void()> redo,
                               int gesture) {
  m_flip.settle();
  m_undoStack.push(EditScenarioCommand::forOtherInput(*this, text, {std::move(undo), std::move(redo)}, gesture));
}

void ScenarioDocument::restore(const std::vector<Scenario>& before, const Scenario& scenario) {
  takeOverEntries();
  m_undoStack.clear();
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Scenario& next = i + 1 < before.size() ? before[i + 1] : scenario;
    if (before[i] == next) continue;
    m_undoStack.push(EditScenarioCommand::alreadyApplied(*this, tr("earlier change"), before[i], next));
  }
  replaceScenario(scenario, std::nullopt);
  m_flip.forget();
  if (m_recommendation) setRecommendation(nullptr);
}

std::vector<Scenario> ScenarioDocument::past() const {
  std::vector<Scenario> before;
  for (int i = 0; i < m_undoStack.index(); ++i) {
    if (const auto* step = dynamic_cast<const EditScenarioCommand*>(m_undoStack.command(i)))
      before.push_back(step->before());
  }
  return before;
}

void ScenarioDocument::reset(const Scenario& scenario) {
  takeOverEntries();
  m_undoStack.clear();
  replaceScenario(scenario, std::nullopt);
  m_flip.forget();
  if (m_recommendation) setRecommendation(nullptr);
}

void ScenarioDocument::setRecommendation(std::shared_ptr<const Recommendation> recommendation) {
  m_recommendation = std::move(recommendation);
  emit changed(DocumentChange::Recommendation);
}

void ScenarioDocument::replaceScenario(const Scenario& scenario, std::optional<Field> edited) {
  if (edited) {
    m_entryProblems.erase(*edited);
  } else {
    m_entryProblems.clear();
  }
  m_failure.reset();
  m_scenario = scenario;
  if (!m_travelling) announceScenario();
}

void ScenarioDocument::announceScenario() {
  carryDesignOver();
  m_flip.scenarioReplaced();
  emit changed(DocumentChange::Scenario);
}

void ScenarioDocument::carryDesignOver() {
  if (!m_design || !sameDesign(m_design->scenario, m_scenario) || m_design->scenario == m_scenario) return;
  // Only inputs of the claim and the noise plan have changed: the design stays, under the new scenario.
  auto renewed = std::make_shared<Design>(*m_design);
  renewed->scenario = m_scenario;
  m_design = std::move(renewed);
}

void ScenarioDocument::setEntryProblem(Field field, const QString& message) {
  m_entryProblems[field] = message;
  m_newestEntry = field;
  m_stepsBeforeEntry = m_undoStack.index();
  emit changed(DocumentChange::Problems);
}

void ScenarioDocument::clearEntryProblem(Field field) {
  if (m_entryProblems.erase(field) > 0) emit changed(DocumentChange::Problems);
}

std::optional<Field> ScenarioDocument::newestEntry() const {
  const bool newer = m_newestEntry && hasEntryProblem(*m_newestEntry) && m_undoStack.index() == m_stepsBeforeEntry;
  return newer ? m_newestEntry : std::nullopt;
}

std::vector<FieldProblem> ScenarioDocument::problems() const {
  std::vector<FieldProblem> found;
  for (const auto& [field, message] : m_entryProblems) found.push_back({field, message});
  for (const InvalidArgument& problem : m_scenario.problems()) {
    const std::optional<Field> field = fieldOfArgument(problem.argument());
    if (field && m_entryProblems.contains(*field)) continue;
    found.push_back({field, refusalText(problem)});
  }
  if (found.empty() && m_failure) found.push_back(*m_failure);
  return found;
}

QString ScenarioDocument::problemOf(Field field) const {
  for (const FieldProblem& problem : problems()) {
    if (problem.field == field) return problem.message;
  }
  return {};
}

DesignState ScenarioDocument::designState() const {
  if (!m_design) return m_activity.running ? DesignState::Refining : DesignState::None;
  if (m_designFinal && sameDesign(m_design->scenario, m_scenario) && canSolve()) return DesignState::Current;
  return m_activity.running ? DesignState::Refining : DesignState::Stale;
}

QString ScenarioDocument::whyNotExportable() const {
  const std::vector<FieldProblem> found = problems();
  if (!found.empty()) return found.front().message;
  switch (designState()) {
    case DesignState::None: return tr("Nothing has been solved yet.");
    case DesignState::Refining: return tr("The design is still being solved.");
    case DesignState::Stale:
      return isLeftEstimated() ? tr("The result is an estimate: solving was stopped before its noise was certified.")
                               : tr("The result is stale: it belongs to an earlier scenario.");
    case DesignState::Current: break;
  }
  if (!std::isfinite(m_design->noiseMultiplier.value)) return tr("No valid noise multiplier was found.");
  return {};
}

bool ScenarioDocument::isLeftEstimated() const {
  return m_design && m_design->estimated && !m_activity.running && sameDesign(m_design->scenario, m_scenario);
}

bool ScenarioDocument::sweepIsCurrent() const {
  return hasBandCurve(m_scenario) && m_sweptScenario && sameSweep(*m_sweptScenario, m_scenario);
}

bool ScenarioDocument::sweepIsComplete() const {
  return !hasBandCurve(m_scenario) || (m_sweepComplete && sweepIsCurrent());
}

const SketchedSweep* ScenarioDocument::sketchedSweep() const {
  if (!m_sketchedSweep || !hasBandCurve(m_scenario) || !sameSweep(m_sketchedSweep->of, m_scenario)) return nullptr;
  const bool solved = sweepIsCurrent() && (m_sweepComplete || m_sweep.size() >= m_sketchedSweep->points.size());
  return solved ? nullptr : &*m_sketchedSweep;
}

void ScenarioDocument::setDesign(std::shared_ptr<const Design> design, bool final, std::optional<SketchedSweep> curve) {
  if (curve) {
    curve->whole = m_sweep.size();
    curve->complete = m_sweepComplete;
    m_sketchedSweep = std::move(curve);
  }
  m_design = std::move(design);
  m_designFinal = final;
  carryDesignOver();
  if (final && m_design && !m_design->estimated) m_known.learn(*m_design);
  if (final) clearTrace();
  emit changed(DocumentChange::Design);
}

void ScenarioDocument::addSweepPoints(const Scenario& sweptScenario, const std::vector<BandPoint>& points) {
  if (!m_sweptScenario || !sameSweep(*m_sweptScenario, sweptScenario)) {
    m_sweep.clear();
    m_sweepComplete = false;
  }
  m_sweptScenario = sweptScenario;
  for (const BandPoint& point : points) {
    const auto at = std::lower_bound(m_sweep.begin(), m_sweep.end(), point.bands,
                                     [](const BandPoint& left, Index bands) { return left.bands < bands; });
    if (at != m_sweep.end() && at->bands == point.bands) {
      *at = point;
    } else {
      m_sweep.insert(at, point);
    }
  }
  emit changed(DocumentChange::Sweep);
}

void ScenarioDocument::completeSweep(const Scenario& sweptScenario) {
  if (!m_sweptScenario || !sameSweep(*m_sweptScenario, sweptScenario)) return;
  m_sweepComplete = true;
  emit changed(DocumentChange::Sweep);
}

void ScenarioDocument::setActivity(const Activity& activity) {
  const bool ended = m_activity.running != activity.running;
  m_activity = activity;
  emit changed(DocumentChange::Activity);
  if (ended && !activity.running) clearTrace();
  if (ended) emit changed(DocumentChange::Design);
}

void ScenarioDocument::addTracePoints(const std::vector<TracePoint>& points) {
  constexpr std::size_t kMostTracePoints = 2000;
  if (points.empty()) return;
  for (const TracePoint& point : points) {
    if (!m_liveTrace.empty() && point.evaluations <= m_liveTrace.back().evaluations) m_liveTrace.clear();
    m_liveTrace.push_back(point);
    if (m_liveTrace.size() <= kMostTracePoints) continue;
    // Every second point counted from the end, so that the newest stays.
    std::size_t kept = 0;
    for (std::size_t i = (m_liveTrace.size() + 1) % 2; i < m_liveTrace.size(); i += 2)
      m_liveTrace[kept++] = m_liveTrace[i];
    m_liveTrace.resize(kept);
  }
  emit changed(DocumentChange::Trace);
}

void ScenarioDocument::clearTrace() {
  if (m_liveTrace.empty()) return;
  m_liveTrace.clear();
  emit changed(DocumentChange::Trace);
}

void ScenarioDocument::setFailure(const std::optional<Field>& field, const QString& message) {
  m_failure = FieldProblem{field, message};
  emit changed(DocumentChange::Problems);
}

}  // namespace noiseloom
