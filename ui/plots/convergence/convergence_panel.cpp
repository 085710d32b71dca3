#include "ui/plots/convergence/convergence_panel.h"

#include <utility>

#include "ui/document/design_text.h"
#include "ui/document/scenario_document.h"
#include "ui/plots/line/chart_text.h"
#include "ui/plots/line/line_plot.h"
#include "ui/plots/panel/segmented_buttons.h"
#include "ui/style/core_text.h"

namespace noiseloom {

ConvergencePanel::ConvergencePanel(ScenarioDocument& document, QWidget* parent)
    : PlotPanel(tr("Convergence"), {}, parent),
      m_document(document),
      m_axis(new SegmentedButtons(tr("Progress measured in"), {tr("Evaluations"), tr("Seconds")})),
      m_plot(new LinePlot) {
  setObjectName(QStringLiteral("convergencePanel"));
  m_axis->setObjectName(QStringLiteral("convergenceAxis"));
  m_plot->setObjectName(QStringLiteral("convergencePlot"));
  m_plot->setAccessibleName(tr("Convergence of the optimiser"));
  addTool(m_axis);
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
  ConvergencePicture picture;
  const auto design = m_document.design();
  picture.stale = m_document.designState() == DesignState::Stale;
  picture.live = m_document.activity().running && !m_document.liveTrace().empty();
  picture.solved = design != nullptr;
  if (design) {
    picture.mechanism = mechanismText(*design);
    picture.summary = design->optimizer;
    picture.trace = std::move(picture.summary.trace);
    picture.summary.trace.clear();
  }
  if (picture.live) picture.trace = m_document.liveTrace();
  m_picture = std::move(picture);
  m_plot->setModel(convergenceModel(m_picture, axis()));
  setHint(convergenceText(m_picture));
  setToolTip(m_picture.live ? QString() : coreText(m_picture.summary.message));
}

std::vector<Figure> ConvergencePanel::figures() const {
  if (m_picture.trace.empty()) return {};
  return {m_plot->figure()};
}

std::vector<DataTable> ConvergencePanel::tables() const {
  if (m_picture.trace.empty()) return {};
  return {chartTable(convergenceModel(m_picture, axis()))};
}

QString ConvergencePanel::summary() const {
  return convergenceText(m_picture);
}

QJsonObject ConvergencePanel::viewState() const {
  return {{QStringLiteral("axis"),
           axis() == TraceAxis::Evaluations ? QStringLiteral("evaluations") : QStringLiteral("seconds")},
          {QStringLiteral("plot"), m_plot->viewState()}};
}

void ConvergencePanel::restoreView(const QJsonObject& state) {
  const QString axis = state.value(QStringLiteral("axis")).toString();
  if (axis == QStringLiteral("evaluations")) m_axis->setCurrent(0);
  if (axis == QStringLiteral("seconds")) m_axis->setCurrent(1);
  m_plot->restoreView(state.value(QStringLiteral("plot")).toObject());
}

void ConvergencePanel::resetView() {
  m_plot->resetView();
}

}  // namespace noiseloom
