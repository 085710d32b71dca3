#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/answer/answer.h"
#include "core/claim/post_hoc.h"
#include "core/design/error_unit.h"

namespace noiseloom {

/// One value of a sweep, with its design or the reason why there is none.
struct SweepRow {
  std::string value;
  std::shared_ptr<const Design> design;
  std::string problem;
  ErrorScale scale = {};  ///< of the design's errors
  /// The promise here of the noise that was made for the strategy's own scenario.
  std::optional<PostHocClaim> kept = {};
};

struct Sweep {
  std::string over;
  std::vector<SweepRow> points;
  const Design* fixed = nullptr;  ///< whose strategy all points have; none: each has its own
};

/// True if the design's claim is made for its job.
ClaimSeverity severityOf(const Design& design);
/// One object (docs/formats.md). Errors are as they always are, and once more in the unit of the points' scales, which
/// is one, where `inUnit`.
Json sweepJson(const Sweep& sweep, bool inUnit = false);

}  // namespace noiseloom
