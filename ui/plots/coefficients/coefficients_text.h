#pragma once

#include <QString>

#include "core/design/design.h"
#include "ui/plots/matrix/heat_map_scene.h"
#include "ui/plots/matrix/strategy_series.h"

namespace noiseloom {

/// "Coefficients of C", or for strategies whose columns differ "Entries of C, column 12".
QString coefficientsTitle(const Strategy& strategy, const ColumnSeries& series, MatrixOf which);
/// What the axes of a column's entries count and show. They stay the same while only values or bands change.
QString lagTitle(const ColumnSeries& series, MatrixOf which);
QString entryTitle(const ColumnSeries& series, MatrixOf which);
/// How the entries hang together, and where that stands.
QString coefficientsFormula(const Strategy& strategy, MatrixOf which);
QString coefficientsCitation(const Mechanism* mechanism);

}  // namespace noiseloom
