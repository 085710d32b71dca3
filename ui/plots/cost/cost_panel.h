#pragma once

#include <optional>

#include "ui/jobs/newest_job.h"
#include "ui/plots/cost/cost_chart.h"
#include "ui/plots/panel/plot_panel.h"

namespace noiseloom {

class LinePlot;
class ScenarioDocument;
class SegmentedButtons;
struct ChartPoint;

/// What the noise of a training step takes: memory a machine, or seconds, against bands, with the machine's limit. A
/// click on the curve chooses its bands (or buffers). How fast this machine is, is measured when the panel is first
/// seen.
class CostPanel : public PlotPanel {
  Q_OBJECT

 public:
  explicit CostPanel(ScenarioDocument& document, QWidget* parent = nullptr);
  ~CostPanel() override;

  std::vector<Figure> figures() const override;
  std::vector<DataTable> tables() const override;
  QString summary() const override;
  QJsonObject viewState() const override;
  void restoreView(const QJsonObject& state) override;
  void resetView() override;
  void cancelWork() override;

  LinePlot& plot() { return *m_plot; }
  const CostPicture& picture() const { return m_picture; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  CostAxis axis() const;
  void showDocument();
  void measure();
  std::optional<Index> sizeAt(const std::optional<ChartPoint>& point) const;
  void point(const std::optional<ChartPoint>& point);
  void followBrush();
  void choose(const ChartPoint& point);

  ScenarioDocument& m_document;
  SegmentedButtons* m_axis;
  LinePlot* m_plot;
  CostPicture m_picture;
  bool m_seen = false;
  bool m_pointing = false;               ///< the brush's change is this panel's own
  std::optional<NumberType> m_measured;  ///< what the rates of the picture are of
  std::optional<NumberType> m_measuring;
  NewestJob m_job;
};

}  // namespace noiseloom
