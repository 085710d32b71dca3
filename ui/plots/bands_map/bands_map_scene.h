#pragma once

#include <QFont>
#include <QPainter>
#include <QRectF>
#include <optional>
#include <vector>

#include "core/design/best_bands_map.h"

namespace noiseloom {

/// The best number of bands over epsilons (columns, rising to the right) and epochs (rows, rising upwards), both
/// logarithmic, as a picture: a cell each, coloured by the number on a logarithmic scale and labelled with it where it
/// fits, a colour bar, and a ring where the scenario lies.
struct BandsMapScene {
  std::vector<double> epsilons;                       ///< rising
  std::vector<Index> epochs;                          ///< rising
  std::vector<BestBandsCell> cells;                   ///< epsilons running fastest; unknown ones are left empty
  std::optional<std::pair<double, double>> scenario;  ///< (epsilon, epochs); the ring
  std::optional<std::size_t> cursor;                  ///< a framed cell
  bool stale = false;                                 ///< drawn faintly
  bool dark = false;
  QFont font;
  QString emptyText;  ///< instead of the map when there are no cells

  bool isEmpty() const { return cells.empty(); }
  std::size_t known() const;
  /// Largest of the known numbers of bands, at least 2: the upper end of the colour scale.
  Index mostBands() const;
};

/// Where the cells lie inside `bounds`.
QRectF bandsMapPlotArea(const QRectF& bounds, const BandsMapScene& scene);
/// A cell's place in the picture.
QRectF bandsMapCell(const QRectF& bounds, const BandsMapScene& scene, std::size_t index);
/// What frames the scenario: its cell, or the nearest one; empty where it lies beyond them.
QRectF bandsMapFrame(const QRectF& bounds, const BandsMapScene& scene);
/// The cell under a point of the picture.
std::optional<std::size_t> bandsMapCellAt(const QRectF& bounds, const BandsMapScene& scene, QPointF position);
void paintBandsMap(QPainter& painter, const QRectF& bounds, const BandsMapScene& scene);

}  // namespace noiseloom
