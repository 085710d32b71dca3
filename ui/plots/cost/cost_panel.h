#pragma once

#include <optional>

#include "ui/jobs/measured_rates.h"
#include "ui/plots/cost/cost_chart.h"
#include "ui/plots/panel/line_panel.h"

namespace noiseloom {

class SegmentedButtons;

/// The cost of a training step's noise against bands: memory per machine, or seconds, with the machine's limit. A click
/// on the curve chooses its bands or buffers. This machine's speed is measured when the panel is first visible.
class CostPanel : public LinePanel {
  Q_OBJECT

 public:
  explicit CostPanel(ScenarioDocument& document, QWidget* parent = nullptr);

  QString summary() const override;
  void cancelWork() override;

  const CostData& data() const { return m_data; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  ChartModel chartModel() const override;
  CostAxis axis() const;
  void showDocument();
  void measure();
  std::optional<Index> sizeAt(const std::optional<ChartPoint>& point) const;
  void point(const std::optional<ChartPoint>& point) override;
  void followBrush() override;
  void choose(const ChartPoint& point);

  SegmentedButtons* m_axis;
  CostData m_data;
  bool m_seen = false;
  MeasuredRates m_rates;  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
