#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/strategy/strategy.h"
#include "core/workload/workload.h"
#include "ui/jobs/newest_job.h"
#include "ui/plots/panel/plot_panel.h"
#include "ui/plots/step_error/step_error_chart.h"

namespace noiseloom {

class LinePlot;
class ScenarioDocument;
struct ChartPoint;

/// The error of each step of the design against DP-SGD and the pinned designs that are visible. Pointing at a step
/// lights it up in every other plot, and theirs here.
class StepErrorPanel : public PlotPanel {
  Q_OBJECT

 public:
  explicit StepErrorPanel(ScenarioDocument& document, QWidget* parent = nullptr);
  ~StepErrorPanel() override;

  std::vector<Figure> figures() const override;
  std::vector<DataTable> tables() const override;
  bool isCurrent() const override;
  QString summary() const override;
  QJsonObject viewState() const override;
  void restoreView(const QJsonObject& state) override;
  void resetView() override;
  void cancelWork() override;

  LinePlot& plot() { return *m_plot; }
  const StepErrorPicture& picture() const { return m_picture; }
  /// Everything that should be drawn is.
  bool isUpToDate() const { return !m_job.running(); }

 private:
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
  void point(const std::optional<ChartPoint>& point);
  void followBrush();

  ScenarioDocument& m_document;
  LinePlot* m_plot;
  StepErrorPicture m_picture;
  std::vector<Known> m_known;
  bool m_pointing = false;  ///< the brush's change is this panel's own
  NewestJob m_job;
};

}  // namespace noiseloom
