#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/design/design.h"
#include "core/design/error_unit.h"

namespace noiseloom::cli {

/// One value of a sweep, with its design or the reason why there is none.
struct SweepRow {
  std::string value;
  std::shared_ptr<const Design> design;
  std::string problem;
  ErrorScale scale = {};  ///< of the design's errors
};

/// A table for a person; one JSON object; comma-separated text with units in its header. Errors are in the unit of the
/// points' scales, which is one; in JSON they are as they always are, and once more in that unit where `inUnit`.
std::string sweepText(const std::string& over, const std::vector<SweepRow>& points);
std::string sweepJson(const std::string& over, const std::vector<SweepRow>& points, bool inUnit = false);
std::string sweepCsv(const std::string& over, const std::vector<SweepRow>& points);

}  // namespace noiseloom::cli
