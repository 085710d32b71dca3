#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QPainter>
#include <QRectF>
#include <optional>
#include <vector>

#include "ui/plots/canvas/ticks.h"
#include "ui/plots/matrix/heat_map_raster.h"
#include "ui/plots/matrix/heat_map_text.h"

namespace noiseloom {

struct MatrixCell {
  Index row = 0;
  Index column = 0;

  bool operator==(const MatrixCell&) const = default;
};

/// An entry being read, with its text for the tool tip.
struct MatrixReading {
  MatrixCell cell;
  double value = 0;
  QString heading;  ///< "C[3, 1]"
  QString detail;   ///< "lag 2"; empty if it has no lag
};

/// The content of a heat map: axes, image, colour bar, and marks.
struct HeatMapScene {
  MatrixWindow window;
  std::optional<Raster> raster;
  QString valueName;  ///< title of the colour bar: "C[i, j]"
  QString rowName;
  QString columnName;
  bool dark = false;
  bool stale = false;  ///< drawn faintly
  QFont font;

  std::optional<QPointF> crossHair;  ///< the pointer, in the painter's coordinates
  std::optional<MatrixCell> cursor;  ///< the keyboard's entry: framed
  std::optional<Index> markedRow;    ///< a row that the user went to
  std::optional<Index> row;          ///< highlighted: the brush's step, or its lag in C^-1
  std::optional<Index> diagonal;     ///< highlighted: the brush's lag, i - j
  bool byLag = false;                ///< columns are lags: the diagonal is one of them
  bool bothSides = false;            ///< highlight the diagonal j - i too: a symmetric matrix
  std::optional<MatrixReading> reading;
  bool inset = false;  ///< a small map of the whole matrix while only a part is in view
};

/// Sets the names of the axes and of the values.
void nameAxes(HeatMapScene& scene, const Strategy& strategy, MatrixOf which,
              MatrixLayout layout = MatrixLayout::ByColumn);
/// A window on the whole matrix. The layout by lag needs lagsOf().
MatrixWindow wholeOf(const Strategy& strategy, MatrixOf which, MatrixLayout layout = MatrixLayout::ByColumn);

/// The ticks of an axis that counts from 0, as many as stand apart. Far into a large matrix, where labels would be too
/// long, they count from `base`, a round number that stays the same when the view moves a little.
struct IndexTicks {
  std::vector<Tick> ticks;
  double base = 0;

  QString title(const QString& name) const;
};
/// Ticks for a view that begins at `first` and is `span` long, on this number of pixels.
IndexTicks indexTicks(double first, double span, double pixels, bool horizontal, const QFontMetricsF& metrics);

/// The square plot area inside `bounds`.
QRectF heatMapPlotArea(const QRectF& bounds, const QFont& font);
/// The place of the small map of the whole matrix; empty if there is none.
QRectF heatMapInset(const QRectF& plot, const HeatMapScene& scene);
/// The place of an entry, possibly outside the plot.
QRectF heatMapCell(const QRectF& plot, const MatrixWindow& window, MatrixCell cell);
/// The place of the tool tip, always inside the plot: for tests.
QRectF heatMapTip(const QRectF& plot, const HeatMapScene& scene);

/// Paints the scene; works outside the window's thread on an image.
void paintHeatMap(QPainter& painter, const QRectF& bounds, const HeatMapScene& scene);

// Layers on top of the image (heat_map_marks.cpp).
void paintCellValues(QPainter& painter, const QRectF& plot, const HeatMapScene& scene);
void paintBrush(QPainter& painter, const QRectF& plot, const HeatMapScene& scene);
void paintPointer(QPainter& painter, const QRectF& plot, const HeatMapScene& scene);
void paintInset(QPainter& painter, const QRectF& plot, const HeatMapScene& scene);
void paintTip(QPainter& painter, const QRectF& plot, const HeatMapScene& scene);

}  // namespace noiseloom
