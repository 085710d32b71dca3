#pragma once

#include <memory>
#include <optional>

#include "ui/plots/matrix/heat_map_view.h"
#include "ui/plots/panel/plot_panel.h"

class QToolButton;

namespace noiseloom {

class GoToRow;
class ScenarioDocument;
class SegmentedButtons;
struct Design;

/// The heat map of C, C^-1, A C^-1 or C^T C of the document's design, with a choice of matrix and colour scale.
/// Pointing at an entry points the document's brush at its diagonal and its row.
class StrategyPanel : public PlotPanel {
  Q_OBJECT

 public:
  explicit StrategyPanel(ScenarioDocument& document, QWidget* parent = nullptr);

  HeatMapView& view() { return *m_view; }
  GoToRow& goToRow() { return *m_goToRow; }
  /// Asks for a row to show.
  void openGoToRow();
  std::vector<Picture> pictures() const override;
  std::vector<DataTable> tables() const override;
  bool isCurrent() const override;
  bool isOnScreen() const override { return !m_view->isVisible() || !m_shown || m_view->isPainted(); }
  int currentPicture() const override;
  QString summary() const override;
  QJsonObject viewState() const override;
  void restoreView(const QJsonObject& state) override;
  void resetView() override;
  /// Until somebody chooses the layout, a narrow band is shown by lag, but not while it is held by column.
  void holdByColumn(bool held);

 private:
  void showDesign();
  void widenHairline();
  void offerLags();
  void placeWaiting();
  void point(const std::optional<MatrixCell>& cell);

  ScenarioDocument& m_document;
  HeatMapView* m_view;
  SegmentedButtons* m_matrix;
  SegmentedButtons* m_scale;
  QToolButton* m_byLag;
  std::optional<bool> m_byLagChosen;
  bool m_heldByColumn = false;
  GoToRow* m_goToRow;
  std::shared_ptr<const Design> m_shown;
  std::optional<QJsonObject> m_toPlace;  ///< a stored view, until a design of its size arrives
};

}  // namespace noiseloom
