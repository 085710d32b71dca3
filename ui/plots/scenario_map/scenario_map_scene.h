#pragma once

#include <QFont>
#include <QPainter>
#include <QRectF>
#include <optional>
#include <utility>
#include <vector>

#include "core/explore/scenario_map.h"

namespace noiseloom {

/// A value over two inputs of a scenario, across (rising to the right) and up (rising upwards), as a picture: a cell
/// for each pair, coloured by its value on a logarithmic scale and labelled with it where it fits, hatched where there
/// can be none, a colour bar, and a ring where the scenario lies.
struct ScenarioMapScene {
  MapAxis across;
  MapAxis up;
  QString acrossTitle;
  QString upTitle;
  QString valueTitle;
  bool whole = false;                                 ///< values are counts, on a scale from 1
  std::vector<MapCell> cells;                         ///< `across` running fastest; those not settled are left empty
  std::vector<double> values;                         ///< of the cells; NaN where there is none, or none yet
  std::optional<std::pair<double, double>> scenario;  ///< on both axes; the ring
  std::optional<std::size_t> cursor;                  ///< a framed cell
  bool stale = false;                                 ///< drawn faintly
  bool dark = false;
  QFont font;
  QString emptyText;  ///< instead of the map when there are no cells

  bool isEmpty() const { return cells.empty(); }
  std::size_t columns() const { return across.values.size(); }
  double acrossAt(std::size_t cell) const { return across.values[cell % columns()]; }
  double upAt(std::size_t cell) const { return up.values[cell / columns()]; }
  /// Cells with an answer, or with the reason why there is none.
  std::size_t known() const;
  std::size_t solved() const;
  std::size_t estimated() const;
  /// Least and largest of the values, above 0 and apart: the ends of the colour scale. Of counts the first is 1.
  std::pair<double, double> range() const;
};

/// Where the cells lie inside `bounds`.
QRectF mapPlotArea(const QRectF& bounds, const ScenarioMapScene& scene);
/// A cell's place in the picture.
QRectF mapCellRect(const QRectF& bounds, const ScenarioMapScene& scene, std::size_t index);
/// What frames the scenario: its cell, or the nearest one; empty where it lies beyond them.
QRectF mapFrame(const QRectF& bounds, const ScenarioMapScene& scene);
/// The cell under a point of the picture.
std::optional<std::size_t> mapCellAt(const QRectF& bounds, const ScenarioMapScene& scene, QPointF position);
void paintScenarioMap(QPainter& painter, const QRectF& bounds, const ScenarioMapScene& scene);

}  // namespace noiseloom
