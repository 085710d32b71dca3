#pragma once

#include <memory>
#include <optional>

#include "ui/jobs/measured_rates.h"
#include "ui/plots/panel/line_panel.h"
#include "ui/plots/pareto/pareto_chart.h"

namespace noiseloom {

class SegmentedButtons;

/// Compares the current design, the pinned ones and those of the last recommendation on any two of error, memory,
/// time per step and epsilon, with the Pareto front. A click on a pin selects it on the shelf, one on a recommended
/// design adopts it.
class ParetoPanel : public LinePanel {
  Q_OBJECT

 public:
  explicit ParetoPanel(ScenarioDocument& document, QWidget* parent = nullptr);

  std::vector<DataTable> tables() const override;
  void cancelWork() override;

  ParetoAxes axes() const;
  const ParetoData& data() const { return m_data; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  ChartModel chartModel() const override;
  void showDocument();
  void measure();
  void point(const std::optional<ChartPoint>& point) override;
  void choose(const ChartPoint& point);

  SegmentedButtons* m_up;
  SegmentedButtons* m_across;
  ParetoAxes m_axes;
  ParetoData m_data;
  bool m_seen = false;
  MeasuredRates m_rates;  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
