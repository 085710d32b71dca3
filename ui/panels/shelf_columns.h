#pragma once

#include <QString>
#include <array>
#include <optional>

#include "core/design/design.h"
#include "core/design/error_unit.h"
#include "core/search/comparable.h"

namespace noiseloom {

/// The columns of the designs shelf, in the order in which they first stand.
enum class ShelfColumn {
  Shown,
  Name,
  Claim,
  Mechanism,
  Bands,
  Sigma,
  Stddev,
  Sensitivity,
  Rmse,
  MaxError,
  Versus,
  AboveBound,
  Memory,
  StepTime,
  SolveTime
};
inline constexpr int kShelfColumns = 15;
/// Its number in a table of them.
inline int section(ShelfColumn column) {
  return static_cast<int>(column);
}

/// A name that never changes, for what a session remembers of the columns.
QString shelfColumnKey(ShelfColumn column);
/// What stands in the header, with the unit, that of errors being chosen; `baselinePinned`: what Versus compares with.
QString shelfColumnTitle(ShelfColumn column, bool baselinePinned, ErrorUnit unit = ErrorUnit::Summed);
/// What the quantity is, in a sentence or two, for the tool tip of its header.
QString shelfColumnHelp(ShelfColumn column, bool baselinePinned, ErrorUnit unit = ErrorUnit::Summed);
/// Width at first: enough for its title and for usual values.
QString shelfColumnSample(ShelfColumn column);
bool isNumeric(ShelfColumn column);

/// The number in a column that follows from the design alone, errors on the summed gradient; nothing where it has none
/// there.
std::optional<double> shelfNumber(ShelfColumn column, const Design& design);

/// Why two claims differ, with the values on both sides: "ε is 4 here and 8 in the current scenario".
QString differenceText(Field part, const Scenario& here, const Scenario& there);

}  // namespace noiseloom
