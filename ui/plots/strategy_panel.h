#pragma once

#include <memory>

#include "core/design/design.h"
#include "ui/plots/plot_panel.h"

namespace noiseloom {

class HeatMapView;
class ScenarioDocument;
class SegmentedButtons;

/// The strategy matrix C of the document's design, or its inverse, as a heat map.
class StrategyPanel : public PlotPanel {
  Q_OBJECT

 public:
  explicit StrategyPanel(ScenarioDocument& document, QWidget* parent = nullptr);

  HeatMapView& view() { return *m_view; }
  std::vector<Figure> figures() const override;
  void resetView() override;

 private:
  void showDesign();

  ScenarioDocument& m_document;
  HeatMapView* m_view;
  SegmentedButtons* m_matrix;
  SegmentedButtons* m_scale;
  std::shared_ptr<const Design> m_shown;
};

}  // namespace noiseloom
