#pragma once

#include <optional>
#include <vector>

#include "core/strategy/strategy.h"
#include "core/workload/workload.h"
#include "ui/jobs/newest_job.h"
#include "ui/plots/panel/line_panel.h"
#include "ui/plots/step_error/step_error_chart.h"

namespace noiseloom {

/// The error of the design at each step against DP-SGD and the visible pinned designs. Pointing at a step highlights it
/// in every other plot, and vice versa.
class StepErrorPanel : public LinePanel {
  Q_OBJECT

 public:
  explicit StepErrorPanel(ScenarioDocument& document, QWidget* parent = nullptr);

  std::vector<Picture> pictures() const override;
  bool isCurrent() const override;
  void cancelWork() override;

  const StepErrorData& data() const { return m_data; }
  /// True if everything requested is drawn.
  bool isUpToDate() const { return !m_job.running(); }

 private:
  ChartModel chartModel() const override;
  /// An evaluated profile, identified by its strategy and workload.
  struct Known {
    Strategy strategy;
    Workload workload;
    ErrorProfile profile;
    double mean = 0;  ///< mean_i v_i over all n steps; only for the identity
  };
  const Known* known(const Strategy& strategy, const Workload& workload) const;
  void refresh();
  void showPicture();
  void showStale();
  void point(const std::optional<ChartPoint>& point) override;
  void followBrush() override;

  StepErrorData m_data;
  std::vector<Known> m_known;
  NewestJob m_job{QStringLiteral("step errors"), NewestJob::Urgency::Background};
};

}  // namespace noiseloom
