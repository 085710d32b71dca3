#include "ui/plots/pareto/pareto_panel.h"

#include <QLabel>
#include <algorithm>
#include <limits>
#include <utility>

#include "core/recommend/recommendation.h"
#include "ui/document/scenario_document.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/style/theme.h"

namespace noiseloom {

ParetoPanel::ParetoPanel(ScenarioDocument& document, QWidget* parent)
    : LinePanel(QStringLiteral("paretoPanel"), tr("Pareto"), {}, tr("Designs weighed against one another"), document,
                parent),
      m_trials(document) {
  // In the order of ParetoAxis.
  const std::vector<Option> options{
      {QStringLiteral("error"), tr("Error"), tr("The error that the objective is about")},
      {QStringLiteral("memory"), tr("Memory"), tr("Memory that a machine of the scenario keeps for noise rows")},
      {QStringLiteral("time"), tr("Time"),
       tr("Seconds that a step’s noise takes on one core, estimated by a measurement here")},
      {QStringLiteral("epsilon"), tr("Epsilon"), tr("The epsilon that a design promises")}};
  m_up = addChoice(QStringLiteral("paretoUp"), QStringLiteral("up"), tr("Upwards"), options);
  auto* between = new QLabel(tr("against"));
  addTool(between);
  addRoomy(between);
  m_across = addChoice(QStringLiteral("paretoAcross"), QStringLiteral("across"), tr("Across"), options);
  m_across->alignList(Qt::AlignLeft);  // beside the word
  m_up->setCurrent(static_cast<int>(m_axes.up));
  m_across->setCurrent(static_cast<int>(m_axes.across));
  // Side by side they must not widen the smallest window.
  for (SegmentedButtons* choice : {m_up, m_across}) choice->setMinimumWidth(widthIn(font(), 56));
  setBody(m_plot);
  // The axes always differ: choosing the other one's quantity swaps them.
  const auto follow = [this](SegmentedButtons* buttons, ParetoAxis& own, SegmentedButtons* others) {
    connect(buttons, &SegmentedButtons::chosen, this, [this, &own, others](int chosen) {
      const ParetoAxis before = std::exchange(own, static_cast<ParetoAxis>(chosen));
      if (m_axes.across == m_axes.up) others->setCurrent(static_cast<int>(before));
      showDocument();
    });
  };
  follow(m_up, m_axes.up, m_across);
  follow(m_across, m_axes.across, m_up);
  connect(m_plot, &LinePlot::activated, this, &ParetoPanel::choose);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    const bool shown = change == DocumentChange::Scenario || change == DocumentChange::Design ||
                       change == DocumentChange::Recommendation;
    if (shown || change == DocumentChange::Activity) m_trials.follow(isVisible());
    const bool stale = m_document.designState() == DesignState::Stale;
    if (shown || stale != isStale()) showDocument();
    setStale(stale);
  });
  connect(&m_document.shelf(), &Shelf::changed, this, &ParetoPanel::showDocument);
  connect(&m_document.errors(), &ErrorReadings::changed, this, &ParetoPanel::showDocument);
  connect(&m_rates, &MeasuredRates::measured, this, &ParetoPanel::showDocument);
  connect(&m_trials, &ParetoTrials::changed, this, &ParetoPanel::showDocument);
  showDocument();
}

ParetoAxes ParetoPanel::axes() const {
  return m_axes;
}

void ParetoPanel::showDocument() {
  const Scenario& scenario = m_document.scenario();
  // While inputs are unusable the last picture stays, faintly.
  m_data.faint = m_document.designState() == DesignState::Stale;
  if (!scenario.problems().empty()) {
    m_plot->setModel(ParetoPanel::chartModel());
    return;
  }
  m_data.scenario = scenario;
  m_data.unit = m_document.errors().unit();
  m_data.points.clear();
  const auto add = [&](ParetoPoint point) {
    const auto scale = m_document.errors().scale(point.design->scenario);
    point.error = scale && scale->unit() == m_data.unit
                      ? scale->in(scenario.objective, point.design->error[scenario.objective])
                      : std::numeric_limits<double>::quiet_NaN();
    m_data.points.push_back(std::move(point));
  };
  addTrials();
  const std::vector<PinnedDesign> pins = visiblePins();
  if (const auto& advice = m_document.recommendation()) {
    for (const RecommendedDesign& each : advice->designs) {
      // A pinned one already has a name and a colour.
      if (std::ranges::find(pins, each.design, &PinnedDesign::design) != pins.end()) continue;
      add({ParetoPoint::Kind::Recommended, 0, {}, each.way.name(), each.design});
    }
  }
  for (const PinnedDesign& pin : pins)
    add({ParetoPoint::Kind::Pinned, pin.id, pin.name, {}, pin.design, 0, pin.confirmed && pin.warning.isEmpty()});
  if (const auto design = m_document.design()) add({ParetoPoint::Kind::Current, 0, {}, {}, design});
  m_data.rates = m_rates.of(scenario.deployment.numberType);
  m_plot->setModel(ParetoPanel::chartModel());
  setHint(paretoHint(m_data, m_axes));
  measure();
}

/// Those of an earlier question stay, faintly, while somebody looks.
void ParetoPanel::addTrials() {
  m_data.refused.clear();
  m_data.trying = m_trials.running();
  const bool stale = m_trials.areStale();
  if (stale && !isVisible()) return;
  const auto scale = m_document.errors().scale(m_data.scenario);
  if (!scale || scale->unit() != m_data.unit) return;
  for (ParetoTrial& trial : m_trials.trials()) {
    if (!trial.problem.empty()) {
      m_data.refused.push_back(std::move(trial));
      continue;
    }
    ParetoPoint point{ParetoPoint::Kind::Tried};
    point.error = scale->in(m_data.scenario.objective, trial.error);
    point.stale = stale;
    point.trial = std::move(trial);
    m_data.points.push_back(std::move(point));
  }
}

void ParetoPanel::measure() {
  if (m_seen && !m_data.rates) m_rates.need(m_data.scenario.deployment.numberType);
}

void ParetoPanel::showEvent(QShowEvent* event) {
  PlotPanel::showEvent(event);
  m_seen = true;
  m_trials.follow(true);
  measure();
}

void ParetoPanel::hideEvent(QHideEvent* event) {
  PlotPanel::hideEvent(event);
  m_trials.follow(false);
}

void ParetoPanel::point(const std::optional<ChartPoint>& point) {
  const auto place = point ? paretoPlace(m_data, m_axes, point->series, point->index) : std::nullopt;
  showReadOut(place ? paretoText(m_data, m_axes, *place) : QString());
}

void ParetoPanel::choose(const ChartPoint& point) {
  const auto place = paretoPlace(m_data, m_axes, point.series, point.index);
  if (!place) return;
  const ParetoPoint chosen = m_data.points[*place];
  if (chosen.trial && !chosen.stale)
    m_document.adopt(chosen.trial->in(m_document.scenario()), tr("Pareto: %1").arg(chosen.trial->name()));
  if (chosen.kind == ParetoPoint::Kind::Pinned) m_document.shelf().pointAt(chosen.id);
  if (chosen.kind == ParetoPoint::Kind::Recommended)
    m_document.adopt(chosen.design->scenario, tr("recommended design"), chosen.design);
}

ChartModel ParetoPanel::chartModel() const {
  return paretoModel(m_data, m_axes);
}

std::vector<DataTable> ParetoPanel::tables() const {
  return m_data.points.empty() ? std::vector<DataTable>() : std::vector{paretoTable(m_data, m_axes)};
}

void ParetoPanel::cancelWork() {
  m_rates.cancel();
  m_trials.cancel();
}

}  // namespace noiseloom
