#pragma once

#include <QJsonObject>
#include <QWidget>
#include <optional>

#include "ui/jobs/map_work.h"
#include "ui/jobs/newest_job.h"
#include "ui/plots/canvas/picture.h"
#include "ui/plots/scenario_map/scenario_map_scene.h"
#include "ui/plots/table/data_table.h"

namespace noiseloom {

class ScenarioDocument;

/// A value over two inputs around the document's scenario, both chosen: MapChoice. Computed on a worker thread only
/// while it is on screen, cell after cell, coarse ones first. A click, or arrow keys and Enter, take both inputs of a
/// cell over into the scenario.
class ScenarioMapView : public QWidget {
  Q_OBJECT

 public:
  explicit ScenarioMapView(ScenarioDocument& document, QWidget* parent = nullptr);

  const MapChoice& choice() const { return m_choice; }
  /// Two different inputs that the scenario has; what is promised has its noise multiplier and bands from the current
  /// design.
  void choose(MapChoice choice);
  /// What is chosen, for sessions, and back.
  QJsonObject state() const;
  void restore(const QJsonObject& state);
  /// The limits of an axis: typed ones, or those around the scenario.
  std::pair<double, double> limits(Field axis) const;

  const ScenarioMapScene& scene() const { return m_scene; }
  bool running() const { return m_job.running(); }
  /// The cells belong to the document's scenario. A hidden map does not follow it.
  bool isCurrent() const;
  /// Keeps the cells that are there.
  void cancel();
  /// What stands below while no cell is read: how far the map is, or how to use it.
  QString hint() const;
  std::optional<Picture> picture() const;
  /// Every known cell with its error; none without cells of the present scenario.
  std::optional<DataTable> table() const;
  /// What the map shows, in a sentence or two for a screen reader.
  QString summary() const;
  QRectF cellRect(std::size_t index) const { return mapCellRect(rect(), m_scene, index); }

  QSize sizeHint() const override { return {480, 240}; }
  QSize minimumSizeHint() const override { return {300, 130}; }

 signals:
  /// What the cell under the pointer or the cursor says, and the same in few words; empty when there is none.
  void readOut(const QString& text, const QString& brief);
  /// Something else is mapped.
  void choiceChanged();
  /// Cells came, the work began or ended, or the map became stale or current.
  void changed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void follow();
  void start(const MapRequest& request);
  void add(std::size_t at, const MapCell& cell);
  void showValues();
  double valueOfCell(std::size_t at);
  void read(std::optional<std::size_t> cell);
  void moveCursor(int columns, int rows);
  void take(std::size_t cell);
  ErrorObjective objective() const;
  WantedMap wanted() const;
  /// Of a cell, in the window's unit.
  double errorOf(std::size_t at) const;
  Scenario scenarioOf(std::size_t at) const;
  QString cellText(std::size_t cell) const;
  QString briefCellText(std::size_t cell) const;
  void describe();
  void applyTheme();

  ScenarioDocument& m_document;
  MapChoice m_choice;
  mutable MapGrid m_grid;
  std::optional<MapRequest> m_request;  ///< of the cells on show, or of those being computed
  ScenarioMapScene m_scene;
  bool m_stopped = false;      ///< by a person
  bool m_interrupted = false;  ///< by a scenario that could not be used: begun anew after that
  NewestJob m_job;             // last: joined before what it uses goes
};

}  // namespace noiseloom
