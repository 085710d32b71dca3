#pragma once

#include "ui/plots/convergence/convergence_chart.h"
#include "ui/plots/panel/plot_panel.h"

namespace noiseloom {

class LinePlot;
class ScenarioDocument;
class SegmentedButtons;

/// How the optimiser came to the design: live while it works, and from the design's own trace afterwards. For
/// mechanisms that are closed forms it says so.
class ConvergencePanel : public PlotPanel {
  Q_OBJECT

 public:
  explicit ConvergencePanel(ScenarioDocument& document, QWidget* parent = nullptr);

  std::vector<Figure> figures() const override;
  std::vector<DataTable> tables() const override;
  QString summary() const override;
  QJsonObject viewState() const override;
  void restoreView(const QJsonObject& state) override;
  void resetView() override;

  LinePlot& plot() { return *m_plot; }
  const ConvergencePicture& picture() const { return m_picture; }

 private:
  TraceAxis axis() const;
  void showDocument();

  ScenarioDocument& m_document;
  SegmentedButtons* m_axis;
  LinePlot* m_plot;
  ConvergencePicture m_picture;
};

}  // namespace noiseloom
