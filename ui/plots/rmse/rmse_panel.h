#pragma once

#include <map>
#include <set>
#include <vector>

#include "ui/jobs/measured_rates.h"
#include "ui/plots/panel/line_panel.h"
#include "ui/plots/rmse/rmse_model.h"
#include "ui/plots/rmse/rmse_sweeps.h"

class QMenu;
class QScrollArea;
class QStackedWidget;
class QToolButton;

namespace noiseloom {

class ScenarioMapView;
class SegmentedButtons;

/// The scenario's error against bands, epsilon, epochs, iterations or separation, or for every mechanism or batching:
/// for the document's scenario, for other mechanisms and for pinned designs. A click on a point puts its value into the
/// scenario. A map over two inputs can replace the plot. The curve against bands is the document's; everything else is
/// computed while it is visible and the design is solved.
class RmsePanel : public LinePanel {
  Q_OBJECT

 public:
  explicit RmsePanel(ScenarioDocument& document, QWidget* parent = nullptr);

  std::vector<Picture> pictures() const override;
  std::vector<DataTable> tables() const override;
  int currentPicture() const override;
  QString summary() const override;
  QJsonObject viewState() const override;
  void restoreView(const QJsonObject& state) override;
  /// Stops, keeping known points. The curves are finished when the scenario or the axis changes.
  void cancelWork() override;

  bool showsMap() const;
  /// The axis of the plot, even while the map is on show.
  Field axis() const { return m_axis; }
  void showAxis(Field axis);
  /// True if the mechanism is among those to compare with.
  bool compares(const Mechanism* mechanism) const { return m_compared.contains(mechanism); }
  void setCompared(const Mechanism* mechanism, bool compared);
  const RmseData& data() const { return m_data; }
  ScenarioMapView& map() { return *m_map; }
  const RmseSweeps& sweeps() const { return m_sweeps; }

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void buildTools();
  void offerMechanisms();
  void switchTo(int segment);
  void follow();
  void rebuild();
  void showHead();
  QString sweepHint() const;
  std::vector<SweepCurveRequest> wantedCurves() const;
  std::vector<const Mechanism*> otherMechanisms() const;
  std::optional<SweepCurveRequest> ownRequest() const;
  std::optional<SweepCurveRequest> requestOf(const Mechanism* mechanism) const;
  std::optional<const Mechanism*> ownMechanism() const;
  std::optional<InvalidArgument> curveProblem(const Scenario& scenario) const;
  RmseCurve curveOf(const SweepCurveRequest& request, const Mechanism* mechanism);
  RmseCurve inUnit(RmseCurve curve, const Scenario& of) const;
  bool movesWithDesign(const SweepCurveRequest& earlier, const SweepCurveRequest& request) const;
  std::optional<RmseCurve> ownCurve();
  bool designHasBaseline() const;
  std::optional<RmseCurve> baselineCurve();
  void choose(const RmsePlace& place);
  void point(const std::optional<ChartPoint>& point) override;
  void followBrush() override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  /// Makes the plot as high as the names of a categorical axis need; it scrolls if the panel is lower.
  void makeRoom();
  /// Measures the cost of noise on this machine, once mechanisms are compared.
  void measure();
  /// Scrolls to the chosen row.
  void showChosen();

  struct Shown {
    SweepCurveRequest request;
    RmseCurve curve;
  };

  Field m_axis = Field::Bands;
  std::set<const Mechanism*> m_compared;
  SegmentedButtons* m_choice;
  QToolButton* m_compare;
  QMenu* m_menu;
  QStackedWidget* m_stack;
  QScrollArea* m_scroll = nullptr;
  int m_leastHeight = 0;  ///< minimum height of the plot, without names
  ScenarioMapView* m_map;
  RmseData m_data;
  std::map<std::pair<Field, const Mechanism*>, Shown> m_shown;  // shown faintly until new points are known
  std::vector<SweepCurveRequest> m_requests;
  std::optional<QString> m_shownChoice;  ///< that was scrolled to
  bool m_stopped = false;                // by a person
  RmseSweeps m_sweeps;
  MeasuredRates m_rates;  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
