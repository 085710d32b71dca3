#pragma once

#include <vector>

#include "core/design/design.h"
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
  bool stale = false;

  bool isEmpty() const { return own.values.empty(); }
};

/// Keys of the design's own series and of a pin's.
QString ownSeriesKey();
QString pinSeriesKey(int id);

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
