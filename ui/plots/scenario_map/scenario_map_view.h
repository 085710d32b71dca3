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

/// A map of a chosen value over two chosen inputs around the document's scenario (MapChoice). Computed on a worker
/// thread only while visible, cell by cell, coarse ones first. A click, or arrow keys and Enter, put both inputs of a
/// cell into the scenario.
class ScenarioMapView : public QWidget {
  Q_OBJECT

 public:
  explicit ScenarioMapView(ScenarioDocument& document, QWidget* parent = nullptr);

  const MapChoice& choice() const { return m_choice; }
  /// Sets the choice: two different inputs of the scenario; for MapValue::Promise, noise multiplier and bands come from
  /// the current design.
  void choose(MapChoice choice);
  /// The choice, for sessions.
  QJsonObject state() const;
  void restore(const QJsonObject& state);
  /// The limits of an axis: typed ones, or those around the scenario.
  std::pair<double, double> limits(Field axis) const;

  const ScenarioMapScene& scene() const { return m_scene; }
  bool running() const { return m_job.running(); }
  /// True if the cells belong to the document's scenario. A hidden map does not follow it.
  bool isCurrent() const;
  /// Stops, keeping the known cells.
  void cancel();
  /// The text below while no cell is read: the progress of the map, or how to use it.
  QString hint() const;
  std::optional<Picture> picture() const;
  /// Every known cell with its error; nullopt if there are no cells of the present scenario.
  std::optional<DataTable> table() const;
  /// The content of the map in a sentence or two, for screen readers.
  QString summary() const;
  QRectF cellRect(std::size_t index) const { return mapCellRect(rect(), m_scene, index); }

  QSize sizeHint() const override { return {480, 240}; }
  QSize minimumSizeHint() const override { return {300, 130}; }

 signals:
  /// The text of the cell under the pointer or the cursor, and a short form; empty if there is none.
  void readOut(const QString& text, const QString& brief);
  void choiceChanged();
  /// Cells were added, the work began or ended, or the map became stale or current.
  void changed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

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
  double errorOf(std::size_t at) const;
  Scenario scenarioOf(std::size_t at) const;
  QString cellText(std::size_t cell, bool brief = false) const;
  void describe();
  void applyTheme();

  ScenarioDocument& m_document;
  MapChoice m_choice;
  mutable MapGrid m_grid;
  std::optional<MapRequest> m_request;  ///< of the cells that are shown or being computed
  ScenarioMapScene m_scene;
  bool m_stopped = false;      ///< by the user
  bool m_interrupted = false;  ///< by an unusable scenario: restarted afterwards
  NewestJob m_job{QStringLiteral("map"),
                  NewestJob::Urgency::Background};  // declared last: joined before the members that it uses
};

}  // namespace noiseloom
