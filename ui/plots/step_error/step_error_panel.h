#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/strategy/strategy.h"
#include "core/workload/workload.h"
#include "ui/jobs/newest_job.h"
#include "ui/plots/panel/line_panel.h"
#include "ui/plots/step_error/step_error_chart.h"

namespace noiseloom {

/// The error of each step of the design against DP-SGD and the pinned designs that are visible. Pointing at a step
/// lights it up in every other plot, and theirs here.
class StepErrorPanel : public LinePanel {
  Q_OBJECT

 public:
  explicit StepErrorPanel(ScenarioDocument& document, QWidget* parent = nullptr);

  std::vector<Picture> pictures() const override;
  bool isCurrent() const override;
  void cancelWork() override;

  const StepErrorData& data() const { return m_data; }
  /// Everything that should be drawn is.
  bool isUpToDate() const { return !m_job.running(); }

 private:
  ChartModel chartModel() const override;
  /// A profile that was evaluated, found again by its strategy and workload.
  struct Known {
    Strategy strategy;
    Workload workload;
    ErrorProfile profile;
    double mean = 0;  ///< mean_i v_i of all n steps; only of the identity
  };
  const Known* known(const Strategy& strategy, const Workload& workload) const;
  void refresh();
  void showPicture();
  void showStale();
  void point(const std::optional<ChartPoint>& point) override;
  void followBrush() override;

  StepErrorData m_data;
  std::vector<Known> m_known;
  NewestJob m_job;
};

}  // namespace noiseloom
