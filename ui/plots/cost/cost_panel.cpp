#include "ui/plots/cost/cost_panel.h"

#include <cmath>
#include <utility>

#include "ui/document/scenario_document.h"
#include "ui/jobs/frame_pacer.h"
#include "ui/plots/panel/segmented_buttons.h"

namespace noiseloom {

CostPanel::CostPanel(ScenarioDocument& document, QWidget* parent)
    : LinePanel(QStringLiteral("costPanel"), tr("Cost of the noise"), {}, tr("Cost of the noise against bands"),
                document, parent),
      m_axis(addChoice(QStringLiteral("costAxis"), QStringLiteral("axis"), tr("Cost in"),
                       {{QStringLiteral("memory"), tr("Memory"), tr("Memory that a machine keeps for noise rows")},
                        {QStringLiteral("seconds"), tr("Time"),
                         tr("Seconds that a step’s noise takes on one core, estimated by a measurement here")}})) {
  setBody(m_plot);
  connect(m_axis, &SegmentedButtons::chosen, this, &CostPanel::showDocument);
  connect(m_plot, &LinePlot::activated, this, &CostPanel::choose);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (FramePacer::instance().opensFrame(m_document, change)) return;
    if (change == DocumentChange::Scenario || change == DocumentChange::Design) showDocument();
    setStale(m_document.designState() == DesignState::Stale);
  });
  connect(&m_document.shelf(), &Shelf::changed, this, &CostPanel::showDocument);
  connect(&m_rates, &MeasuredRates::measured, this, &CostPanel::showDocument);
  showDocument();
}

CostAxis CostPanel::axis() const {
  return m_axis->current() == 0 ? CostAxis::Memory : CostAxis::Seconds;
}

void CostPanel::showDocument() {
  const Scenario& scenario = m_document.scenario();
  const auto design = m_document.design();
  // While inputs are unusable, the last picture stays, as faint as other stale plots.
  if (!scenario.problems().empty()) {
    if (std::exchange(m_data.stale, true)) return;
    m_plot->setModel(chartModel());
    return;
  }
  m_data.scenario = scenario;
  m_data.design = design;
  m_data.stale = m_document.designState() == DesignState::Stale;
  m_data.pins = visiblePins();
  m_data.rates = m_rates.of(scenario.deployment.numberType);
  m_plot->setModel(chartModel());
  setHint(costHint(m_data));
  measure();
  followBrush();
}

void CostPanel::measure() {
  if (m_seen && !m_data.rates) m_rates.need(m_data.scenario.deployment.numberType);
}

void CostPanel::showEvent(QShowEvent* event) {
  PlotPanel::showEvent(event);
  m_seen = true;
  measure();
}

std::optional<Index> CostPanel::sizeAt(const std::optional<ChartPoint>& point) const {
  if (!point || (point->series != QStringLiteral("curve") && point->series != QStringLiteral("outside")))
    return std::nullopt;
  const std::optional<QPointF> at = valuesOf(*point);
  return at ? std::optional<Index>(std::llround(at->x())) : std::nullopt;
}

void CostPanel::point(const std::optional<ChartPoint>& point) {
  const auto size = sizeAt(point);
  const CostSizes sizes = costSizesOf(m_data);
  showReadOut(size ? costTextOf(m_data, sizes, *size) : QString());
  // b bands reach back b - 1 steps.
  const auto lag = size && !sizes.buffers ? std::optional<Index>(*size - 1) : std::nullopt;
  brush(lag, m_document.brush().step());
}

void CostPanel::followBrush() {
  const auto lag = m_document.brush().lag();
  const bool bands = m_plot->model().x.log;
  m_plot->highlight(QStringLiteral("curve"),
                    lag && bands ? std::optional(static_cast<double>(*lag + 1)) : std::nullopt);
}

void CostPanel::choose(const ChartPoint& point) {
  const auto size = sizeAt(point);
  const CostSizes sizes = costSizesOf(m_data);
  if (!size || sizes.comparison) return;
  Scenario scenario = m_document.scenario();
  if (scenario.asksForBest()) return;
  if (sizes.buffers) {
    scenario.buffers = *size;
    m_document.edit(Field::Buffers, scenario);
  } else {
    scenario.bands = *size;
    m_document.edit(Field::Bands, scenario);
  }
}

ChartModel CostPanel::chartModel() const {
  return costModel(m_data, axis());
}

QString CostPanel::summary() const {
  return costSummary(m_data);
}

void CostPanel::cancelWork() {
  m_rates.cancel();
}

}  // namespace noiseloom
