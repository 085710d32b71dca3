#pragma once

#include <memory>

#include "ui/jobs/newest_job.h"
#include "ui/plots/coefficients_chart.h"
#include "ui/plots/plot_panel.h"

namespace noiseloom {

class ChartView;
class ScenarioDocument;
class SegmentedButtons;

/// Coefficients of C (the Toeplitz coefficients, or the middle column of a general banded strategy) and of C^-1.
class CoefficientsPanel : public PlotPanel {
  Q_OBJECT

 public:
  explicit CoefficientsPanel(ScenarioDocument& document, QWidget* parent = nullptr);

  std::vector<Figure> figures() const override;
  /// What the chart shows at the moment.
  const ColumnSeries& series() const { return m_series; }
  ChartView& view() { return *m_view; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  MatrixOf which() const;
  void showDesign(bool force);
  void readOut(QPointF position, bool inside);

  ScenarioDocument& m_document;
  SegmentedButtons* m_matrix;
  CoefficientsChart m_chart;
  ChartView* m_view;
  std::optional<Strategy> m_shown;
  ColumnSeries m_series;
  NewestJob m_job;
};

}  // namespace noiseloom
