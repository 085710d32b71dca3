#pragma once

#include <QString>
#include <optional>

#include "core/design/design.h"
#include "core/design/error_unit.h"
#include "core/search/comparable.h"

namespace noiseloom {

/// The columns of the designs shelf, in their initial order: what designs are compared by comes first.
enum class ShelfColumn {
  Shown,
  Name,
  Rmse,
  Versus,
  Claim,
  Bands,
  Sigma,
  Stddev,
  Sensitivity,
  MaxError,
  AboveBound,
  Mechanism,
  Memory,
  StepTime,
  SolveTime
};
inline constexpr int kShelfColumns = 15;
/// The section of a column in the table's header.
inline int section(ShelfColumn column) {
  return static_cast<int>(column);
}

/// A key that never changes, for the columns in a session.
QString shelfColumnKey(ShelfColumn column);
/// The header with its unit, where errors use the chosen one; `baselinePinned`: "Versus" compares with a pinned design.
QString shelfColumnTitle(ShelfColumn column, bool baselinePinned, ErrorUnit unit = ErrorUnit::Summed);
/// A description in a sentence or two, for the tool tip of the header.
QString shelfColumnHelp(ShelfColumn column, bool baselinePinned, ErrorUnit unit = ErrorUnit::Summed);
/// A sample text for the initial width: enough for the title and usual values.
QString shelfColumnSample(ShelfColumn column);
bool isNumeric(ShelfColumn column);

/// The column's number computed from the design alone, with errors on the summed gradient; nullopt if it has none.
std::optional<double> shelfNumber(ShelfColumn column, const Design& design);

/// How two claims differ, with both values: "ε is 4 here and 8 in the current scenario".
QString differenceText(Field part, const Scenario& here, const Scenario& there);

}  // namespace noiseloom
