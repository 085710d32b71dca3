#pragma once

#include "ui/plots/plot_panel.h"
#include "ui/plots/rmse_chart.h"

class QStackedWidget;

namespace noiseloom {

class BandsMapView;
class ChartView;
class ScenarioDocument;
class SegmentedButtons;

/// RMSE against bands for the document's scenario: points appear as they are computed, a click on one chooses its
/// bands. Of a family without bands the error of the design beside what it is measured by. In its place, when chosen,
/// the map of the best number of bands over epsilon and epochs.
class RmsePanel : public PlotPanel {
  Q_OBJECT

 public:
  explicit RmsePanel(ScenarioDocument& document, QWidget* parent = nullptr);

  std::vector<Figure> figures() const override;
  const RmseCurve& curve() const { return m_curve; }
  ChartView& view() { return *m_view; }
  RmseChart& chart() { return m_chart; }
  BandsMapView& map() { return *m_map; }
  bool showsMap() const;
  void cancelWork() override;

 protected:
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void showDocument();
  void showHead();
  QString curveTitle() const;
  void readOut(QPointF position, bool inside);
  void choose(Index bands);
  void step(int direction);

  ScenarioDocument& m_document;
  RmseChart m_chart;
  ChartView* m_view;
  SegmentedButtons* m_choice;
  QStackedWidget* m_stack;
  BandsMapView* m_map;
  RmseCurve m_curve;
};

}  // namespace noiseloom
