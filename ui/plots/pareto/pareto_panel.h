#pragma once

#include <optional>

#include "ui/jobs/measured_rates.h"
#include "ui/plots/panel/line_panel.h"
#include "ui/plots/pareto/pareto_chart.h"

namespace noiseloom {

class SegmentedButtons;

/// Compares the current design, the pinned ones and those of the last recommendation on any two of error, memory,
/// time per step and epsilon, with the Pareto front, among what every mechanism would bring with other numbers of bands
/// or buffers (ParetoTrials), tried while the panel is seen. A click on a pin selects it on the shelf, one on a
/// recommended or tried design adopts it.
class ParetoPanel : public LinePanel {
  Q_OBJECT

 public:
  explicit ParetoPanel(ScenarioDocument& document, QWidget* parent = nullptr);

  std::vector<DataTable> tables() const override;
  void cancelWork() override;

  ParetoAxes axes() const;
  const ParetoData& data() const { return m_data; }
  const ParetoTrials& trials() const { return m_trials; }

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  ChartModel chartModel() const override;
  void showDocument();
  void addTrials();
  void measure();
  void point(const std::optional<ChartPoint>& point) override;
  void choose(const ChartPoint& point);

  SegmentedButtons* m_up;
  SegmentedButtons* m_across;
  ParetoAxes m_axes;
  ParetoData m_data;
  bool m_seen = false;
  // Declared last: joined before the members that they use.
  MeasuredRates m_rates;
  ParetoTrials m_trials;
};

}  // namespace noiseloom
