#include "ui/plots/convergence/convergence_panel.h"

#include <utility>

#include "ui/document/design_text.h"
#include "ui/document/scenario_document.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/style/core_text.h"

namespace noiseloom {

ConvergencePanel::ConvergencePanel(ScenarioDocument& document, QWidget* parent)
    : LinePanel(QStringLiteral("convergencePanel"), tr("Convergence"), {}, tr("Convergence of the optimiser"), document,
                parent),
      m_axis(
          addChoice(QStringLiteral("convergenceAxis"), QStringLiteral("axis"), tr("Progress measured in"),
                    {{QStringLiteral("evaluations"), tr("Evaluations")}, {QStringLiteral("seconds"), tr("Seconds")}})) {
  setBody(m_plot);
  connect(m_axis, &SegmentedButtons::chosen, this, &ConvergencePanel::showDocument);
  connect(&m_document, &ScenarioDocument::changed, this, [this](DocumentChange change) {
    if (change == DocumentChange::Design || change == DocumentChange::Trace) showDocument();
    setStale(m_document.designState() == DesignState::Stale);
  });
  showDocument();
}

TraceAxis ConvergencePanel::axis() const {
  return m_axis->current() == 0 ? TraceAxis::Evaluations : TraceAxis::Seconds;
}

void ConvergencePanel::showDocument() {
  ConvergenceData data;
  const auto design = m_document.design();
  data.stale = m_document.designState() == DesignState::Stale;
  data.live = m_document.activity().running && !m_document.liveTrace().empty();
  data.solved = design != nullptr;
  if (design) {
    data.mechanism = mechanismText(*design);
    data.summary = design->optimizer;
    data.trace = std::move(data.summary.trace);
    data.summary.trace.clear();
  }
  if (data.live) data.trace = m_document.liveTrace();
  m_data = std::move(data);
  m_plot->setModel(chartModel());
  setHint(convergenceText(m_data));
  setToolTip(m_data.live ? QString() : coreText(m_data.summary.message));
}

ChartModel ConvergencePanel::chartModel() const {
  return convergenceModel(m_data, axis());
}

QString ConvergencePanel::summary() const {
  return convergenceText(m_data);
}

}  // namespace noiseloom
