#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/design/design.h"
#include "core/io/drawn_strategy.h"
#include "ui/plots/line/chart_model.h"
#include "ui/plots/matrix/strategy_series.h"

namespace noiseloom {

/// All data of the chart of coefficients: a column of the design's strategy and of the pinned ones.
struct CoefficientsData {
  struct Pin {
    int id = 0;
    QString name;
    int color = 0;  ///< index in SeriesRole::Palette
    Strategy strategy;
    ColumnSeries column;
  };
  Strategy strategy = IdentityStrategy(1);
  const Mechanism* mechanism = &baselineMechanism();
  MatrixOf which = MatrixOf::Strategy;
  ColumnSeries own;
  std::vector<Pin> pins;
  /// The optimum that a hand-drawn strategy started from.
  std::optional<Pin> optimum = {};
  bool drawn = false;
  /// True if the points can be moved by hand now, with the axis ranges meanwhile.
  bool drawing = false;
  std::optional<std::pair<double, double>> heldX = {};
  std::optional<std::pair<double, double>> heldY = {};
  bool stale = false;

  bool isEmpty() const { return own.values.empty(); }
  /// True if the hand-drawn strategy is the matrix on show.
  bool isDrawnHere() const;
  /// True if the points are the buffers of a BLT: memory 1 / (1 - decay) and output scale.
  bool showsBuffers() const { return isDrawnHere() && drawableOf(strategy) == Drawable::Buffers; }
};

/// Keys of the series of the design and of a pin.
QString ownSeriesKey();
QString pinSeriesKey(int id);
/// The buffers of a BLT in the order of the chart's points: by rising decay, without one of decay 1.
std::vector<Index> bufferOrder(const Strategy& blt);

/// The number of entries of a column worth drawing. C^-1 decays within a few bands, so the rest would be a flat line.
Index lagsToShow(const Strategy& strategy, MatrixOf which);

/// Computes missing columns; for worker threads.
void findColumns(CoefficientsData& data, const std::stop_token& stop);
/// Entries against their distance from the diagonal: bars if few, a line if many.
ChartModel coefficientsModel(const CoefficientsData& data);
/// The source of the formula of a mechanism's coefficients.
QString coefficientsCitation(const Mechanism* mechanism);
/// The file name of its picture, without suffix.
QString coefficientsName(MatrixOf which);

}  // namespace noiseloom
