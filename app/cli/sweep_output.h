#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/claim/post_hoc.h"
#include "core/design/design.h"
#include "core/design/error_unit.h"

namespace noiseloom::cli {

/// One value of a sweep, with its design or the reason why there is none.
struct SweepRow {
  std::string value;
  std::shared_ptr<const Design> design;
  std::string problem;
  ErrorScale scale = {};  ///< of the design's errors
  /// What the noise that was made for the one strategy's own scenario promises here.
  std::optional<PostHocClaim> kept = {};
};

struct Sweep {
  std::string over;
  std::vector<SweepRow> points;
  const Design* fixed = nullptr;  ///< whose strategy all points have; none: each has its own
};

/// A table for a person; one JSON object; comma-separated text with units in its header. Errors are in the unit of the
/// points' scales, which is one; in JSON they are as they always are, and once more in that unit where `inUnit`.
std::string sweepText(const Sweep& sweep);
std::string sweepJson(const Sweep& sweep, bool inUnit = false);
std::string sweepCsv(const Sweep& sweep);
/// Its columns and the cells of one value. `kept`: with a column for SweepRow::kept; `curvature`: with that of the
/// curvature error.
std::vector<std::string> sweepColumns(bool fixed, bool kept, ErrorUnit unit, bool curvature);
std::vector<std::string> sweepCells(const std::string& over, const SweepRow& row, const Design* fixed, bool kept,
                                    bool curvature);

}  // namespace noiseloom::cli
