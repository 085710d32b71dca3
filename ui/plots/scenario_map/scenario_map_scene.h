#pragma once

#include <QFont>
#include <QPainter>
#include <QRectF>
#include <optional>
#include <utility>
#include <vector>

#include "core/explore/scenario_map.h"

namespace noiseloom {

/// A picture of a value over two inputs of a scenario, horizontally and vertically ascending: a cell for each pair,
/// coloured by its value on a logarithmic scale, labelled with it if it fits, hatched if there can be none; with a
/// colour bar, and a ring at the scenario.
struct ScenarioMapScene {
  MapAxis across;
  MapAxis up;
  QString acrossTitle;
  QString upTitle;
  QString valueTitle;
  bool whole = false;                                 ///< values are counts, on a scale from 1
  std::vector<MapCell> cells;                         ///< `across` runs fastest; unsettled ones stay empty
  std::vector<double> values;                         ///< of the cells; NaN if there is none, or none yet
  std::optional<std::pair<double, double>> scenario;  ///< its position on both axes; the ring
  std::optional<std::size_t> cursor;                  ///< a framed cell
  bool stale = false;                                 ///< drawn faintly
  bool dark = false;
  QFont font;
  QString emptyText;  ///< shown instead of the map if there are no cells

  bool isEmpty() const { return cells.empty(); }
  std::size_t columns() const { return across.values.size(); }
  double acrossAt(std::size_t cell) const { return across.values[cell % columns()]; }
  double upAt(std::size_t cell) const { return up.values[cell / columns()]; }
  /// The number of cells with an answer, or with a reason why there is none.
  std::size_t known() const;
  std::size_t solved() const;
  std::size_t estimated() const;
  /// The least and largest value, above 0 and distinct: the ends of the colour scale. For counts the least is 1.
  std::pair<double, double> range() const;
};

/// The area of the cells inside `bounds`.
QRectF mapPlotArea(const QRectF& bounds, const ScenarioMapScene& scene);
QRectF mapCellRect(const QRectF& bounds, const ScenarioMapScene& scene, std::size_t index);
/// The frame of the scenario: at its cell, or the nearest one; empty if it lies outside the map.
QRectF mapFrame(const QRectF& bounds, const ScenarioMapScene& scene);
std::optional<std::size_t> mapCellAt(const QRectF& bounds, const ScenarioMapScene& scene, QPointF position);
void paintScenarioMap(QPainter& painter, const QRectF& bounds, const ScenarioMapScene& scene);

}  // namespace noiseloom
