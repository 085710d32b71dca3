#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/design/design.h"
#include "core/design/post_hoc.h"

namespace noiseloom::cli {

/// One value of a sweep, with its design or the reason why there is none.
struct SweepRow {
  std::string value;
  std::shared_ptr<const Design> design;
  std::string problem;
  /// What the noise that was made for the one strategy's own scenario promises here.
  std::optional<PostHocClaim> kept = {};
};

struct Sweep {
  std::string over;
  std::vector<SweepRow> points;
  const Design* fixed = nullptr;  ///< whose strategy all points have; none: each has its own
};

/// A table for a person; one JSON object; comma-separated text with units in its header.
std::string sweepText(const Sweep& sweep);
std::string sweepJson(const Sweep& sweep);
std::string sweepCsv(const Sweep& sweep);

}  // namespace noiseloom::cli
