#pragma once

#include <vector>

#include "ui/plots/coefficients/coefficients_text.h"
#include "ui/plots/line/chart_model.h"

namespace noiseloom {

/// A column of a pinned design, drawn behind that of the design.
struct CoefficientsOverlay {
  int id = 0;  ///< of the pin
  QString name;
  int color = 0;  ///< of SeriesRole::Palette
  Strategy strategy;
  ColumnSeries series;
};

/// Keys of the design's own series and of a pin's.
QString ownSeriesKey();
QString pinSeriesKey(int id);

/// How many entries of a column are worth drawing. C^-1 decays within a few bands; more of it would only be a flat
/// line.
Index lagsToShow(const Strategy& strategy, MatrixOf which);

/// The chart of one column's entries against their distance from the diagonal: few of them as bars, many as a line.
ChartModel coefficientsModel(const Strategy& strategy, const Mechanism* mechanism, MatrixOf which,
                             const ColumnSeries& own, const std::vector<CoefficientsOverlay>& overlays);

}  // namespace noiseloom
