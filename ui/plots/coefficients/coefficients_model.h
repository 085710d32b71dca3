#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/design/design.h"
#include "core/io/drawn_strategy.h"
#include "ui/plots/line/chart_model.h"
#include "ui/plots/matrix/strategy_series.h"

namespace noiseloom {

/// All that the chart of coefficients shows: a column of the design's strategy and, behind it, of the pinned ones.
struct CoefficientsData {
  struct Pin {
    int id = 0;
    QString name;
    int color = 0;  ///< of SeriesRole::Palette
    Strategy strategy;
    ColumnSeries column;
  };
  Strategy strategy = IdentityStrategy(1);
  const Mechanism* mechanism = &baselineMechanism();
  MatrixOf which = MatrixOf::Strategy;
  ColumnSeries own;
  std::vector<Pin> pins;
  /// What was drawn by hand stands before: the design that it was drawn from.
  std::optional<Pin> optimum = {};
  bool drawn = false;
  /// Whether hands may move the points now, and what is in view of the axes while they do.
  bool drawing = false;
  std::optional<std::pair<double, double>> heldX = {};
  std::optional<std::pair<double, double>> heldY = {};
  bool stale = false;

  bool isEmpty() const { return own.values.empty(); }
  /// Whether the strategy is drawn in the matrix on show.
  bool isDrawnHere() const;
  /// Whether the points are the buffers of a BLT: memory 1 / (1 - decay) and output scale.
  bool showsBuffers() const { return isDrawnHere() && drawableOf(strategy) == Drawable::Buffers; }
};

/// Keys of the design's own series and of a pin's.
QString ownSeriesKey();
QString pinSeriesKey(int id);
/// Which buffers of a BLT the points of its chart are, in their order: by rising decay, without one of decay 1.
std::vector<Index> bufferOrder(const Strategy& blt);

/// How many entries of a column are worth drawing. C^-1 decays within a few bands; more of it would only be a flat
/// line.
Index lagsToShow(const Strategy& strategy, MatrixOf which);

/// Finds the columns that are not there yet: work for a thread.
void findColumns(CoefficientsData& data, const std::stop_token& stop);
/// Entries against their distance from the diagonal: few of them as bars, many as a line.
ChartModel coefficientsModel(const CoefficientsData& data);
/// Where the formula of a mechanism's coefficients stands.
QString coefficientsCitation(const Mechanism* mechanism);
/// The file name without suffix of its picture.
QString coefficientsName(MatrixOf which);

}  // namespace noiseloom
