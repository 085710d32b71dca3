#pragma once

#include "ui/plots/convergence/convergence_chart.h"
#include "ui/plots/panel/line_panel.h"

namespace noiseloom {

class SegmentedButtons;

/// The optimiser's progress towards the design: live while it runs, and from the design's trace afterwards. For a
/// closed form a sentence says so.
class ConvergencePanel : public LinePanel {
  Q_OBJECT

 public:
  explicit ConvergencePanel(ScenarioDocument& document, QWidget* parent = nullptr);

  QString summary() const override;

  const ConvergenceData& data() const { return m_data; }

 private:
  ChartModel chartModel() const override;
  TraceAxis axis() const;
  void showDocument();

  SegmentedButtons* m_axis;
  ConvergenceData m_data;
};

}  // namespace noiseloom
