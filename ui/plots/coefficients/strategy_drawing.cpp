#include "ui/plots/coefficients/strategy_drawing.h"

#include <algorithm>
#include <ranges>

#include "core/base/errors.h"
#include "core/scenario/scenario_fields.h"
#include "core/search/comparable.h"
#include "core/search/designer.h"
#include "ui/document/design_text.h"
#include "ui/document/scenario_document.h"

namespace noiseloom {
namespace {

bool isDrawnIn(const Scenario& scenario) {
  return scenario.mechanism == &importedMechanism() && scenario.imported && scenario.imported->isDrawn();
}

}  // namespace

StrategyDrawing::StrategyDrawing(ScenarioDocument& document, QObject* parent) : QObject(parent), m_document(document) {
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Scenario) follow();
  });
  follow();
}

bool StrategyDrawing::isDrawn() const {
  return isDrawnIn(m_document.scenario());
}

std::optional<Strategy> StrategyDrawing::strategy() const {
  if (!whyNot().isEmpty()) return std::nullopt;
  const Scenario& scenario = m_document.scenario();
  return isDrawn() ? scenario.imported->at(scenario.iterations) : m_document.design()->strategy;
}

QString StrategyDrawing::whyNot() const {
  const Scenario& scenario = m_document.scenario();
  if (isDrawn()) {
    const bool serves = !scenario.imported->problemAt(scenario.iterations);
    return serves ? QString() : tr("What was drawn does not fit the number of iterations.");
  }
  // On an older design, a stroke would not change what the scenario asks for.
  if (m_document.designState() != DesignState::Current) return tr("Wait until the design is solved.");
  if (drawableOf(m_document.design()->strategy) != Drawable::Nothing) return {};
  return tr(
      "Only Toeplitz strategies of several bands and BLTs are drawn: this one has other entries at each step, or "
      "none to choose.");
}

void StrategyDrawing::beginGesture() {
  m_gesture = m_document.newGesture();
  m_before = m_document.scenario();
}

void StrategyDrawing::draw(const ImportedStrategy& drawn, const QString& text) {
  if (!whyNot().isEmpty()) return;
  if (!isDrawn()) {
    m_origin = m_document.scenario();
    m_optimum = m_document.design();
  }
  Scenario after = m_document.scenario();
  after.mechanism = &importedMechanism();
  after.imported = drawn;
  m_document.edit(Field::Imported, after, m_gesture, text);
}

void StrategyDrawing::takeBack() {
  if (m_before && *m_before != m_document.scenario()) m_document.edit(Field::Imported, *m_before, m_gesture);
  m_before.reset();
}

Scenario StrategyDrawing::optimumScenario() const {
  Scenario scenario = m_document.scenario();
  const Scenario& origin = *m_origin;
  scenario.mechanism = origin.mechanism;
  for (const MechanismSetting& setting : origin.mechanism->settings) copyField(infoOf(setting.field), origin, scenario);
  return scenario;
}

bool StrategyDrawing::isOptimumCurrent() const {
  return m_optimum && m_origin && sameDesign(m_optimum->scenario, optimumScenario());
}

QString StrategyDrawing::closedForm() const {
  const bool optimised = !m_optimum || m_optimum->optimizer.termination != Termination::NotRun;
  return optimised ? QString() : mechanismText(*m_optimum);
}

void StrategyDrawing::follow() {
  if (!isDrawn()) {
    const bool was = m_origin.has_value();
    m_job.cancel();
    m_origin.reset();
    m_optimum.reset();
    if (was) emit changed();
    return;
  }
  if (!m_origin) {
    const std::vector<Scenario> past = m_document.past();
    const auto found =
        std::ranges::find_if(past.rbegin(), past.rend(), [](const Scenario& s) { return !isDrawnIn(s); });
    // A file with a drawn strategy does not say what it was drawn from.
    Scenario standard = m_document.scenario();
    standard.mechanism = &standardMechanism();
    standard.bands.reset();
    m_origin = found == past.rend() ? standard : *found;
    emit changed();
  }
  const Scenario wanted = optimumScenario();
  if (m_optimum && sameDesign(m_optimum->scenario, wanted)) return;
  if (m_optimum && !strategySurvives(*m_optimum, wanted)) {
    m_optimum.reset();
    emit changed();
  }
  m_job.start([this, wanted](const std::stop_token& stop) -> NewestJob::Delivery {
    std::shared_ptr<const Design> found;
    try {
      found = design(wanted, {stop});
    } catch (const InvalidArgument&) {
      // A mechanism that the scenario excludes gives no optimum to show.
    }
    if (stop.stop_requested() || !found) return {};
    return [this, found] {
      if (!isDrawn() || !m_origin || !sameDesign(found->scenario, optimumScenario())) return;
      m_optimum = found;
      emit changed();
    };
  });
}

void StrategyDrawing::goBack() {
  if (!isDrawn() || !m_origin) return;
  const Scenario wanted = optimumScenario();
  m_document.adopt(wanted, closedForm().isEmpty() ? tr("Back to the optimum") : tr("Back to %1").arg(closedForm()),
                   m_optimum && sameDesign(m_optimum->scenario, wanted) ? m_optimum : nullptr);
}

}  // namespace noiseloom
